"""One waiting correction, signed by two programs at once, or signed and declined; and a key of somebody else."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.commands import record
from games.ledger.accounts import member_account
from games.ledger.queries import balance, trial_balance
from games.log import read
from games.models import Player
from tests.support.evening import Evening
from tests.support.threads import at_once
from tests.support.tournament_pages import player
from tournaments import commands, queries
from tournaments.checks.ledger import check_ledger
from tournaments.checks.log import check_log

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
]


@pytest.fixture
def evening(db: None) -> Evening:
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
    named = queries.current(evening.id).state.final[-1].standing.participant
    return next(one for one in evening.people if named == f"player:{one.pk}")


def ask(evening: Evening, by: Player, act: str, **said: Any) -> tuple[int, Any]:
    client = APIClient()
    client.force_authenticate(by)
    address = f"/api/v1/tournaments/{evening.id}/corrections/waiting/1/{act}/"
    answer = client.post(address, {"idempotency_key": str(uuid4()), **said}, format="json")
    return answer.status_code, answer.json()


def answers(*asked: Any) -> list[tuple[int, str]]:
    said: list[tuple[int, str]] = []

    def one(work: Any) -> None:
        status, body = work()
        said.append((status, body["code"] if isinstance(body, dict) else ""))

    at_once(*(partial(one, work) for work in asked))
    return sorted(said)


def count_of(evening: Evening, name: str) -> int:
    return [one.name for one in read(f"tournament-{evening.id}")].count(f"tournament.{name}")


def assert_whole() -> None:
    assert list(check_log()) == [] and list(check_ledger()) == []
    assert sum(trial_balance().values()) == 0
    call_command("verify_log")


def judges() -> tuple[Player, Player]:
    return player("mot", is_director=True), player("hai", is_referee=True)


def test_of_two_who_sign_at_the_same_moment_one_has_signed_and_the_prizes_move_once(evening):
    who, pair = last(evening), judges()
    before = balance(member_account(who.pk))
    key = str(uuid4())  # of two people a key is two keys
    said = answers(*(partial(ask, evening, by, "signature", idempotency_key=key) for by in pair))
    assert said == [(200, ""), (404, "tournament.correction-unknown")]
    assert balance(member_account(who.pk)) == before + 60
    assert count_of(evening, "correction-signed") == count_of(evening, "points-adjusted") == 1
    assert_whole()


def test_of_one_who_signs_and_one_who_declines_at_the_same_moment_one_has_decided(evening):
    who, (signs, declines) = last(evening), judges()
    before = balance(member_account(who.pk))
    said = answers(
        partial(ask, evening, signs, "signature"),
        partial(ask, evening, declines, "declining", reason="It was not late."),
    )
    assert said == [(200, ""), (404, "tournament.correction-unknown")]
    signed, unsigned = (count_of(evening, f"correction-{how}") for how in ("signed", "unsigned"))
    assert (signed, unsigned) in ((1, 0), (0, 1))
    assert balance(member_account(who.pk)) == before + 60 * signed
    assert_whole()


def test_a_press_that_is_sent_twice_at_the_same_moment_signs_once_and_both_are_told_so(evening):
    by, _other = judges()
    key = str(uuid4())
    said = answers(*2 * [partial(ask, evening, by, "signature", idempotency_key=key)])
    assert said == [(200, ""), (200, "")]
    assert count_of(evening, "correction-signed") == 1
    assert_whole()


def test_the_key_of_who_signed_is_no_answer_for_another_person_nor_for_another_act(evening):
    signs, other = judges()
    key = str(uuid4())
    assert ask(evening, signs, "signature", idempotency_key=key)[0] == 200
    for by in (other, evening.director):
        status, said = ask(evening, by, "signature", idempotency_key=key)
        assert (status, said["code"]) == (404, "tournament.correction-unknown"), by
    status, said = ask(evening, signs, "declining", idempotency_key=key, reason="No.")
    assert status == 404, said
    assert count_of(evening, "correction-signed") == 1
    assert_whole()
