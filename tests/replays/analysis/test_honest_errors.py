"""The error beside a cost is honest: longer runs, and chances that are known exactly, lie within it often enough."""

from math import hypot, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from games.bots.match import play_match
from games.engine.rules import FOURSAC, VINAGAMES
from replays.analysis import weighing
from replays.analysis.deciding import decisions_of
from replays.analysis.luck import draws_of, luck_of_draw
from replays.analysis.weighing import weigh


def decisions(*numbers):
    """Of a deal of each rule set, every other one."""
    bots = ["greedy", "club", "safe", "club"]
    deals = (
        next(play_match(rules, bots, deals=1, random=Random(number))).events
        for number in numbers or (11,)
        for rules in (VINAGAMES, FOURSAC)
    )
    return [one for events in deals for one in list(decisions_of(events))[::2]]


def test_no_cost_is_said_to_be_nothing_for_sure():
    """Where both halves of the draws name the chosen move the cost is 0, and its error is not."""
    both = 0
    for number, one in enumerate(decisions()):
        cost = weigh(one, Random(number), times=80).cost
        both += cost.mean == 0
        assert cost.error > 0
        assert cost.error >= -cost.mean, "no move costs less than nothing"
    assert both >= 5


def test_longer_runs_find_what_the_shorter_ones_say_within_their_errors(monkeypatch):
    found = decisions(11, 12, 13)[::5]
    short = [weigh(one, Random(number), times=96).cost for number, one in enumerate(found)]
    monkeypatch.setattr(weighing, "ENOUGH", 0.1)
    long = [weigh(one, Random(-number - 1), times=960).cost for number, one in enumerate(found)]
    off = [
        abs(said.mean - max(0.0, more.mean)) / hypot(said.error, more.error)
        for said, more in zip(short, long, strict=True)
    ]
    assert len(off) >= 15
    assert sum(one <= 1 for one in off) >= 2 / 3 * len(off)
    assert sum(one <= 2 for one in off) >= 0.9 * len(off)


WORLDS = {
    "the chosen move is the best by little": ((0, 30, 0.0), (-1, 30, 0.0), (-2, 30, 0.0)),
    "another one is a point better": ((0, 30, 0.0), (1, 30, 0.0), (-6, 30, 0.0)),
    "all are alike": ((0, 30, 0.0),) * 4,
    "a rare win that one of them leaves out": ((0, 10, 0.0), (-1, 10, 0.02), (-8, 10, 0.0)),
}
"""The moves, the chosen one first: what each brings on average, its spread, and how often it brings 60 more."""


@pytest.mark.parametrize("world", WORLDS)
def test_what_is_known_exactly_lies_within_the_error_as_often_as_the_page_says(world, monkeypatch):
    one = max(decisions(), key=lambda each: len(each.moves))
    moves = [one.chosen, *(move for move in one.moves if move != one.chosen)]
    ways = WORLDS[world]
    of = dict(zip(moves, ways, strict=False))
    few = type(one)(one.version, one.before, one.chosen, tuple(moves[: len(ways)]))
    luck = Random(26)

    def outcome(_rules, _board, move, *, judged):
        brings, spread, often = of[move]
        return round(brings + luck.gauss(0, spread) + 60 * (luck.random() < often))

    monkeypatch.setattr(weighing, "outcome", outcome)
    monkeypatch.setattr(weighing, "Hidden", Nothing)
    right = max(0.0, *(brings + 60 * often for brings, _spread, often in ways))
    costs = [weigh(few, Random(number), times=160).cost for number in range(200)]
    within = [abs(cost.mean - right) / cost.error for cost in costs]
    assert sum(off <= 1 for off in within) >= 2 / 3 * len(costs)
    assert sum(off <= 2 for off in within) >= 0.9 * len(costs)


class Nothing:
    """Hands that need not be drawn, since what they bring is given."""

    rules = VINAGAMES
    stock = ()

    def __init__(self, *_given):
        pass

    def draw(self):
        return self

    def copy(self):
        return self

    def share_out(self):
        pass


def test_the_same_again_with_other_luck_differs_as_much_as_its_errors_say():
    """What two orders of the stock, like hands in a row, and cards tried in turn have in common is in them."""
    one = max(decisions(), key=lambda each: len(each.moves))
    weighed = [weigh(one, Random(number), times=160) for number in range(60)]
    chosen = [
        next(move.expected for move in verdict.moves if move.move == one.chosen)
        for verdict in weighed
    ]
    draw = next(
        draws_of(next(play_match(VINAGAMES, ["club"] * 4, deals=1, random=Random(1))).events)
    )
    drawn = [luck_of_draw(draw, Random(number), times=60)[0] for number in range(60)]
    for said in (chosen, drawn):
        told = sqrt(mean([each.error**2 for each in said]))
        assert told > 0
        assert 0.75 * told < stdev([each.mean for each in said]) < 1.25 * told
