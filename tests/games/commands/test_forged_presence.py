"""Records that say of people what no deal can have brought: the verifier refuses each of them."""

from collections.abc import Callable, Sequence

import pytest

from games import commands, queries
from games.engine.attendance import LONGEST_BANK
from games.engine.events import (
    BankUsed,
    CardDiscarded,
    CardDrawn,
    DealPaused,
    DealResumed,
    DealStarted,
    Event,
    PauseAsked,
    SeatBack,
    SeatGone,
    TimeRanOut,
)
from games.engine.recording.records import DealRecord
from games.engine.recording.verification import verify
from games.models import Player
from tests.support.deals import NOW
from tests.support.presence import due, for_two, fresh, is_consistent, miss, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh")]


@pytest.fixture
def record(people: list[Player]) -> DealRecord:
    deal = for_two(people)
    is_consistent(deal, people)
    return queries.record_of(deal.pk)


def with_more(record: DealRecord, at: int, more: Sequence[Event]) -> DealRecord:
    """Return the record with these events before the one at this place, and of its time."""
    events = list(record.events)
    return DealRecord(
        record.deal, (*events[:at], *((events[at][0], event) for event in more), *events[at:])
    )


def place(record: DealRecord, kind: type[Event], nth: int = 0) -> int:
    return [at for at, (_t, event) in enumerate(record.events) if isinstance(event, kind)][nth]


FORGED: dict[str, Callable[[int], list[Event]]] = {
    "moves in a pause": lambda mine: [DealPaused(True)],
    "time runs out in a pause": lambda mine: [
        *(DealPaused(True), TimeRanOut(mine)),
        DealResumed(True),
    ],
    "a pause nobody asked for": lambda mine: [DealPaused(False), DealResumed(True)],
    "a pause that one of two asked for": lambda mine: [
        *(PauseAsked(mine, False), DealPaused(False)),
        DealResumed(True),
    ],
    "the seats end the director's pause": lambda mine: [DealPaused(True), DealResumed(False)],
    "the seats ask to end the director's pause": lambda mine: [
        *(DealPaused(True), PauseAsked(mine, True)),
        DealResumed(True),
    ],
    "the bank twice for one move": lambda mine: [BankUsed(mine, 5), BankUsed(mine, 5)],
    "more than any bank": lambda mine: [BankUsed(mine, LONGEST_BANK + 1)],
    "the bank of another seat": lambda mine: [BankUsed(1 - mine, 5)],
    "the bank without a move": lambda mine: [
        *(BankUsed(mine, 5), DealPaused(True)),
        DealResumed(True),
    ],
    "gone without a miss": lambda mine: [SeatGone(mine)],
    "another one gone": lambda mine: [SeatGone(1 - mine), SeatBack(1 - mine)],
    "gone after one miss": lambda mine: [TimeRanOut(mine), SeatGone(mine)],
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_no_deal_brought_is_refused(record, forged):
    at = place(record, CardDiscarded, 2)
    mine = record.events[at][1].seat
    assert verify(with_more(record, at, FORGED[forged](mine))) is not None


def test_the_whole_bank_is_used_once(record):
    at = place(record, CardDiscarded, 1)
    mine = record.events[at][1].seat
    once = with_more(record, at, [BankUsed(mine, LONGEST_BANK)])
    assert verify(once) is None
    later = next(
        n
        for n, (_t, event) in enumerate(once.events)
        if n > at + 2 and isinstance(event, CardDiscarded | CardDrawn) and event.seat == mine
    )
    assert verify(with_more(record, later - 1, [BankUsed(mine, 1)])) is None
    assert verify(with_more(once, later, [BankUsed(mine, 1)])) is not None


def test_a_seat_that_gave_its_seed_itself_was_there_when_the_cards_were_dealt(record):
    at = place(record, DealStarted) + 1
    state = record.history[:at]
    kept = {e.seat for e in state if getattr(e, "kept", None)}
    assert kept == set()
    assert verify(with_more(record, at, [SeatGone(0)])) is not None


def test_what_the_service_writes_of_the_late_the_gone_and_the_agreed_keeps_the_rules(people):
    """Banks, misses, coming back, a pause by agreement, and one behind which who asked is alone."""
    deal = for_two(people, bank=20)
    move(deal, people, NOW)
    miss(deal, 1, people, 2)
    now = due(deal) if fresh(deal).deadline else fresh(deal).changed_at
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=now)
    commands.ask_pause(by=people[1], deal_id=deal.pk, resume=True, now=now)  # and is back
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=True, now=now)
    told = [row.event for row in queries.history(deal.pk)]
    assert {BankUsed, SeatGone, SeatBack, DealPaused, DealResumed} <= set(map(type, told))
    is_consistent(deal, people)


def test_who_goes_after_another_asked_leaves_a_pause_to_be_asked_for_again(people):
    deal = for_two(people)
    miss(deal, 1, people, 1)
    while fresh(deal).deadline is None or queries.load_state(deal.pk).turn != 1:
        move(deal, people, fresh(deal).changed_at)
    commands.ask_pause(by=people[0], deal_id=deal.pk, resume=False, now=fresh(deal).changed_at)
    commands.time_out(deal_id=deal.pk, now=due(deal))
    assert SeatGone(1) in [row.event for row in queries.history(deal.pk)]
    assert fresh(deal).paused_at is None
    now = fresh(deal).changed_at
    for resume in (False, True):
        assert commands.ask_pause(by=people[0], deal_id=deal.pk, resume=resume, now=now)
    is_consistent(deal, people)
