"""The API's description says of every operation its subject, its scope, and what it answers a stranger or a flood."""

import json
import re
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

Operation = tuple[str, str, dict[str, Any]]


def operations() -> list[Operation]:
    """Return method, path and description of each operation."""
    answer = Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    found = [
        (method, path, said)
        for path, methods in json.loads(answer.content)["paths"].items()
        for method, said in methods.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]
    assert len(found) > 100
    return found


def test_each_has_one_subject_and_each_answer_a_sentence() -> None:
    for method, path, said in operations():
        assert said["tags"] == [path.split("/")[3]]
        silent = [
            status
            for status, one in said["responses"].items()
            if status >= "4" and not one["description"]
        ]
        assert silent == [], (method, path)


def test_a_stranger_gets_the_401_that_it_names_and_a_writer_reads_what_is_left() -> None:
    scopes, opened = set(), set()
    for method, path, said in operations():
        answers = said["responses"]
        if method != "get" or "429" in answers:
            assert set(answers["429"]["headers"]) == {"Retry-After"}
        if method != "get":
            done = next(one for status, one in answers.items() if status < "3")
            assert set(done["headers"]) == {
                *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
            }
        if "x-scope" not in said:
            continue
        scopes.add(said["x-scope"])
        assert {"401", "403"} <= set(answers)
        asked = re.sub(r"\{\w+\}", "1", path)
        body = {} if method == "get" else {"data": "{}", "content_type": "application/json"}
        answer = getattr(Client(), method)(asked, **body)
        is_open = {} in said["security"]
        assert (answer.status_code != 401) == is_open, (method, path)
        assert answer.has_header("Access-Control-Allow-Origin") == is_open, (method, path)
        opened |= {path} if is_open else set()
    assert scopes == {"read", "play", "direct"}
    assert sorted(one.removeprefix("/api/v1/") for one in opened) == [
        *(
            "deals/{deal_id}/record/",
            "tournaments/",
            "tournaments/series/",
            "tournaments/{tournament_id}/",
        ),
        *("tournaments/{tournament_id}/entries/", "tournaments/{tournament_id}/log/"),
        "tournaments/{tournament_id}/results/",
        "tournaments/{tournament_id}/standings/",
        "tournaments/{tournament_id}/standings/{player_id}/",
    ]


def test_no_component_has_a_private_name() -> None:
    answer = Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    named = json.loads(answer.content)["components"]["schemas"]
    assert [name for name in named if name.startswith("_")] == []
