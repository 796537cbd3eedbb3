"""Mixing: a round in which everybody has a wind that is due to them, whatever the rounds before were.

First everybody gets a due seat, each seat no oftener than there are tables: a matching, which exists wherever all
have played the same rounds. From any tables that have these seats a search then exchanges two who can take each
other's seat, and lowers how often the same two meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Final

from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.participants import SEATS, Table

_EXCHANGES: Final = 60_000
"""How many exchanges are weighed: less than a second."""
_WARMTH: Final = 0.6
"""How much worse an exchange may be that is made now and then at the beginning, in meetings."""


def mixed(
    members: Sequence[str],
    wanted: Mapping[str, frozenset[int]],
    met: Mapping[tuple[str, str], int],
    rng: Random,
) -> tuple[Table, ...] | None:
    """The tables of a round of members in which each has a seat of ``wanted``; None where there is none such.

    ``met`` counts the meetings so far of each `pair`.
    """
    order = list(members)
    rng.shuffle(order)
    columns = _columns(order, wanted)
    if columns is None:
        return None
    rows = _searched([list(row) for row in zip(*columns, strict=True)], wanted, met, rng)
    rng.shuffle(rows)
    return tuple((south, east, north, west) for south, east, north, west in rows)


def _columns(
    members: Sequence[str], wanted: Mapping[str, frozenset[int]]
) -> list[list[str]] | None:
    """Who sits where, by seat, each seat equally often; by augmenting paths."""
    columns: list[list[str]] = [[] for _ in range(SEATS)]

    def give(label: str, tried: set[int]) -> bool:
        for seat in sorted(wanted[label] - tried, key=lambda seat: len(columns[seat])):
            tried.add(seat)
            if len(columns[seat]) < len(members) // SEATS:
                columns[seat].append(label)
                return True
            for place, other in enumerate(columns[seat]):
                if give(other, tried):
                    columns[seat][place] = label
                    return True
        return False

    return columns if all(give(label, set()) for label in members) else None


def _searched(
    rows: list[list[str]],
    wanted: Mapping[str, frozenset[int]],
    met: Mapping[tuple[str, str], int],
    rng: Random,
) -> list[list[str]]:
    """The best rows found by exchanges of two, now and then to the worse as long as it is warm."""
    costs = [_at(row, met) for row in rows]
    total = best = sum(costs)
    found = [list(row) for row in rows]
    for turn in range(_EXCHANGES if len(rows) > 1 else 0):
        if not best:
            break
        one, other = rng.sample(range(len(rows)), 2)
        if not costs[one] and not costs[other]:
            continue
        seat = rng.randrange(SEATS)
        there = seat if rng.randrange(2) else rng.randrange(SEATS)
        here, away = rows[one], rows[other]
        if there not in wanted[here[seat]] or seat not in wanted[away[there]]:
            continue
        here[seat], away[there] = away[there], here[seat]
        new = _at(here, met), _at(away, met)
        change = sum(new) - costs[one] - costs[other]
        if change <= 0 or rng.random() < exp(-change / (_WARMTH * (1 - turn / _EXCHANGES))):
            costs[one], costs[other] = new
            total += change
            if total < best:
                best, found = total, [list(row) for row in rows]
        else:
            here[seat], away[there] = away[there], here[seat]
    return found


def _at(row: Sequence[str], met: Mapping[tuple[str, str], int]) -> int:
    a, b, c, d = row
    return sum(
        met.get(pair(one, other), 0)
        for one, other in ((a, b), (a, c), (a, d), (b, c), (b, d), (c, d))
    )
