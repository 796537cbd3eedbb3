"""Corrections behind paid prizes by the API: signed by another one, or declined, once for each key, refused by name."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.commands import record
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.log import read
from games.models import Player
from tests.support.evening import Evening
from tests.support.tournament_pages import player
from tournaments import commands, queries
from tournaments.engine.people.entries import REASON_LENGTH

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def evening() -> Evening:
    """All prizes are paid to the first; a correction by which the last one gets them waits for a second person."""
    evening = Evening(4, rounds=1, deals_per_round=2, prize_shares=(100,))
    evening.play_all()
    evening.close()
    rules = HouseRules(second_signature_chips=20)
    record(HouseRulesSet(rules), by=Player.objects.create_superuser("owner"), now=timezone.now())
    commands.adjust_points(
        by=evening.director,
        tournament_id=evening.id,
        player=last(evening).pk,
        points=5000,
        reason="Late.",
        now=evening.now,
    )
    return evening


def last(evening: Evening) -> Player:
    loaded = queries.current(evening.id)
    named = loaded.state.final[-1].standing.participant
    return next(one for one in evening.people if named == f"player:{one.pk}")


def client(member: Player) -> APIClient:
    made = APIClient()
    made.force_authenticate(member)
    return made


def once(**said: Any) -> dict[str, Any]:
    return {"idempotency_key": str(uuid4()), **said}


def names(evening: Evening) -> list[str]:
    return [one.name.removeprefix("tournament.") for one in read(f"tournament-{evening.id}")]


def test_a_program_of_a_second_director_signs_what_waits_once(evening: Evening) -> None:
    who, base = last(evening), f"/api/v1/tournaments/{evening.id}/"
    before, second = balance(member_account(who.pk)), client(player("second", is_director=True))
    (waits,) = second.get(base).json()["waiting_corrections"]
    assert waits["number"] == 1 and "(Late.)" in waits["words"]
    address = f"{base}corrections/waiting/1/signature/"
    own = client(evening.director).post(address, once(), format="json")
    assert (own.status_code, own.json()["code"]) == (403, "tournament.correction-own")
    assert client(who).post(address, once(), format="json").status_code == 403
    assert second.post(address, {}, format="json").status_code == 422
    assert second.post(address.replace("/1/", "/9/"), once(), format="json").status_code == 404
    assert balance(member_account(who.pk)) == before
    key = once()
    for _twice in range(2):
        signed = second.post(address, key, format="json")
        assert (signed.status_code, signed.json()) == (200, [])
    assert balance(member_account(who.pk)) == before + 60
    assert names(evening).count("correction-signed") == 1
    again = second.post(address, once(), format="json")
    assert (again.status_code, again.json()["code"]) == (404, "tournament.correction-unknown")


@pytest.mark.parametrize("own", [True, False])
def test_a_program_declines_what_waits_or_takes_the_own_proposal_back(
    evening: Evening, own: bool
) -> None:
    who = last(evening)
    before = balance(member_account(who.pk))
    by = client(evening.director if own else player("referee", is_referee=True))
    address = f"/api/v1/tournaments/{evening.id}/corrections/waiting/1/declining/"
    for wrong in ({}, {"reason": " "}, {"reason": "x" * (REASON_LENGTH + 1)}):
        assert by.post(address, once(**wrong), format="json").status_code == 422
    assert client(who).post(address, once(reason="x"), format="json").status_code == 403
    key = once(reason="It was not late.")
    for _twice in range(2):
        declined = by.post(address, key, format="json")
        assert (declined.status_code, declined.json()) == (200, [])
    assert names(evening)[-1] == "correction-unsigned"
    assert balance(member_account(who.pk)) == before
    signed = client(player("second", is_director=True)).post(
        address.replace("declining", "signature"), once(), format="json"
    )
    assert signed.status_code == 404
