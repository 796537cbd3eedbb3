"""The final of a tournament in groups: who sits in it, and what counts there."""

from collections import Counter
from itertools import count, product
from random import Random
from typing import Any

import pytest

from tests.support.groups import in_final, played, started
from tests.support.tournaments import Told, given_of, result_of, secret_of
from tournaments.engine import decisions
from tournaments.engine.correcting.corrections import (
    decide_adjust,
    decide_redraw,
)
from tournaments.engine.draws.certificate import faults
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import is_bot, member_label, player_id
from tournaments.engine.people import substitutes
from tournaments.engine.people.entries import decide_leave, decide_sit_out
from tournaments.engine.scoring.arithmetic import arithmetic
from tournaments.engine.scoring.group_standings import group_standings
from tournaments.engine.scoring.tie_breaks import TieBreak


def test_points_begin_anew_in_the_final_and_the_arithmetic_adds_up():
    told = in_final(13)
    for seed in (8, 9):
        played(told, seed)
    state = told.state
    finalists = [member_label(player) for player in state.rounds[-1].finalists]
    found = state.ranked()
    points = Counter[str]()
    for result in state.results():
        if result.round > 3:
            points.update(dict(zip(result.seats, result.net, strict=True)))
    order = [row.participant for row in found.rows()][:4]
    assert sorted(order) == sorted(finalists)
    assert [points[label] for label in order] == sorted(
        (points[label] for label in finalists), reverse=True
    )
    for row in found.rows():
        if is_bot(row.participant):
            continue
        told_why = arithmetic(state, row.participant)
        assert told_why is not None
        assert sum(deal.points for deal in told_why.deals) == row.points
    fourth = arithmetic(state, order[3])
    assert fourth is not None and fourth.below is not None
    assert fourth.below.settled_by is TieBreak.FINAL
    rest = [row for row in found.rows() if row.place and row.participant not in finalists]
    assert [row.points for row in rest] == sorted((row.points for row in rest), reverse=True)


def test_a_late_ruling_counts_in_the_group_and_changes_no_finalist():
    told = in_final(13)
    final = told.state.rounds[3]
    loser = next(
        row.participant
        for row in told.state.standings()[::-1]
        if row.place and player_id(row.participant) not in final.finalists
    )
    number, table = next(
        (one.number, table)
        for one in told.state.rounds[:1]
        for table in one.tables
        if loser in table.seats
    )
    seat, score = table.seats.index(loser), table.scores[0]
    south, east, north, west = (900 if one == seat else -300 for one in range(4))
    before = given_of(told, 4)
    told.then(
        decisions.decide_rescore_deal(
            told.state,
            deal_id=score.deal_id,
            net=(south, east, north, west),
            penalised=None,
            ruling=1,
        )
    )
    assert number == 1 and given_of(told, 4) == before and faults(before) == []
    groups, ranked = group_standings(told.state)
    assert ranked is not None
    own = next(group for group in groups if loser in group)
    assert own[0] == loser and ranked.tallies[loser].points > 700
    assert loser not in [row.participant for row in told.state.standings()[:4]]
    played(told, 4)
    assert told.state.rounds[4].finalists == final.finalists


def test_an_adjustment_in_the_final_counts_there_and_an_earlier_one_does_not():
    told = started(13)
    told.then(decide_adjust(told.state, player=1, points=50, reason="x", section="", director=99))
    for number in range(3):
        played(told, number)
    finalist = told.state.rounds[3].finalists[3]
    label = member_label(finalist)
    told.then(
        decide_adjust(told.state, player=finalist, points=-70, reason="x", section="", director=99)
    )
    assert told.state.ranked().tallies[label].in_final == -70
    assert told.state.standings()[3].participant == label
    _groups, ranked = group_standings(told.state)
    assert ranked is not None
    assert ranked.tallies[label].points == told.state.ranked().tallies[label].points + 70
    if 1 in told.state.rounds[3].finalists and finalist != 1:
        assert told.state.ranked().tallies["player:1"].in_final == 0


def test_who_leaves_or_sits_out_before_the_final_is_not_in_it_and_leaves_it_to_the_next():
    told = started(13)
    played(told, 1)
    played(told, 2)
    one, two = (player_id(row.participant) for row in told.state.standings()[:2])
    told.then(decide_leave(told.state, player=one))
    told.then(decide_sit_out(told.state, player=two))
    played(told, 3)
    final = told.state.rounds[3]
    assert len(final.finalists) == 4 and not {one, two} & set(final.finalists)
    assert faults(given_of(told, 4)) == []


