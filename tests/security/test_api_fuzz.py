"""Whatever is sent to the API is answered as its schema says, never with 500, and a refusal stores nothing."""

import json
from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from django.core.cache import cache as shared_cache
from django.db import transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core import NotSet
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.support.security.club import built
from tests.support.security.fingerprint import stored
from tests.support.security.odd import ODD_TEXTS, bounded, values

pytestmark = pytest.mark.django_db

NO_NUMBER = b'{"seat":1e400,"expected_version":1e400,"seats":1e400}'


@pytest.fixture
def club():
    yield built()
    shared_cache.clear()


@cache
def documented_operations():
    """Return the operations of the API's schema, which is the same for all tests and takes a second to write."""
    said = Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    schema = schemathesis.openapi.from_dict(said.json())
    return [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]  # or it fails here


@pytest.fixture
def operations():
    return documented_operations()


PLACE = dict.fromkeys(
    (
        *("tournament_id", "player_id", "call_id", "rating_id", "template_id"),
        *("table", "number", "photograph_id"),
    ),
    1,
)
"""Other ids of addresses; not all of them are there."""


def documented(operation):
    return {int(status) for status in operation.definition.raw["responses"]}


def ids(club):
    """Ids for the addresses: there, not there, and beyond any database."""
    one = st.sampled_from(
        [club.running.pk, club.finished.pk, club.waiting.pk, 0, 2**31, 2**63, 10**30]
    )
    return st.fixed_dictionaries(
        {
            "deal_id": st.just(club.running.pk) | one,
            "table_id": st.just(club.waiting.pk) | one,
            "tournament_id": st.just(club.tournament_id) | one,
            "player_id": st.just(1) | one,
            "call_id": one,
            "rating_id": one,
            "template_id": one,
            "photograph_id": st.just(1) | one,
            "table": st.just(1) | one,
            "number": st.just(1) | one,
        }
    )


def sent(client, method, address, *, query=None, body=None) -> tuple[Any, bool]:
    """Return the answer, and whether anything stored has changed; nothing of it stays."""
    shared_cache.clear()
    with transaction.atomic():
        before = stored()
        answer = client.generic(
            method.upper(),
            address,
            body or b"",
            content_type="application/json",
            query_params=query or {},
        )
        changed = stored() != before
        transaction.set_rollback(True)
    return answer, changed


def judge(operation, case, answer, changed, what):
    """The answer is one of the schema, and a refusal has changed nothing."""
    assert answer.status_code in documented(operation), (answer.status_code, what)
    assert not (changed and (operation.method == "get" or answer.status_code >= 400)), what
    if answer.status_code == 204:
        assert not answer.content, what
        return
    if not answer["Content-Type"].startswith("application/json"):
        kind = answer["Content-Type"].partition(";")[0]
        said = operation.definition.raw["responses"].get(str(answer.status_code), {})
        assert answer.status_code < 400 and kind in said.get("content", {}), what
        return
    told = Response(
        status_code=answer.status_code,
        headers={name.lower(): [value] for name, value in answer.headers.items()},
        content=answer.content,
        request=requests.Request(operation.method, f"http://testserver{operation.path}").prepare(),
        elapsed=0.0,
        verify=False,
    )
    case.validate_response(told, checks=[response_schema_conformance])


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_whatever_is_asked_is_answered_as_the_schema_says(mode, club, operations, client_of):
    assert len(operations) >= 18
    answered: set[int] = set()
    for operation in operations:
        said = operation.definition.raw
        if mode is GenerationMode.POSITIVE or said.get("parameters") or "requestBody" in said:
            ask_anything(club, client_of, operation, mode, answered)
    assert {200, 404} <= answered


def ask_anything(club, client_of, operation, mode, answered):
    @bounded(5)
    @given(
        case=operation.as_strategy(generation_mode=mode),
        real=ids(club),
        use_real=st.integers(0, 3),
        viewer=st.sampled_from(["anonymous", "seat", "other seat", "member", "director"]),
    )
    def ask(case, real, use_real, viewer):
        if use_real and case.path_parameters:
            case.path_parameters = {name: real[name] for name in case.path_parameters}
        address = case.formatted_path
        body = case.body
        if isinstance(body, NotSet):
            body = None
        elif not isinstance(body, bytes):
            body = json.dumps(body, default=repr).encode()  # a form's file is bytes
        answer, changed = sent(
            client_of(viewer), operation.method, address, query=case.query, body=body
        )
        answered.add(answer.status_code)
        judge(operation, case, answer, changed, (viewer, address, case.query, body))

    ask()


