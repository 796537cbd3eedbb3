"""What a deal counts, and for whom, where a substitute plays it: by either rule of the tournament."""

from contextlib import suppress
from itertools import count, product
from random import Random
from typing import Any

import pytest

from tests.support.substitutes import deal, give, running, seat_of
from tests.support.tournaments import V1, Told, result_of
from tournaments.engine.decisions import (
    decide_advance,
    decide_enter,
    decide_score_deal,
)
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TableDealScored
from tournaments.engine.people.seats import sat_in
from tournaments.engine.people.substitutes import (
    decide_list_reserve,
)
from tournaments.engine.round_state import Span
from tournaments.engine.scoring.arithmetic import arithmetic
from tournaments.engine.scoring.standing_flags import FlagKind, StandingFlag, notes
from tournaments.engine.scoring.tie_breaks import TieBreak
from tournaments.engine.terms import Format


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
    assert notes(told.state)["player:1"] == (StandingFlag(FlagKind.STOOD_APART, 1, "50"),)
    assert notes(told.state)["player:50"] == (StandingFlag(FlagKind.SUBSTITUTE, 1, "1"),)


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
    assert notes(told.state)["player:1"] == (StandingFlag(FlagKind.NOT_PLAYED, 1),)
    assert notes(told.state)["player:2"] == (StandingFlag(FlagKind.NOT_PLAYED, 1),)
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
