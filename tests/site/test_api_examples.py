"""Each operation of the API has examples of what it reads and answers, and they are what its description says."""

import json
import re
from typing import Any

import jsonschema
import pytest
from django.db import transaction
from django.test import Client

from tests.support.api_examples import bodies_of, component_of, described
from tests.support.security.api_addresses import API
from tests.support.security.club import built

pytestmark = pytest.mark.django_db
FORMS = {"PhotographForm"}
"""What is sent as a form with a file, which no example can hold."""


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return described()


def strictly(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the components as JSON Schema: an object has no other fields than it names, and null is a type."""
    return {"components": {"schemas": {n: _strict(one) for n, one in components(schema).items()}}}


def _strict(value: Any) -> Any:
    if isinstance(value, list):
        return [_strict(one) for one in value]
    if not isinstance(value, dict):
        return value
    told = {name: _strict(one) for name, one in value.items() if name != "example"}
    if isinstance(told.get("properties"), dict):
        told.setdefault("additionalProperties", False)
    if told.pop("nullable", False) is True:
        return {"anyOf": [told, {"type": "null"}]}
    return told


def components(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = schema["components"]["schemas"]
    return found


def test_every_body_that_is_read_or_answered_has_an_example(schema: dict[str, Any]) -> None:
    bodies = list(bodies_of(schema))
    assert len(bodies) > 140
    names = {component_of(body) for *_, body in bodies if body.get("format") != "binary"}
    assert None not in names
    without = {name for name in names if "example" not in components(schema)[str(name)]}
    assert without == FORMS


def test_no_example_is_left_of_what_is_no_more(schema: dict[str, Any]) -> None:
    from tusac_site.api.schema import EXAMPLES

    used = {component_of(body) for *_, body in bodies_of(schema)}
    assert set(EXAMPLES) - used == {"Problem", "RefusedMove"}


def wrong_in(schema: dict[str, Any], body: dict[str, Any], value: Any) -> list[str]:
    """Return what is not as the description says."""
    reader = jsonschema.Draft202012Validator(
        {**_strict(body), **strictly(schema)}, format_checker=jsonschema.FormatChecker()
    )
    return [f"{error.json_path}: {error.message[:200]}" for error in reader.iter_errors(value)]


def test_every_example_is_what_its_schema_says(schema: dict[str, Any]) -> None:
    told = {
        name: wrong_in(schema, {"$ref": f"#/components/schemas/{name}"}, component["example"])
        for name, component in components(schema).items()
        if "example" in component
    }
    assert len(told) > 90
    assert {name: wrong for name, wrong in told.items() if wrong} == {}


def test_examples_can_be_sent_and_real_answers_have_the_fields_that_examples_show(
    schema: dict[str, Any],
) -> None:
    """A body of an example may be refused by who is there and what was done, and not because it cannot be read."""
    club = built()
    clients = {viewer: Client() for viewer in ("seat", "director", "referee", "owner")}
    for viewer, client in clients.items():
        client.force_login(club.viewers[viewer])  # type: ignore[arg-type]  # no stranger is among them
    bodies = {(method, path, what): body for method, path, what, body in bodies_of(schema)}
    answered, wrong = set(), []
    for route in API:
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", f"/{route}")
        for method in schema["paths"].get(path, {}):
            asked = bodies.get((method, path, "request"))
            example = components(schema).get(component_of(asked) or "", {}) if asked else {}
            sent = [dict(club.form(route))] + ([example["example"]] if "example" in example else [])
            for viewer, body in ((viewer, body) for viewer in clients for body in sent):
                with transaction.atomic():
                    answer = clients[viewer].generic(
                        method.upper(),
                        club.address(route),
                        json.dumps(body, default=str) if asked else "",
                        content_type="application/json",
                    )
                    transaction.set_rollback(True)
                here = (method, path)
                if answer.status_code < 300:
                    answered.add(here)
                    told = bodies.get((*here, str(answer.status_code)))
                    if told and answer["Content-Type"] == "application/json":
                        wrong += [(here, one) for one in wrong_in(schema, told, answer.json())]
                elif body is not sent[0]:
                    read = answer.json()["code"] not in ("request.invalid", "request.unreadable")
                    wrong += [] if read else [(here, answer.json()["detail"])]
    assert wrong == []
    assert len(answered) > 50