def test_a_finalist_who_leaves_leaves_the_seat_to_a_bot_and_nobody_moves_up():
    told = in_final(13)
    finalists = told.state.rounds[3].finalists
    told.then(decide_leave(told.state, player=finalists[0]))
    told.then(decide_sit_out(told.state, player=finalists[1]))
    played(told, 4)
    last = told.state.rounds[4]
    members = {player_id(label) for label in last.tables[0].seats if not is_bot(label)}
    assert members == set(finalists[2:]) and last.finalists == finalists
    assert faults(given_of(told, 5)) == []
    # Who sat out may take back a seat of the final, and nobody else may.
    taken = substitutes.decide_take_seat(told.state, player=finalists[1], director=99)
    assert taken[0].table == 1  # type: ignore[union-attr]


def test_who_enters_late_joins_the_smallest_group_and_a_bots_seat_of_the_final_is_no_way_in():
    told = started(13, late_until=3)
    told.then(decisions.decide_enter(told.state, player=50))
    told.then(decide_sit_out(told.state, player=50))
    played(told, 1)
    assert 50 in told.state.rounds[1].groups[1] and len(told.state.rounds[1].groups[1]) == 7
    assert given_of(told, 2)["joined"] == [50]
    for number in (2, 3):
        played(told, number)
    for number in range(1, 5):
        assert faults(given_of(told, number)) == []
    finalists = told.state.rounds[3].finalists
    told.then(decide_leave(told.state, player=finalists[0]))
    others = [one for one in range(1, 14) if one not in finalists][:2]
    for one in others:  # the other eight fill two tables: the one bot sits in the final
        told.then(decide_sit_out(told.state, player=one))
    played(told, 4)
    final = told.state.rounds[4]
    assert any(map(is_bot, final.tables[0].seats))
    assert not any(is_bot(label) for table in final.tables[1:] for label in table.seats)
    with pytest.raises(TournamentRefused) as refused:
        substitutes.decide_take_seat(told.state, player=others[0], director=99)
    assert refused.value.code == "tournament.final-seat"
    with pytest.raises(TournamentRefused) as caught:
        decisions.decide_enter(told.state, player=60)
    assert caught.value.code == "tournament.too-late"


def test_a_redraw_of_the_first_final_round_chooses_by_the_standings_of_then():
    told = in_final(13)
    best = told.state.rounds[3].finalists[0]
    told.then(decide_leave(told.state, player=best))
    said: dict[str, Any] = {"reason": "Gone.", "dealt": False, "director": 99}
    told.then(decide_redraw(told.state, secret=secret_of(5), **said))
    assert best not in told.state.rounds[3].finalists
    assert len(told.state.rounds[3].finalists) == 4
    assert faults(given_of(told, 4)) == [] and given_of(told, 4)["draws"] == [1, 2, 3, 5]


def test_eight_finalists_sit_at_two_tables_and_meet_evenly():
    told = in_final(16, finalists=8, rounds=6, final_rounds=3)
    for seed in (4, 5):
        played(told, seed)
    finalists = {member_label(player) for player in told.state.rounds[-1].finalists}
    assert len(finalists) == 8
    for drawn in told.state.rounds[3:]:
        assert {label for table in drawn.tables[:2] for label in table.seats} == finalists
        assert faults(given_of(told, drawn.number)) == []


@pytest.mark.parametrize("seed", [5, 16, 41])
def test_finalists_of_a_duplicate_are_compared_exactly(seed: int):
    chance = Random(seed)
    told = Told(
        range(1, 13),
        rounds=2,
        deals_per_round=3,
        format="groups",
        final_rounds=1,
        finalists=4,
        duplicate=True,
    ).start(seed)
    ids = count(1)
    while (drawn := told.state.open_round) is not None:
        for table, number in product(range(1, len(drawn.tables) + 1), (1, 2, 3)):
            winner = chance.randrange(4)
            told.then(
                decisions.decide_score_deal(
                    told.state,
                    round_number=drawn.number,
                    table=table,
                    deal_number=number,
                    net=result_of(winner, chance.randrange(1, 6, 2)),
                    deal_id=next(ids),
                    winner=winner,
                    points=7,
                    penalised=None,
                )
            )
        told.then(decisions.decide_advance(told.state))
    tallies = told.state.ranked().tallies
    for player in told.state.rounds[-1].finalists:
        label = f"player:{player}"
        played = (one for one in told.state.results() if one.round == 2 and label in one.seats)
        exact = sum(one.scores[one.seats.index(label)] for one in played)
        assert tallies[label].in_final == exact
