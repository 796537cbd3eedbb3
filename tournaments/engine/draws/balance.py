"""Measures how even draws are, in numbers: repeated meetings, winds, bots and neighbours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tournaments.engine.draws.winds import neighbours
from tournaments.engine.participants import SEATS, Table, is_bot

MEETING: Final = 100
WIND: Final = 10
BOTS: Final = 10
NEIGHBOUR: Final = 1
"""What the objective adds for a repeated pair, for a wind or a bot too many, and for a repeated neighbour."""


@dataclass(frozen=True, slots=True)
class Balance:
    """How even the draws up to one round are; 0 is best.

    ``repeats`` are meetings of two members beyond their first. ``winds`` is the largest difference between one
    member's counts of the four winds, or of three at tables of three. ``bots`` is the largest difference in bots met
    between two members of equally many rounds. ``neighbours`` are repetitions of the same member on another's right.
    ``objective`` is their weighted sum. A value above 0 may be the best possible; `fewest_repeats` proves it in part.
    """

    objective: int
    repeats: int
    winds: int
    bots: int
    neighbours: int


def balance(rounds: Sequence[Sequence[Table]]) -> Balance:
    """Return the figures of these rounds together."""
    met: Counter[tuple[str, str]] = Counter()
    followed: Counter[tuple[str, str]] = Counter()
    seats: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0] * SEATS)
    sat: Counter[str] = Counter()
    bots: Counter[str] = Counter()
    for tables in rounds:
        for table in tables:
            members = [label for label in table if not is_bot(label)]
            met.update(combinations(sorted(members), 2))
            followed.update(neighbours(table))
            for seat, label in enumerate(table):
                if not is_bot(label):
                    seats[label, len(table)][seat] += 1
                    sat[label] += 1
                    bots[label] += len(table) - len(members)
    alike: defaultdict[int, list[int]] = defaultdict(list)
    for label, rounds_sat in sat.items():
        alike[rounds_sat].append(bots[label])
    winds = [max(had[:size]) - min(had[:size]) for (_label, size), had in seats.items()]
    apart = [max(numbers) - min(numbers) for numbers in alike.values()]
    objective = (
        MEETING * _pairs(met)
        + WIND * sum(max(0, spread - 1) for spread in winds)
        + BOTS * sum(max(0, spread - 1) for spread in apart)
        + NEIGHBOUR * _pairs(followed)
    )
    return Balance(
        objective=objective,
        repeats=_beyond_first(met),
        winds=max(winds, default=0),
        bots=max(apart, default=0),
        neighbours=_beyond_first(followed),
    )


def fewest_repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """Return a lower bound of repeated meetings for any draw of these members and rounds, with these bots.

    Members who have more meetings than there are other members in their rounds must meet somebody again. Often more
    repeats are unavoidable, but this count does not prove it.
    """
    met: Counter[str] = Counter()
    others: defaultdict[str, set[str]] = defaultdict(set)
    for tables in rounds:
        there = {label for table in tables for label in table if not is_bot(label)}
        for table in tables:
            members = [label for label in table if not is_bot(label)]
            for label in members:
                met[label] += len(members) - 1
                others[label] |= there
    again = sum(max(0, met[label] - (len(others[label]) - 1)) for label in met)
    return -(-again // 2)


def _pairs(count: Counter[tuple[str, str]]) -> int:
    """Return the weight of all repeated pairs: a pair's second occurrence adds 1, the third 2, and so on."""
    return sum(times * (times - 1) // 2 for times in count.values())


def _beyond_first(count: Counter[tuple[str, str]]) -> int:
    return sum(times - 1 for times in count.values())
