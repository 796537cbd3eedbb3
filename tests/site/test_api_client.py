"""A client that a generator writes from the API's description: its types hold, and it plays a whole deal."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.test import Client

from games.engine.rules import VINAGAMES
from games.live.account import LINES, SERVER_SENT
from tests.support import deals
from tests.support.api_examples import described
from tests.support.play_pages import member

CONFIG = {
    "post_hooks": [],  # nobody reads it
    # It knows neither JPEG nor lines without end.
    "content_type_overrides": dict.fromkeys(
        ("image/jpeg", LINES, SERVER_SENT), "application/octet-stream"
    ),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package `tusac_client`."""
    place = tmp_path_factory.mktemp("client")
    schema = described()
    for methods in schema["paths"].values():
        for operation in methods.values():
            content = operation.get("requestBody", {}).get("content", {})
            if (
                "application/json" in content
            ):  # the generator forgets an import where a body can be a form too
                content.pop("multipart/form-data", None)
    lines = schema["paths"]["/api/v1/stream/"]["get"]["responses"]["200"]["content"]
    for kind in (LINES, SERVER_SENT):  # it reads an answer as a whole, never line by line
        lines[kind]["schema"] = {"type": "string", "format": "binary"}
    (place / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    (place / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    run(
        *("-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"),
        *("--path", "schema.json", "--config", "config.json", "--output-path", "tusac_client"),
        folder=place,
    )
    return place


class InThisProcess(httpx.BaseTransport):
    """Requests go through Django's test client, to the database of the test."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = Client().generic(
            request.method,
            request.url.raw_path.decode(),
            request.read(),
            content_type=request.headers.get("content-type", ""),
            headers=dict(request.headers),
        )
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


def run(*command: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def client(written: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that returns a module of the client."""
    monkeypatch.syspath_prepend(written)

    def module(name: str) -> ModuleType:
        return importlib.import_module(f"tusac_client.{name}")

    yield module
    for name in [one for one in sys.modules if one.partition(".")[0] == "tusac_client"]:
        del sys.modules[name]


def test_every_type_of_it_holds(written: Path) -> None:
    run("-m", "mypy", "--config-file=", "--cache-dir=mypy", "tusac_client", folder=written)


def test_every_module_of_it_can_be_imported(written: Path, client: Any) -> None:
    folder = written / "tusac_client"
    for file in folder.rglob("*.py"):
        client(".".join(file.relative_to(folder).with_suffix("").parts))


@pytest.mark.django_db
def test_a_whole_deal_is_played_with_it(client: Any) -> None:
    people = [member(name) for name in ("an", "binh", "chi", "dung")]
    deal = deals.running_deal(VINAGAMES, 6, people)
    api, models = "api.deals.v1_deals_", client("models")
    look, listed, send, record = (
        client(api + name).sync
        for name in ("retrieve", "moves_retrieve", "moves_create", "record_retrieve")
    )
    credentials = [models.Credentials(one.username, "not a secret") for one in people]
    login = client("api.token.v1_token_create").sync
    seats = [
        connected(client, login(client=connected(client), body=one).token) for one in credentials
    ]
    for step in range(600):
        seen = look(deal.pk, client=seats[0])
        if seen.phase is models.PhaseEnum.OVER:
            break
        deals.until_a_person_moves(deal)
        open_to = [listed(deal.pk, client=seat) for seat in seats]
        seat = next(number for number, one in enumerate(open_to) if one.moves)
        move = models.Move(open_to[seat].moves[0], f"generated-{step}", open_to[seat].version)
        assert isinstance(send(deal.pk, client=seats[seat], body=move), models.Version)
    assert seen.ending.secret and seen.waiting == []
    assert record(deal.pk, client=seats[3]).deal == deal.stream


def connected(client: Any, token: str | None = None) -> Any:
    """Return a client of the API in this process, logged in by a token if there is one."""
    given = {"base_url": "http://testserver", "httpx_args": {"transport": InThisProcess()}}
    if token is None:
        return client("client").Client(**given)
    return client("client").AuthenticatedClient(**given, token=token, prefix="Token")