def test_odd_values_in_the_place_of_good_ones_are_refused(club, operations, client_of):
    answered: set[int] = set()
    for operation in operations:
        if operation.method == "post":
            ask_oddly(club, client_of, operation, answered)
    assert {200, 403, 404, 409, 422} <= answered


def ask_oddly(club, client_of, operation, answered):
    good = dict(club.form(operation.path.lstrip("/")))
    if operation.path.endswith("token/"):
        good = {"username": "an", "password": "not a secret"}

    @bounded(14)
    @given(
        changes=st.dictionaries(st.sampled_from(sorted(good)), values, min_size=1, max_size=2),
        real=ids(club),
        viewer=st.sampled_from(["seat", "member"]),
    )
    def send(changes, real, viewer):
        body = json.dumps({**good, **changes}).encode()
        address = operation.path.format(**real)
        answer, changed = sent(client_of(viewer), operation.method, address, body=body)
        answered.add(answer.status_code)
        case = operation.Case(path_parameters=real)
        judge(operation, case, answer, changed, (viewer, address, body))

    send()


DIRECTORS_ALONE = ("entry-list/", "given-draw/", "templates/", "{template_id}/", "announcement/")
"""What only directors are asked for is not read of others: files, which may be long, and terms under names."""


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b'"\\ud800"',
        b"\xff\xfe",
        b"[" * 60_000,
        NO_NUMBER,
        b"NaN",
    ],
    ids=lambda body: body[:12].decode("latin-1"),
)
def test_what_is_no_object_is_refused(body, club, operations, client_of):
    for operation in operations:
        if operation.method == "post" and not operation.path.endswith(("leave/", "back/", "take/")):
            address = operation.path.format(
                **PLACE, deal_id=club.running.pk, table_id=club.waiting.pk
            )
            answer, changed = sent(client_of("seat"), "post", address, body=body)
            if operation.path.endswith(("ready/", "pause/", "halt/", "any/sit/")) and body in (
                b"",
                NO_NUMBER,
            ):
                continue  # nothing need be said
            refused = (403,) if operation.path.endswith(DIRECTORS_ALONE) else (400, 422)
            assert answer.status_code in refused, (address, answer.content)
            assert not changed


def test_odd_questions_are_answered(club, operations, client_of):
    known = {**PLACE, "deal_id": club.running.pk, "tournament_id": club.tournament_id}
    for operation in operations:
        names = [
            one["name"]
            for one in operation.definition.raw.get("parameters", ())
            if one["in"] == "query"
        ]
        if not names:
            continue
        for text in ODD_TEXTS:
            address = operation.path.format(**known)
            query = {name: text.encode("utf-8", "surrogatepass") for name in names}
            answer, changed = sent(client_of("seat"), "get", address, query=query)
            named = {name: key for name, key in known.items() if f"{{{name}}}" in operation.path}
            case = operation.Case(path_parameters=named)
            judge(operation, case, answer, changed, (address, text))


def test_the_schema_has_the_bounds_of_every_number_that_is_asked_for(club, operations, client_of):
    """A program that keeps to the schema is not told that its number cannot be read."""
    known = {**PLACE, "deal_id": club.finished.pk, "tournament_id": club.tournament_id}
    asked = 0
    for operation in operations:
        for one in operation.definition.raw.get("parameters", ()):
            if one["in"] != "query" or one["schema"].get("type") != "integer":
                continue
            for bound in (one["schema"]["minimum"], one["schema"]["maximum"]):
                address = operation.path.format(**known)
                answer, _changed = sent(
                    client_of("director"), "get", address, query={one["name"]: str(bound)}
                )
                asked += 1
                if one["name"] != "player":  # a member is there or is not
                    assert answer.status_code not in (400, 422), (address, one["name"], bound)
    assert asked >= 30
