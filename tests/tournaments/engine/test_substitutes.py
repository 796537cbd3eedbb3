"""Seats that change hands and entries before the start: what is decided, and what a deal counts for whom."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count, product
from random import Random
from typing import Any

import pytest

from tests.support.tournaments import V1, Told, result_of
from tournaments.engine.arithmetic import arithmetic
from tournaments.engine.cardboard import decide_mark, is_cardboard
from tournaments.engine.cardboard_events import Lay, ResultEntered
from tournaments.engine.corrections import decide_adjust
from tournaments.engine.decisions import (
    decide_advance,
    decide_enter,
    decide_enter_members,
    decide_score_deal,
)
from tournaments.engine.entries import decide_check_in, decide_leave
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TableDealScored
from tournaments.engine.formats import Format
from tournaments.engine.notes import Kind, Note, notes
from tournaments.engine.participants import is_bot
from tournaments.engine.seat_events import CheckInUndone, EntryRemoved, SeatGiven, Span
from tournaments.engine.seats import BOT, holders, holders_of, sat_in
from tournaments.engine.substitutes import (
    MOST_RESERVES,
    decide_allow_entry,
    decide_give_seat,
    decide_leave_reserve,
    decide_list_reserve,
    decide_remove_entry,
    decide_take_seat,
    decide_undo_check_in,
)
from tournaments.engine.tie_breaks import TieBreak


def refused(code: str, ask: Callable[..., Any], *asked: Any, **more: Any) -> None:
    with pytest.raises(TournamentRefused) as caught:
        ask(*asked, **more)
    assert caught.value.code == code


def running(players: int = 4, **options: Any) -> Told:
    told = Told(range(1, players + 1), **{"rounds": 2, "deals_per_round": 3, **options}).start()
    for reserve in (50, 51):
        told.then(decide_list_reserve(told.state, player=reserve))
    return told


def seat_of(told: Told, player: int) -> tuple[int, int]:
    for number, table in enumerate(told.state.rounds[-1].tables, 1):
        if f"player:{player}" in table.seats:
            return number, table.seats.index(f"player:{player}")
    raise AssertionError(player)


def give(told: Told, owner: int, to: int | None, span: Span) -> Sequence[Any]:
    table, seat = seat_of(told, owner)
    asked: dict[str, Any] = {"table": table, "seat": seat, "player": to, "span": span}
    return tuple(told.then(decide_give_seat(told.state, **asked, reason="Ill.", director=9)))


def holder(told: Told, owner: int) -> str:
    table, seat = seat_of(told, owner)
    return holders(told.state.rounds[-1].tables[table - 1])[seat]


def deal(told: Told, number: int, *sat_in: tuple[int, int]) -> None:
    told.then((TableDealScored(1, 1, number, 700 + number, V1, 0, 7, None, (), sat_in),))


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
        Note(Kind.STOOD_IN, 1, "50"),
        Note(Kind.STOOD_IN, 1, "51"),
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
    assert notes(told.state)["player:60"] == (Note(Kind.TOOK_SEAT, 1),)


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


def lines(told: Told) -> dict[str, Any]:
    return {row.participant: row for row in told.state.standings()}


def test_by_the_other_rule_a_substitutes_deals_are_an_own_line_without_a_place():
    told = running(counts_for_player=True)
    _table, seat = seat_of(told, 1)
    give(told, 1, 50, Span.DEAL)
    deal(told, 1, (seat, 50))
    deal(told, 2)
    own, theirs = lines(told)["player:1"], lines(told)["player:50"]
    assert (own.deals, own.points) == (1, V1[seat])
    assert (theirs.deals, theirs.points, theirs.place) == (1, V1[seat], None)
    assert own.place is not None
    assert notes(told.state)["player:1"] == (Note(Kind.STOOD_APART, 1, "50"),)
    assert notes(told.state)["player:50"] == (Note(Kind.SUBSTITUTE, 1, "1"),)


def test_by_the_other_rule_what_the_careful_bot_played_counts_for_nobody():
    told = running(counts_for_player=True)
    _table, seat = seat_of(told, 1)
    give(told, 2, 50, Span.ROUND)
    _there, other = seat_of(told, 2)
    # Both are absent: the owner, and the substitute of another.
    absent = tuple(sorted((seat, other)))
    told.then((TableDealScored(1, 1, 1, 701, V1, 0, 7, None, absent, ((other, 50),)),))
    found = lines(told)
    assert found["player:1"].deals == 0 and found["player:2"].deals == 0
    assert "player:50" not in found or found["player:50"].deals == 0
    assert (found["bot:careful"].deals, found["bot:careful"].points) == (2, V1[seat] + V1[other])
    assert notes(told.state)["player:1"] == (Note(Kind.NOT_PLAYED, 1),)
    assert notes(told.state)["player:2"] == (Note(Kind.NOT_PLAYED, 1),)
    assert "player:50" not in notes(told.state)
    # Who has played nothing stands behind everybody who has, and leads nothing.
    placed = [row.participant for row in told.state.standings() if row.place is not None]
    assert set(placed[:2]).isdisjoint({"player:1", "player:2"})


@pytest.mark.parametrize("for_player", [False, True])
def test_by_either_rule_the_lines_add_up_to_what_the_seats_got(for_player: bool):
    told = running(counts_for_player=for_player)
    _table, seat = seat_of(told, 1)
    give(told, 1, 50, Span.ROUND)
    deal(told, 1, (seat, 50))
    told.then((TableDealScored(1, 1, 2, 702, V1, 0, 7, None, (seat,), ()),))
    deal(told, 3)
    rows = told.state.standings()
    assert sum(row.points for row in rows) == 0
    assert sum(row.deals for row in rows) == 3 * 4
    assert sum(row.wins for row in rows) == 3


def test_a_substitute_who_enters_later_has_a_place_and_all_they_played():
    told = running(counts_for_player=True, late_until=2)
    _table, seat = seat_of(told, 1)
    give(told, 1, 50, Span.DEAL)
    deal(told, 1, (seat, 50))
    told.then(decide_enter(told.state, player=50))
    line = lines(told)["player:50"]
    assert line.deals == 1 and line.place is not None


def test_why_a_substitute_stands_there_is_said_too():
    told = running(counts_for_player=True)
    _table, seat = seat_of(told, 1)
    give(told, 1, 50, Span.DEAL)
    deal(told, 1, (seat, 50))
    found = arithmetic(told.state, "player:50")
    assert found is not None and found.row.place is None
    assert [(line.seat, line.points) for line in found.deals] == [(seat, V1[seat])]
    owner = arithmetic(told.state, "player:1")
    assert owner is not None and owner.deals == ()
    assert arithmetic(told.state, "bot:careful") is None


@pytest.mark.parametrize("for_player", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_by_either_rule_whatever_happens_the_lines_add_up_and_no_prize_is_lost(
    seed: int, for_player: bool
):
    chance = Random(seed)
    told = Told(
        range(1, 9),
        rounds=3,
        deals_per_round=2,
        counts_for_player=for_player,
        prize_shares=(60, 40),
    ).start(seed)
    for reserve in (50, 51):
        told.then(decide_list_reserve(told.state, player=reserve))
    ids = count(1)
    while (drawn := told.state.open_round) is not None:
        for owner in chance.sample(range(1, 9), 2):
            with suppress(TournamentRefused):
                give(told, owner, chance.choice((50, 51, None)), Span.ROUND)
        for table, number in product(range(1, len(drawn.tables) + 1), (1, 2)):
            state = told.state.rounds[-1].tables[table - 1]
            absent = tuple(seat for seat in range(4) if chance.random() < 0.2)
            winner = chance.randrange(4)
            net = result_of(winner, 7)
            told.then(
                decide_score_deal(
                    told.state,
                    round_number=drawn.number,
                    table=table,
                    deal_number=number,
                    deal_id=next(ids),
                    net=net,
                    winner=winner,
                    points=7,
                    penalised=None,
                    played_for=absent,
                    sat_in=sat_in(state),
                )
            )
        told.then(decide_advance(told.state))
        rows = told.state.standings()
        assert sum(row.points for row in rows) == 0
        scored = [one for rnd in told.state.rounds for table in rnd.tables for one in table.scores]
        assert sum(row.deals for row in rows) == 4 * len(scored)
        assert sum(row.wins for row in rows) == len(scored)
        remarked = set(notes(told.state))
        assert remarked <= {row.participant for row in rows}
    told.close()
    prizes = {row.standing.participant: row.prize for row in told.state.final}
    assert sum(prizes.values()) == told.state.pot
    assert all(not prize for who, prize in prizes.items() if who in ("player:50", "player:51"))


def test_a_finalist_who_plays_no_deal_of_the_final_stands_behind_those_who_do():
    told = Told(
        range(1, 9),
        rounds=2,
        deals_per_round=2,
        format=Format.GROUPS,
        final_rounds=1,
        finalists=4,
        counts_for_player=True,
    ).start(7)
    told.then(decide_list_reserve(told.state, player=50))
    told.play_round(Random(1))
    absent = told.state.rounds[-1].finalists[-1]
    table, seat = seat_of(told, absent)
    give(told, absent, 50, Span.ROUND)
    winner = (seat + 1) % 4
    for number in (1, 2):
        for at, state in enumerate(told.state.rounds[-1].tables, 1):
            told.then(
                decide_score_deal(
                    told.state,
                    round_number=2,
                    table=at,
                    deal_number=number,
                    deal_id=900 + 10 * at + number,
                    net=result_of(winner, 7),
                    winner=winner,
                    points=7,
                    penalised=None,
                    sat_in=sat_in(state) if at == table else (),
                )
            )
    found = lines(told)
    finalists = [f"player:{one}" for one in told.state.rounds[-1].finalists]
    assert found[f"player:{absent}"].place == max(found[one].place for one in finalists) == 4
    why = arithmetic(told.state, f"player:{absent}")
    assert why is not None and why.above is not None
    assert why.above.settled_by is TieBreak.FINAL_PLAYED
