"""The analysis of a deal (§10 and luck), on one core: how long it takes, and how sure it is."""

import sys
from math import sqrt
from random import Random
from statistics import mean, median
from time import process_time

from benchmarks.measuring import note
from games.bots.match import play_match
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet
from replays.analysis.summary import shares
from replays.analysis.whole import EFFORT, Part, WholeAnalysis

_HEAD = (
    *("s a deal", "slowest", "a move ±", "in 2 s ±", "within 1"),
    *("deal ±", "draws ±", "in 2 s ±", "discards ±"),
)


def run(*, deals: int) -> None:
    """Analyse so many deals between bots of each kind of table, and print."""
    note(
        "\nThe analysis of a deal, one core's processor time; ± are standard errors in points:"
        f"\n  at most {EFFORT.decision} rollouts a move, {EFFORT.deal} of the deal, twice {EFFORT.draw} a draw;"
        "\n  in 2 s: as if all were done so much oftener or less often that a deal takes two seconds"
        f"\n{'':<24}{'deals':>6}" + "".join(f"{name:>12}" for name in _HEAD)
    )
    tables = ((VINAGAMES, 4), (VINAGAMES, 3), (VINAGAMES, 2), (FOURSAC, 4), (MIEN_NAM, 4))
    for rules, seats in tables:
        _measure(rules, seats, deals)


def _measure(rules: RuleSet, seats: int, deals: int) -> None:
    taken: list[float] = []
    errors: list[float] = []
    sums: list[tuple[float, float, float]] = []
    for played in play_match(rules, ["club"] * seats, deals=deals, random=Random(7)):
        before = process_time()
        whole = WholeAnalysis(played.events)
        parts = [whole.part(number) for number in range(whole.total)]
        taken.append(process_time() - before)
        errors += [error for part in parts if "moves" in part for error in _errors(part)]
        assert played.state.ending is not None
        for share in shares(parts, played.state.ending.result.net):
            sums.append((share.deal.error, share.draws.error, share.discards.error))
    # The mean of squares, as errors add up.
    dealt, drawn, let_go = (sqrt(mean([one[at] ** 2 for one in sums])) for at in range(3))
    within = sum(error <= 1.0 for error in errors) / len(errors)
    move, in_two = median(errors), sqrt(mean(taken) / 2)
    told = (mean(taken), max(taken), move, move * in_two)
    sure = (dealt, drawn, drawn * in_two, let_go)
    note(
        f"{f'{rules.key}, {seats} seats':<24}{deals:>6}"
        + "".join(f"{number:>12.2f}" for number in told)
        + f"{within:>12.0%}"
        + "".join(f"{number:>12.2f}" for number in sure)
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
