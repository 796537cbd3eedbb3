"""An answer of the accused seat at the moment of the ruling, and twice at one moment; and killed half way (§10.7)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

from games import tasks
from games.ledger.queries import trial_balance
from games.log import read, stream_version
from games.models import Deal, Player
from replays import projections
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import ending_of, penalty_seed, taken_in
from tests.support.disputed import LATER, club_table
from tests.support.threads import outcomes_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("followers_do_not_wait"),
]


@pytest.fixture
def deal(db: None) -> Deal:
    return club_table(penalty_seed())


def sits(deal: Deal, accused: bool) -> Player:
    seat = taken_in(deal).seat
    player = deal.seats.get(number=seat if accused else (seat + 1) % 4).player
    assert player is not None
    return player


@pytest.fixture
def row(deal: Deal) -> Dispute:
    at = taken_in(deal).version
    by = sits(deal, accused=False)
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=at, reason="why", now=LATER)


def answer(by: Player, row: Dispute) -> Dispute:
    return rulings.answer_dispute(by=by, dispute_id=row.pk, reason="My only pair.", now=LATER)


def rule(by: Player, row: Dispute, **said: Any) -> Dispute:
    return rulings.give_ruling(
        by=by, dispute_id=row.pk, outcome="reversed", section="§10.8", reason="x", now=LATER, **said
    )


def names(deal: Deal) -> list[str]:
    said = [event.name.removeprefix("deal.") for event in read(deal.stream)]
    return [name for name in said if name.startswith(("dispute-answered", "ruling"))]


def assert_whole(deal: Deal, row: Dispute) -> None:
    tasks.finish_deal(deal.pk)
    shown = Dispute.objects.filter(pk=row.pk).values()[0]
    projections.project(deal.pk)
    assert Dispute.objects.filter(pk=row.pk).values()[0] == shown
    assert sum(trial_balance().values()) == 0
    call_command("check_ledger")
    call_command("verify_log")


def test_of_two_answers_at_the_same_moment_one_stands(deal, row):
    accused = sits(deal, accused=True)
    said = outcomes_of(partial(answer, accused, row), partial(answer, accused, row))
    assert said == ["dispute.answered", "done"]
    assert names(deal) == ["dispute-answered"]
    assert_whole(deal, row)


@pytest.mark.parametrize("looked", [True, False])
def test_an_answer_and_a_ruling_at_the_same_moment_come_one_behind_the_other(deal, row, looked):
    """A ruling on what the desk has shown never passes over words that came meanwhile."""
    accused, judge = sits(deal, accused=True), Player.objects.create_user("r", is_referee=True)
    seen = stream_version(deal.stream) if looked else None
    said = outcomes_of(partial(answer, accused, row), partial(rule, judge, row, seen=seen))
    if said == ["done", "done"]:
        assert not looked and names(deal) == ["dispute-answered", "ruling-given"]
    else:
        assert said in (["dispute.ruled", "done"], ["done", "ruling.moved-on"])
        ruled = said == ["dispute.ruled", "done"]
        assert names(deal) == (["ruling-given"] if ruled else ["dispute-answered"])
    assert_whole(deal, row)


def test_an_answer_that_is_killed_before_its_rows_are_written_is_none_and_is_given_again(
    deal, row, monkeypatch
):
    accused = sits(deal, accused=True)
    before = stream_version(deal.stream)

    def killed(_deal_id: int) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(projections, "project", killed)
        with pytest.raises(SystemExit):
            answer(accused, row)
    assert stream_version(deal.stream) == before
    assert not ending_of(deal).disputes[0].answered
    answer(accused, row)
    assert names(deal) == ["dispute-answered"]
    assert_whole(deal, row)
