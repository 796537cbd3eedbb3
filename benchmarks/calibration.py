"""Whether the errors beside an analysis's figures are honest: how many of them longer runs lie within.

`python -m benchmarks.calibration --figures 400` takes so many figures of each kind.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from math import hypot, inf
from random import Random
from typing import NamedTuple
from unittest import mock

from benchmarks.measuring import note
from games.bots.match import play_match
from games.bots.playout import Playout
from games.engine.rules import PRESETS, RuleSet
from replays.analysis import weighing, whole
from replays.analysis.summary import shares
from replays.analysis.weighing import Estimate, weigh
from replays.analysis.whole import EFFORT, ENGINE, Effort, Part, WholeAnalysis

_LONGER = 4
"""How many times as often the longer run plays."""

_BOTS = ("club", "careful", "greedy", "safe")
"""Bots whose choices are worth something: they do not play by habit."""


class Figure(NamedTuple):
    """A figure of an analysis beside that of a longer run."""

    kind: str
    said: Estimate
    longer: Estimate

    @property
    def is_nothing(self) -> bool:
        """Return whether both runs say 0: that no choice changed anything, or that none was better.

        Such a figure has no luck in it, and says nothing about the errors.
        """
        return self.said.mean == self.longer.mean == 0

    @property
    def off(self) -> float:
        """Return how many standard errors lie between the two."""
        apart = abs(self.said.mean - self.longer.mean)
        error = hypot(self.said.error, self.longer.error)
        return apart / error if error else inf


def run(*, figures: int, presets: Sequence[RuleSet] = tuple(PRESETS.values())) -> None:
    """Compare so many figures of each kind with a longer run's, and print."""
    note(
        f"\nThe errors of an analysis against runs {_LONGER} times as long:"
        f"\n{'':<32}{'figures':>10}{'nothing':>10}{'within 1 ±':>14}{'within 1.96 ±':>16}"
    )
    for rules in presets:
        for figures_of in (_moves, _sums):
            found: dict[str, list[Figure]] = {}
            nothing: Counter[str] = Counter()
            for played in play_match(rules, _BOTS, deals=10 * figures, random=Random(7)):
                for figure in figures_of(played):
                    of_kind = found.setdefault(figure.kind, [])
                    if len(of_kind) < figures:
                        nothing[figure.kind] += figure.is_nothing
                        of_kind += [] if figure.is_nothing else [figure]
                if all(len(of_kind) == figures for of_kind in found.values()):
                    break
            for kind, of_kind in found.items():
                _tell(f"{rules.key}, {kind}", of_kind, nothing[kind])


def _moves(played: Playout) -> Iterator[Figure]:
    """Yield what every third decision's moves differ by, and what it cost."""
    for number, decision in enumerate(WholeAnalysis(tuple(played.events)).decisions):
        if number % 3:
            continue
        said = weigh(decision, Random(number), times=EFFORT.decision)
        with mock.patch.multiple(weighing, ENOUGH=0.0, _HOPELESS=inf):
            longer = weigh(decision, Random(-number - 1), times=EFFORT.decision * _LONGER)
        most = max(move.draws for move in said.moves)
        for move in said.moves:
            if move.move != decision.chosen:
                (other,) = (one.better for one in longer.moves if one.move == move.move)
                kind = "a move" if move.draws == most else "a move given up"
                yield Figure(kind, move.better, other)
        right = max(one.better.mean for one in longer.moves)
        yield Figure("a cost", said.cost, Estimate(right, longer.cost.error))


def _sums(played: Playout) -> Iterator[Figure]:
    """Yield each draw's luck and the sums of a seat's result, without what its choices cost."""
    few = EFFORT._replace(decision=2)
    more = Effort(*[_LONGER * times for times in EFFORT])._replace(decision=2)
    said, longer = _parts(played, few, ENGINE), _parts(played, more, -ENGINE)
    for one, other in zip(said, longer, strict=True):
        if one["what"] == "draw":
            yield Figure("a draw", Estimate(*one["worth"][0]), Estimate(*other["worth"][0]))
    assert played.state.ending is not None
    net = played.state.ending.result.net
    for mine, its in zip(shares(said, net), shares(longer, net), strict=True):
        yield Figure("the deal", mine.deal, its.deal)
        yield Figure("all draws", mine.draws, its.draws)
        yield Figure("the others' choices", mine.others, its.others)


def _parts(played: Playout, effort: Effort, engine: int) -> list[Part]:
    """Return all parts; of another engine's number they have other luck."""
    with mock.patch.multiple(whole, EFFORT=effort, ENGINE=engine):
        deal = WholeAnalysis(tuple(played.events))
        return [deal.part(number) for number in range(deal.total)]


def _tell(name: str, figures: list[Figure], nothing: int) -> None:
    size = len(figures) or 1  # all of them may have been nothing
    within = [sum(one.off <= most for one in figures) / size for most in (1.0, 1.96)]
    note(f"{name:<32}{len(figures):>10}{nothing:>10}{within[0]:>14.1%}{within[1]:>16.1%}")


def main() -> None:
    """Run it as told on the line."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    options.add_argument("--quick", action="store_true", help="10 figures of each kind")
    options.add_argument("--figures", type=int, default=40, help="how many of each kind")
    options.add_argument("--rules", choices=list(PRESETS), help="one preset alone")
    asked = options.parse_args()
    presets = [PRESETS[asked.rules]] if asked.rules else list(PRESETS.values())
    run(figures=10 if asked.quick else asked.figures, presets=presets)


if __name__ == "__main__":
    main()
