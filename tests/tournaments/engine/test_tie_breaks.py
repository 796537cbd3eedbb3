"""Tie-breaks in the order of the terms: one order, shared places exactly where all of them tie, prizes that add up."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.tournaments import NOBODY, Told, decide_create, result_of
from tournaments.engine import decisions
from tournaments.engine.correcting import corrections, terms_corrected
from tournaments.engine.decisions import final
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import Table, is_bot
from tournaments.engine.scoring.arithmetic import arithmetic
from tournaments.engine.scoring.prizes import final_rows
from tournaments.engine.scoring.standings import CountedDeal, ranked, standings
from tournaments.engine.scoring.tie_breaks import AS_EVER, CHOSEN, TieBreak

LABELS = [f"player:{n}" for n in range(1, 8)] + ["bot:greedy", "bot:safe"]
BOTS = ("bot:greedy", "bot:greedy", "bot:greedy")


@st.composite
def some_results(draw: st.DrawFn) -> CountedDeal:
    south, east, north, west = draw(st.permutations(LABELS))[:4]
    seats: Table = (south, east, north, west)
    number = draw(st.integers(1, 3))
    if draw(st.booleans()):
        return CountedDeal(seats, NOBODY, None, 0, None, round=number)
    winner = draw(st.integers(0, 3))
    points = draw(st.sampled_from([1, 3, 5]))
    penalised = draw(st.sampled_from([None, (winner + 1) % 4]))
    net = result_of(winner, points, penalised)
    return CountedDeal(seats, net, winner, points, penalised, round=number)


some_breaks = st.lists(st.sampled_from(CHOSEN), unique=True).map(tuple)


def alone(player: int, points: int, winner: int | None, number: int = 1) -> CountedDeal:
    """Return a deal of one member against bots."""
    net = (points, -points, 0, 0)
    return CountedDeal((f"player:{player}", *BOTS), net, winner, 3, None, round=number)


def parted(results: list[CountedDeal], *asked: str) -> list[tuple[int | None, str, str]]:
    members = list(dict.fromkeys(who for one in results for who in one.seats if not is_bot(who)))
    rows = standings(sorted(members), results, tie_breaks=asked)
    return [(row.place, row.participant[-1], row.settled_by) for row in rows if row.place]


def test_the_worked_example_of_points_among_the_equal():
    met = CountedDeal(("player:1", "player:2", *BOTS[:2]), (20, -20, 0, 0), 0, 3, None)
    results = [met, alone(1, -20, None), alone(2, 20, 0), alone(3, 0, 0), alone(3, 0, 0)]
    found = ranked(["player:1", "player:2", "player:3"], results, tie_breaks=("direct", "wins"))
    assert found.ranking.values[TieBreak.DIRECT] == {
        "player:1": 40,
        "player:2": -40,
        "player:3": 0,
    }
    assert TieBreak.WINS not in found.ranking.values
    assert parted(results, "direct", "wins") == [
        (1, "1", "direct"),
        (2, "3", "direct"),
        (3, "2", "direct"),
    ]
    assert [who for _, who, _ in parted(results, "wins", "direct")] == ["3", "1", "2"]


def test_the_last_round_and_the_points_a_deal_part_the_equal():
    late = [alone(1, 30, 0, 1), alone(2, 10, 0, 1), alone(2, 20, 0, 2), alone(1, 0, None, 2)]
    assert parted(late, "last-round") == [(1, "2", "last-round"), (2, "1", "last-round")]
    fewer = [alone(1, 30, 0), alone(2, 10, 0), alone(2, 20, 0)]
    assert parted(fewer, "average") == [(1, "1", "average"), (2, "2", "average")]
    lost = [alone(1, -30, None), alone(2, -10, None), alone(2, -20, None)]
    assert [who for _, who, _ in parted(lost, "average")] == ["2", "1"]


def test_without_any_the_equal_share_a_place():
    results = [alone(1, 0, 0), alone(2, 0, None), alone(3, 9, 0)]
    assert parted(results) == [(1, "3", "points"), (2, "1", "shared"), (2, "2", "shared")]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (("luck",), "tournament.tie-break-unknown"),
        (("points",), "tournament.tie-break-unknown"),
        (("shared",), "tournament.tie-break-unknown"),
        (("wins", "direct", "wins"), "tournament.tie-break-twice"),
    ],
)
def test_what_cannot_be_asked_is_refused(wrong, code):
    with pytest.raises(TournamentRefused) as caught:
        decide_create(tie_breaks=wrong)
    assert caught.value.code == code


def test_the_order_is_a_term_that_can_be_corrected_until_the_start():
    told = Told([1, 2, 3, 4], tie_breaks=())
    assert "tie_breaks" in terms_corrected.correctable(told.state)
    asked: dict[str, Any] = {
        "settings": {"tie_breaks": ("direct", "wins")},
        "reason": "typo",
        "director": 99,
    }
    told.then(terms_corrected.decide_correct_settings(told.state, **asked))
    assert told.state.options.tie_breaks == ("direct", "wins")
    told.start()
    with pytest.raises(TournamentRefused) as caught:
        terms_corrected.decide_correct_settings(
            told.state, settings={"tie_breaks": ()}, reason="late", director=99
        )
    assert caught.value.code == "tournament.already-started"


@given(results=st.lists(some_results(), max_size=10), asked=some_breaks, data=st.data())
def test_the_order_is_total_and_the_same_for_any_order_of_deals_and_entries(results, asked, data):
    rows = standings(LABELS, results, tie_breaks=asked)
    assert sorted(row.participant for row in rows) == sorted(LABELS)
    assert rows == standings(LABELS, data.draw(st.permutations(results)), tie_breaks=asked)
    other = standings(data.draw(st.permutations(LABELS)), results, tie_breaks=asked)
    assert {(r.participant, r.place, r.settled_by) for r in rows} == {
        (r.participant, r.place, r.settled_by) for r in other
    }
    places = [row.place for row in rows if row.place is not None]
    assert places == [1 + sum(other < place for other in places) for place in places]


@given(results=st.lists(some_results(), max_size=10), asked=some_breaks)
def test_a_place_is_shared_exactly_by_who_ties_in_all_that_was_asked(results, asked):
    ranking = ranked(LABELS, results, tie_breaks=asked).ranking
    rows = standings(LABELS, results, tie_breaks=asked)
    placed = [row for row in rows if row.place is not None]
    for one in placed:
        for other in placed:
            if one is other:
                continue
            # What was asked of both, in order; somebody who was parted before is asked no more.
            steps = [
                (values[one.participant], values[other.participant])
                for name, values in ranking.values.items()
                if other.participant in ranking.equal_to(one.participant, name)
            ]
            assert (one.place == other.place) == all(mine == theirs for mine, theirs in steps)
            assert len(steps) == 2 + len(asked) or one.place != other.place
            if one.place is not None and other.place is not None and one.place < other.place:
                mine, theirs = next(step for step in steps if step[0] != step[1])
                assert mine > theirs


@given(results=st.lists(some_results(), max_size=10), asked=some_breaks)
def test_points_among_the_equal_add_up_to_nothing_in_each_group(results, asked):
    ranking = ranked(LABELS, results, tie_breaks=("direct", *asked)[: len(asked) or 1]).ranking
    for group in ranking.asked.get(TieBreak.DIRECT, ()):
        assert sum(ranking.values[TieBreak.DIRECT][label] for label in group) == 0


@given(results=st.lists(some_results(), max_size=10))
def test_without_a_word_the_order_is_as_it_ever_was(results):
    rows = [row for row in standings(LABELS, results) if row.place is not None]
    keys = [(row.deals == 0, -row.points, -row.wins, -row.best_hand, row.penalties) for row in rows]
    assert keys == sorted(keys)
    assert [row.place for row in rows] == [1 + sum(b < a for b in keys) for a in keys]
    assert AS_EVER == ("wins", "best-hand", "penalties")


@given(
    results=st.lists(some_results(), max_size=10),
    asked=some_breaks,
    pot=st.integers(0, 500),
    sums=st.sampled_from([(), (40, 20)]),
)
def test_prizes_of_shared_places_add_up_to_the_pot_and_are_equal_to_the_chip(
    results, asked, pot, sums
):
    rows = final_rows(
        standings(LABELS, results, tie_breaks=asked),
        pot=pot,
        shares=(50, 30, 20),
        sums=sums,
        entry_order=range(1, 8),
    )
    assert sum(row.prize for row in rows) == pot
    by_place: dict[int, list[int]] = {}
    for row in rows:
        if row.standing.place is not None:
            by_place.setdefault(row.standing.place, []).append(row.prize)
    assert all(max(prizes) - min(prizes) <= 1 for prizes in by_place.values())


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), members=st.integers(1, 13), asked=some_breaks)
def test_the_arithmetic_adds_up_to_the_standings_of_any_tournament(seed, members, asked):
    told = Told(range(1, members + 1), rounds=3, tie_breaks=asked).start(seed)
    rng = Random(seed)
    while told.state.open_round is not None:
        told.play_round(rng)
        _correct(told, rng)
    if rng.random() < 0.5:
        told.close()
        _correct(told, rng)
        assert sum(row.prize for row in told.state.final) == told.state.pot
        assert told.state.final == final(told.state)
    rows = {row.participant: row for row in told.state.standings()}
    in_line = [row for row in told.state.standings() if row.place is not None]
    for label in told.state.members:
        found = arithmetic(told.state, label)
        assert found is not None and found.row == rows[label]
        counted = [deal for deal in found.deals if not deal.voided]
        added = sum(one.points for one in found.adjustments)
        assert sum(deal.points for deal in counted) + added == found.row.points
        assert len(counted) == found.row.deals
        assert sum(deal.won for deal in found.deals) == found.row.wins
        assert sum(deal.penalised for deal in found.deals) == found.row.penalties
        for deal in found.deals:  # each ruling begins where the one before left it
            for (_, _, behind), (_, before, _) in zip(deal.rulings, deal.rulings[1:], strict=False):
                assert behind == before
            if deal.rulings:
                assert deal.rulings[-1][2] == deal.score.net[deal.seat]
        at = in_line.index(found.row)
        assert (found.above and found.above.row) == (in_line[at - 1] if at else None)
        assert (found.below and found.below.row) == (
            in_line[at + 1] if at + 1 < len(in_line) else None
        )
        for neighbour in filter(None, (found.above, found.below)):
            shared = neighbour.row.place == found.row.place
            assert (neighbour.settled_by is TieBreak.SHARED) == shared
            for step in neighbour.steps:
                _check_deals(step.asked, step.mine, step.my_deals, label, step.among, added)


def _correct(told: Told, rng: Random) -> None:
    """A ruling, a voided deal and points now and then."""
    state = told.state
    scores = [
        (score, table.seats)
        for drawn in state.rounds
        for table in drawn.tables
        for score in table.scores
    ]
    score, _ = rng.choice(scores)
    if rng.random() < 0.6:
        for ruling in (state.version * 10, state.version * 10 + 1):
            told.then(
                decisions.decide_rescore_deal(
                    told.state,
                    deal_id=score.deal_id,
                    net=result_of(rng.randrange(4), 5),
                    penalised=rng.choice([None, 1]),
                    ruling=ruling,
                )
            )
    asked: dict[str, Any] = {"reason": "Reason", "section": "§10.3", "director": 99}
    if rng.random() < 0.4:
        told.then(
            corrections.decide_void(
                told.state, deal_id=rng.choice(scores)[0].deal_id, replay=False, **asked
            )
        )
    if rng.random() < 0.4:
        player = rng.choice(state.entrants)
        points = rng.choice([-7, 12])
        told.then(corrections.decide_adjust(told.state, player=player, points=points, **asked))


def _check_deals(asked, value, deals, label, among, added) -> None:
    """The named deals make the value that was compared."""
    points = sum(deal.points for deal in deals)
    if asked is TieBreak.POINTS:
        assert points + added == value
    elif asked is TieBreak.LAST_ROUND:
        assert points == value
    elif asked is TieBreak.WINS:
        assert len(deals) == value
    elif asked is TieBreak.PENALTIES:
        assert -len(deals) == value
    elif asked is TieBreak.BEST_HAND:
        assert {deal.score.points for deal in deals} == ({value} if value else set())
    elif asked is TieBreak.AVERAGE:
        assert Fraction(points + added, len(deals) or 1) == value
    elif asked is TieBreak.DIRECT:
        assert value == sum(
            deal.points - deal.score.net[deal.result.seats.index(other)]
            for deal in deals
            for other in among
            if other != label and other in deal.result.seats
        )


def test_a_bot_and_a_stranger_have_no_arithmetic():
    told = Told([1, 2]).start().play_all()
    assert arithmetic(told.state, "bot:greedy") is None
    assert arithmetic(told.state, "player:99") is None
    # Who sat there and has not entered, as a substitute of an own line, is told what it comes from.
    sat = arithmetic(replace(told.state, entrants=(1,)), "player:2")
    assert sat is not None and sat.row.deals == 4
