"""The analysis of a deal (§10 and luck), on one core: how long it takes, and how sure it is."""

import sys
from math import sqrt
from random import Random
from statistics import mean, median
from time import process_time

from benchmarks.measuring import note
from games.bots.match import play_match
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from replays.analysis.summary import shares
from replays.analysis.whole import EFFORT, Part, Whole

_HEAD = ("s a deal", "slowest", "decision ±", "within 1", "deal ±", "draws ±", "discards ±")


def run(*, deals: int) -> None:
    """Analyse so many deals between bots of each kind of table, and print."""
    note(
        "\nThe analysis of a deal, one core's processor time; ± are standard errors in points:"
        f"\n  {EFFORT.decision} rollouts a decision at the most, {EFFORT.deal} of the deal, twice {EFFORT.draw} a draw"
        f"\n{'':<24}{'deals':>6}" + "".join(f"{name:>12}" for name in _HEAD)
    )
    for rules, seats in ((VINAGAMES, 4), (VINAGAMES, 3), (VINAGAMES, 2), (FOURSAC, 4)):
        _measure(rules, seats, deals)


def _measure(rules: RuleSet, seats: int, deals: int) -> None:
    taken: list[float] = []
    errors: list[float] = []
    sums: list[tuple[float, float, float]] = []
    for played in play_match(rules, ["club"] * seats, deals=deals, random=Random(7)):
        before = process_time()
        whole = Whole(played.events)
        parts = [whole.part(number) for number in range(whole.total)]
        taken.append(process_time() - before)
        errors += [error for part in parts if "moves" in part for error in _errors(part)]
        assert played.state.ending is not None
        for share in shares(parts, played.state.ending.result.net):
            sums.append((share.deal.error, share.draws.error, share.discards.error))
    # The mean of squares, as errors add up.
    dealt, drawn, let_go = (sqrt(mean([one[at] ** 2 for one in sums])) for at in range(3))
    within = sum(error <= 1.0 for error in errors) / len(errors)
    note(
        f"{f'{rules.key}, {seats} seats':<24}{deals:>6}{mean(taken):>12.2f}{max(taken):>12.2f}"
        f"{median(errors):>12.2f}{within:>12.0%}{dealt:>12.2f}{drawn:>12.2f}{let_go:>12.2f}"
    )


def _errors(part: Part) -> list[float]:
    """Return how sure it is by how much each move that was tried to the end differs from the chosen one."""
    chosen = next(one for one in part["moves"] if one["move"] == part["chosen"])
    return [
        one["better"][1]
        for one in part["moves"]
        if one is not chosen and one["draws"] == chosen["draws"]
    ]


if __name__ == "__main__":
    run(deals=4 if "--quick" in sys.argv else 30)
