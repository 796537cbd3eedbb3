"""Reports of conduct by the API: listed for everybody, written by a referee, once for each key."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.models import Player
from tests.support.evening import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


def client(player: Player) -> APIClient:
    made = APIClient()
    made.force_authenticate(player)
    return made


def test_a_program_reports_lists_and_takes_back() -> None:
    evening = Evening(4, rounds=1, deals_per_round=2)
    an = evening.people[0]
    director, base = client(evening.director), f"/api/v1/tournaments/{evening.id}/conduct/"
    told: dict[str, Any] = {
        "player": an.pk,
        "kind": "looking",
        "reason": "Twice in one deal.",
        "round": 1,
        "table": 1,
        "idempotency_key": str(uuid4()),
    }
    for _twice in range(2):
        written = director.post(base, told, format="json")
        assert written.status_code == 201
    (one,) = client(evening.people[1]).get(base).json()
    assert (one["kind"], one["time"], one["given"]) == (
        "looking",
        1,
        {"measure": "points", "points": 2},
    )
    other = {**told, "idempotency_key": str(uuid4())}
    for wrong, status in (
        ({"given": {"measure": "points", "points": 3}}, 422),  # and no departure
        ({"given": {"measure": "points", "points": 21}, "departure": "x"}, 422),
        ({"given": {"measure": "fine"}}, 422),
        ({"player": 2**62}, 409),
        ({"kind": "yawning"}, 422),
        ({"table": 9}, 404),
        ({"player": "1_0"}, 422),
    ):
        assert director.post(base, {**other, **wrong}, format="json").status_code == status, wrong
    assert client(an).post(base, other, format="json").status_code == 403
    given = {"given": {"measure": "points", "points": 3}, "departure": "He was asked twice."}
    assert director.post(base, {**other, **given}, format="json").status_code == 201
    back = {"reason": "It was his own hand.", "idempotency_key": str(uuid4())}
    assert director.post(f"{base}1/taking-back/", back, format="json").status_code == 200
    assert director.post(f"{base}9/taking-back/", back, format="json").status_code == 404
    second, first = director.get(base).json()
    assert "It was his own hand." in first["taken_back"] and second["taken_back"] == ""
