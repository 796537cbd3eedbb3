"""What a saboteur changes about held chips, `check_ledger` names (§10.7)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import commands
from games.club.held_chips import HoldSet, MemberHold, Why, hold_stream, to_stored
from games.engine.disputing.periods import HELD
from games.engine.rules import VINAGAMES
from games.log import append, stream_version
from games.log.store import EventData
from games.models import Deal, Player
from games.queries.held_chips import hold_of
from replays.commands import rulings
from tests.support.deals import penalty_seed, stored_deal, taken_in
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def deal(four: list[Player]) -> Deal:
    """A deal of now whose penalty is disputed, and of which chips are held."""
    now = timezone.now()
    for player in four:
        commands.grant_first_chips(player=player, now=now)
    deal = stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=2, now=now)
    at = taken_in(deal).version
    rulings.file_dispute(by=four[0], deal_id=deal.pk, discard=at, reason="why", now=now)
    commands.settle(deal_id=deal.pk, now=now)
    commands.keep_hold(deal_id=deal.pk, now=now)
    deal.refresh_from_db()
    assert hold_of(deal) is not None
    call_command("check_ledger")
    return deal


def forged(deal: Deal, *held: MemberHold) -> None:
    stream = hold_stream(deal.pk)
    event = to_stored(HoldSet(held, Why.DISPUTED))
    append(stream, [event], expected_version=stream_version(stream), now=timezone.now())


def found(capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("check_ledger")
    return capsys.readouterr().out


def test_more_than_is_disputed(four, deal, capsys):
    forged(deal, MemberHold(four[0].pk, 7, 5))
    said = found(capsys)
    assert f"Account hold:{deal.pk} holds 7 chips, but no dispute needs them." in said
    assert f"Transfer hold:{deal.pk}:2:{four[0].pk} is missing" in said


def test_less_than_nothing(four, deal, capsys):
    forged(deal, MemberHold(four[0].pk, -7, 5))
    assert f"Account hold:{deal.pk} holds -7 chips, but no dispute needs them." in found(capsys)


@pytest.mark.parametrize("held", [(), (MemberHold(1, 0, 5),)])
def test_what_is_let_go_while_it_is_disputed_and_what_is_held_of_others(deal, held, capsys):
    forged(deal, *held)
    said = found(capsys)
    assert (
        f"Account hold:{deal.pk} holds 0 chips, which is not what the dispute on deal {deal.pk} should hold."
        in said
    )


@pytest.mark.parametrize("due", [None, datetime(9999, 1, 1, tzinfo=UTC)])
def test_that_nobody_looks_again(deal, due, capsys):
    Deal.objects.filter(pk=deal.pk).update(hold_due=due)
    said = found(capsys)
    assert f"for the disputed chips that account hold:{deal.pk} holds." in said


@pytest.mark.parametrize("due", [None, datetime(9999, 1, 1, tzinfo=UTC)])
def test_what_is_held_for_ever(deal, due, capsys, time_machine):
    Deal.objects.filter(pk=deal.pk).update(hold_due=due)
    time_machine.move_to(timezone.now() + HELD + timedelta(hours=1))
    assert (
        f"Account hold:{deal.pk} holds" in (said := found(capsys))
        and "chips, but no dispute needs them" in said
    )


def test_what_the_worker_has_yet_to_let_go_is_no_finding(deal, time_machine):
    time_machine.move_to(timezone.now() + HELD + timedelta(hours=1))
    call_command("check_ledger")
    commands.keep_hold(deal_id=deal.pk, now=timezone.now())
    call_command("check_ledger")


def test_a_hold_that_cannot_be_read_is_named_and_takes_no_page_away(four, deal, capsys):
    stream = hold_stream(deal.pk)
    strange = EventData("hold.set", 1, {"held": "all"})
    append(stream, [strange], expected_version=stream_version(stream), now=timezone.now())
    said = found(capsys)
    assert stream in said
    member = browser(four[0])
    assert member.get(f"/replays/{deal.pk}/?at={taken_in(deal).version}").status_code == 200
    assert member.get("/account/").status_code == 200
