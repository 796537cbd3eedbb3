"""Fills in the examples of the API's description that are missing, from what tests send and are answered.

A new component of the description needs an example in `tusac_site/api/examples.json`: write it, or let the tests of
its address find one. `python -m pytest -p tests.support.api_examples tests/…` keeps the fullest that it sees of each
component that has none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

PLACE: Final = Path("tusac_site/api/examples.json")
MOST_OF_A_LIST: Final = 4
_found: dict[str, Any] = {}


def described() -> dict[str, Any]:
    """Return the API's description."""
    from drf_spectacular.generators import SchemaGenerator  # only where Django is set up

    made: Any = SchemaGenerator()  # it has no types
    schema: dict[str, Any] = json.loads(
        json.dumps(made.get_schema(request=None, public=True), default=str)
    )
    return schema


def bodies_of(schema: dict[str, Any]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield method, path, "request" or the status of a success, and the content of each body in JSON or a form."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            said = {"request": operation.get("requestBody", {})}
            said |= {status: one for status, one in operation["responses"].items() if status < "3"}
            for what, body in said.items():
                for content in body.get("content", {}).values():
                    yield method, path, what, content["schema"]


def component_of(schema: dict[str, Any]) -> str | None:
    """Return the name of the component that a body is, or is a list of."""
    named = schema.get("items", schema).get("$ref")
    return None if named is None else str(named).rpartition("/")[2]


def _fullness(value: Any) -> int:
    """Return how much an example shows."""
    if isinstance(value, dict):
        return 1 + sum(map(_fullness, value.values()))
    if isinstance(value, list):
        return 1 + sum(map(_fullness, value[:MOST_OF_A_LIST]))
    return 0 if value in (None, "") else 1


def _cut(value: Any) -> Any:
    """Return the value with its long lists of objects cut short."""
    if isinstance(value, dict):
        return {name: _cut(one) for name, one in value.items()}
    if isinstance(value, list):
        objects = [one for one in value if isinstance(one, dict)]
        return [_cut(one) for one in (value[:MOST_OF_A_LIST] if objects else value)]
    return value


def _note(component: str, value: Any) -> None:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict) and _fullness(one) > _fullness(_found.get(component)):
            _found[component] = _cut(one)


def pytest_sessionstart() -> None:
    """Listen to every view of the API."""
    from rest_framework.renderers import JSONRenderer
    from rest_framework.views import APIView

    schema = described()
    missing = {
        name for name, one in schema["components"]["schemas"].items() if "example" not in one
    }
    places = {
        (method, path, what): component
        for method, path, what, body in bodies_of(schema)
        if (component := component_of(body)) in missing
    }
    finalize: Callable[..., Any] = APIView.finalize_response

    def listen(view: APIView, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        match = request._request.resolver_match
        if response.status_code < 300 and match is not None:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{match.route}")
            method = request.method.lower()
            asked = places.get((method, path, "request"))
            if asked is not None and request.content_type == "application/json":
                _note(asked, json.loads(JSONRenderer().render(request.data)))
            answered = places.get((method, path, str(response.status_code)))
            if answered is not None:
                _note(answered, json.loads(JSONRenderer().render(response.data)))
        return finalize(view, request, response, *args, **kwargs)

    APIView.finalize_response = listen  # type: ignore[method-assign, assignment]


def pytest_unconfigure() -> None:
    """Write what was found."""
    known = json.loads(PLACE.read_text(encoding="utf-8")) if PLACE.exists() else {}
    known |= _found
    lines = [
        f"{json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}"
        for name, one in sorted(known.items())
    ]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
