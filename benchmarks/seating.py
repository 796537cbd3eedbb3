"""The seating: repeated meetings, winds and bots of the draws of 8 to 100 members, beside what is possible.

The limit is the number of rounds in which nobody need meet anybody twice (resolvable designs and tables of the social
golfer problem). The aim is no repeat in up to two thirds of it, and with 16 members in 5 rounds. Each draw has
a seed of its own and nothing left over from the one before.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import process_time
from typing import Final, NamedTuple

from benchmarks.measuring import note, show
from tournaments.engine.draws.balance import Balance, balance
from tournaments.engine.draws.even import draw_even
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.rounds_searched import planned
from tournaments.engine.draws.seating import Round
from tournaments.engine.participants import SEATS, member_label, with_fillers

ROUNDS: Final = (5, 6, 7, 8, 9, 10, 11, 12)
_LIMITS: Final = {8: 1, 12: 1, 20: 5}
"""Where less is possible than everybody's meeting three new ones in each round; 400 and such are far from it."""


class Measured(NamedTuple):
    """An evening: its figures after each round, and processor seconds of the slowest draw."""

    after: list[Balance]
    slowest: float


def limit(members: int) -> int:
    """In how many rounds nobody need meet anybody twice, with tables filled by bots as by members."""
    participants = members + -members % SEATS
    return _LIMITS.get(participants, (participants - 1) // (SEATS - 1))


def evening(members: int, rounds: int, *, seed: int = 1) -> Measured:
    """Draw so many rounds."""
    labels = with_fillers([member_label(i) for i in range(1, members + 1)], "bot:safe")
    history: list[Round] = []
    after, slowest = [], 0.0
    for _ in range(rounds):
        planned.cache_clear()
        before = process_time()
        seeds = [seed * 1000 + draw for draw in range(len(history) + 1)]
        apart: list[Pairs] = [frozenset()] * len(seeds)
        history.append(draw_even(labels, history, seeds=seeds, apart=apart))
        slowest = max(slowest, process_time() - before)
        after.append(balance(history))
    return Measured(after, slowest)


def run(numbers: Sequence[int]) -> None:
    """Print a line for each number of members."""
    show("Seating: repeated meetings after 5 to 12 rounds, the worst imbalances on the way")
    note(
        "  members  limit  "
        + "".join(f"{rounds:>6}" for rounds in ROUNDS)
        + "   winds  bots  slowest draw"
    )
    missed = []
    for members in numbers:
        after, slowest = evening(members, ROUNDS[-1])
        most = limit(members)
        repeats = [after[rounds - 1].repeats for rounds in ROUNDS]
        aimed = ROUNDS[0] if members == 16 else most * 2 // 3
        marks = "".join(
            f"{found:>5}{'*' if found and rounds <= aimed else ' '}"
            for rounds, found in zip(ROUNDS, repeats, strict=True)
        )
        early = [one.repeats for one in after[: min(aimed, len(after))]]
        if early and early[-1]:
            missed.append(members)
        winds, bots = max(one.winds for one in after), max(one.bots for one in after)
        apart = [number for number, one in enumerate(after, 1) if one.bots > 1]
        note(
            f"  {members:>7}  {most:>5}  {marks}{winds:>7}{bots:>6}{slowest * 1000:>11.0f} ms"
            + (f"  (bots two apart after rounds {', '.join(map(str, apart))})" if apart else "")
        )
    note("  (* a repeat in up to two thirds of the limit)")
    note(f"  The aim is missed with: {', '.join(map(str, missed)) or 'no number'}")
    large = ((members, evening(members, 4).slowest) for members in (200, 397, 400))
    note(
        "  "
        + ", ".join(f"{members} members: {slowest * 1000:.0f} ms" for members, slowest in large)
    )


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m benchmarks.seating", description=__doc__)
    options.add_argument("--quick", action="store_true", help="a few numbers of members")
    options.add_argument("--members", help="these numbers alone, such as 8,13,40")
    given = options.parse_args()
    few = (8, 12, 13, 16, 24, 28, 32, 40, 64, 100)
    every = few if given.quick else range(8, 101)
    run([int(one) for one in given.members.split(",")] if given.members else every)
