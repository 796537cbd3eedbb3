"""Seats that change hands and entries before the start: what is decided."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.substitutes import deal, give, running, seat_of
from tests.support.tournaments import V1, Told
from tournaments.engine.correcting.corrections import decide_adjust
from tournaments.engine.decisions import (
    decide_enter,
    decide_enter_members,
)
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TableDealScored
from tournaments.engine.participants import is_bot
from tournaments.engine.people.entries import decide_check_in, decide_leave
from tournaments.engine.people.entry_events import CheckInUndone, EntryRemoved, SeatGiven
from tournaments.engine.people.seats import BOT, holders, holders_of
from tournaments.engine.people.substitutes import (
    MOST_RESERVES,
    decide_allow_entry,
    decide_give_seat,
    decide_leave_reserve,
    decide_list_reserve,
    decide_remove_entry,
    decide_take_seat,
    decide_undo_check_in,
)
from tournaments.engine.real_cards.deciding import decide_mark, is_cardboard
from tournaments.engine.real_cards.events import Lay, ResultEntered
from tournaments.engine.round_state import Span
from tournaments.engine.scoring.standing_flags import FlagKind, StandingFlag, notes


def refused(code: str, ask: Callable[..., Any], *asked: Any, **more: Any) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*asked, **more)
    assert caught.value.code == code


def holder(told: Told, owner: int) -> str:
    table, seat = seat_of(told, owner)
    return holders(told.state.rounds[-1].tables[table - 1])[seat]


def test_behind_its_deal_the_seat_is_whoevers_it_was_before():
    told = running()
    _table, seat = seat_of(told, 1)
    give(told, 1, 50, Span.ROUND)
    give(told, 1, 51, Span.DEAL)
    assert holder(told, 1) == "player:51"
    deal(told, 1, (seat, 50))  # it was dealt before: the one deal is yet to come
    assert holder(told, 1) == "player:51"
    deal(told, 2, (seat, 51))
    assert holder(told, 1) == "player:50"
    label = "player:1"
    row = next(row for row in told.state.standings() if row.participant == label)
    assert row.deals == 2 and row.place is not None
    assert notes(told.state)[label] == (
        StandingFlag(FlagKind.STOOD_IN, 1, "50"),
        StandingFlag(FlagKind.STOOD_IN, 1, "51"),
    )


def test_behind_one_deal_the_bot_has_the_seat_of_who_has_left():
    told = running()
    _table, seat = seat_of(told, 1)
    told.then(decide_leave(told.state, player=1))
    give(told, 1, 50, Span.DEAL)
    deal(told, 1, (seat, 50))
    assert holder(told, 1) == BOT


def test_a_table_with_real_cards_stays_one_and_a_substitute_keeps_the_seat_of_who_has_left():
    told = running()
    table, seat = seat_of(told, 1)
    told.then(decide_mark(told.state, table=table, cardboard=True, director=9))
    told.then(decide_leave(told.state, player=1))
    give(told, 1, 50, Span.DEAL)
    net = (0, 0, 0, 0)
    told.then((ResultEntered(1, table, 1, 701, Lay(None), net, 0, seat, None),))
    assert holder(told, 1) == "player:50"
    assert is_cardboard(told.state, 1, table)
    give(told, 1, 51, Span.DEAL)
    told.then((ResultEntered(1, table, 2, 702, Lay(None), net, 0, seat, None),))
    assert holder(told, 1) == "player:50"
    at = told.state.rounds[0].tables[table - 1]
    assert [holders_of(at, deal)[seat] for deal in (1, 2, 3)] == [
        *("player:50", "player:51", "player:50")
    ]


def test_who_sat_in_for_one_deal_has_an_interest_for_good():
    told = running()
    _table, seat = seat_of(told, 1)
    assert not told.state.interested(60)
    assert all(map(told.state.interested, (1, 50)))
    give(told, 1, 50, Span.DEAL)
    deal(told, 1, (seat, 50))
    told.then(decide_leave_reserve(told.state, player=50))
    assert 50 not in told.state.reserves
    assert told.state.interested(50)


def test_who_stands_in_for_the_rest_keeps_the_entry_in_the_draw():
    told = running(5)
    assert len(told.state.playing) == 5
    told.then(decide_leave(told.state, player=1))
    assert 1 not in told.state.playing
    give(told, 1, 50, Span.REST)
    assert 1 in told.state.playing and 50 not in told.state.playing
    assert told.state.pot == 5 * told.state.options.entry_fee
    give(told, 1, None, Span.REST)
    assert 1 not in told.state.playing


def test_a_bots_seat_is_the_one_with_least_played_and_counts_for_who_took_it():
    told = running(6, late_until=1)
    told.then(decide_enter(told.state, player=60, into=1))
    refused("tournament.too-late", decide_enter, told.state, player=61)
    (event,) = told.then(decide_take_seat(told.state, player=60))
    assert isinstance(event, SeatGiven) and is_bot(event.owner)
    assert is_bot(told.state.rounds[0].tables[event.table - 1].seats[event.seat])
    refused("tournament.drawn-already", decide_take_seat, told.state, player=60)
    refused("tournament.seat-of-bot", give_bots, told, event)
    told.then((TableDealScored(1, event.table, 1, 801, V1, 0, 7, None, (), ((event.seat, 60),)),))
    row = next(row for row in told.state.standings() if row.participant == "player:60")
    assert (row.deals, row.points) == (1, V1[event.seat])
    assert notes(told.state)["player:60"] == (StandingFlag(FlagKind.TOOK_SEAT, 1),)


def give_bots(told: Told, event: SeatGiven) -> None:
    asked: dict[str, Any] = {"table": event.table, "seat": event.seat, "player": 50}
    decide_give_seat(told.state, **asked, span=Span.REST, reason="No.", director=9)


def test_a_table_that_has_played_all_its_deals_gives_no_seat():
    told = running(deals_per_round=1)
    deal(told, 1)
    refused("tournament.table-done", give, told, 1, 50, Span.ROUND)


def test_who_was_removed_before_the_start_enters_only_when_let():
    told = Told([1, 2])
    assert told.then(decide_remove_entry(told.state, player=1, reason=" Rude. ")) == (
        EntryRemoved(1, "Rude."),
    )
    assert list(told.state.entrants) == [2]
    refused("tournament.turned-away", decide_enter, told.state, player=1)
    refused("tournament.turned-away", decide_list_reserve, told.state, player=1)
    refused("tournament.not-entered", decide_remove_entry, told.state, player=1, reason="Again.")
    told.then(decide_allow_entry(told.state, player=1))
    assert decide_allow_entry(told.state, player=1) == ()
    told.then(decide_enter(told.state, player=1))
    assert list(told.state.entrants) == [2, 1]


def test_a_director_enters_nobody_who_was_removed():
    told = Told([1, 2], entry_fee=0)
    told.then(decide_remove_entry(told.state, player=1, reason="Rude."))
    refused("tournament.turned-away", decide_enter_members, told.state, players=[1], director=9)


def test_a_check_in_is_undone_once_and_before_the_start_alone():
    told = Told([1, 2], check_in=True)
    assert decide_undo_check_in(told.state, player=1) == ()
    told.then(decide_check_in(told.state, player=1))
    assert told.then(decide_undo_check_in(told.state, player=1)) == (CheckInUndone(1),)
    assert list(told.state.not_here) == [1, 2]
    refused("tournament.not-entered", decide_undo_check_in, told.state, player=5)
    started = running()
    refused("tournament.already-started", decide_undo_check_in, started.state, player=1)
    refused("tournament.already-started", decide_remove_entry, started.state, player=1, reason="X")


def test_the_reserve_list_has_an_end_and_who_enters_leaves_it():
    told = Told([1])
    refused("tournament.reserve-entered", decide_list_reserve, told.state, player=1)
    for player in range(100, 100 + MOST_RESERVES):
        told.then(decide_list_reserve(told.state, player=player))
    refused("tournament.reserve-full", decide_list_reserve, told.state, player=99)
    told.then(decide_enter(told.state, player=100))
    assert 100 not in told.state.reserves


def test_a_substitute_changes_no_table_in_a_round_of_a_duplicate():
    for duplicate in (False, True):
        told = running(8, duplicate=duplicate)
        table, _seat = seat_of(told, 1)
        other = next(player for player in range(2, 9) if seat_of(told, player)[0] != table)
        for who in (50, 1):
            give(told, 1, who, Span.ROUND)
        there, seat = seat_of(told, other)
        asked: dict[str, Any] = {"table": there, "seat": seat, "reason": "Ill.", "director": 9}
        if not duplicate:
            give(told, other, 50, Span.DEAL)
            continue
        asked["span"] = Span.ROUND
        refused("tournament.substitute-was", decide_give_seat, told.state, player=50, **asked)
        asked["span"] = Span.DEAL
        refused("tournament.span-duplicate", decide_give_seat, told.state, player=51, **asked)
        give(told, 1, 50, Span.ROUND)


def test_who_has_judged_does_not_play():
    told = running(4, late_until=2)
    told.then(
        decide_adjust(told.state, player=1, points=-9, reason="Late.", section="", director=70)
    )
    refused("tournament.has-judged", decide_enter, told.state, player=70)
    refused("tournament.has-judged", decide_list_reserve, told.state, player=70)
    told.then(
        decide_adjust(told.state, player=2, points=-9, reason="Late.", section="", director=50)
    )
    table, seat = seat_of(told, 1)
    asked: dict[str, Any] = {"table": table, "seat": seat, "reason": "Ill.", "director": 9}
    refused(
        "tournament.has-judged",
        decide_give_seat,
        told.state,
        player=50,
        span=Span.ROUND,
        **asked,
    )


# --- the other rule: each deal counts for who played it -------------------------------------------
