"""Chooses whose turn it is to sit at a table of three, or to sit out.

Of two members present in the same rounds, neither has had more than one turn more than the other: the next turns always
go to the members with the fewest turns for the rounds in which they were present. Members who sit out count as present.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

from tournaments.engine.draws.seating import Round
from tournaments.engine.participants import SEATS, is_bot, player_id

Out: TypeAlias = tuple[str, ...]
"""The labels of the members who sit out a round."""


def shares_of_threes(history: Sequence[Round], outs: Sequence[Out]) -> Mapping[str, Fraction]:
    """Return how many more turns at tables of three each member has had than the average of those present."""
    had = [
        [label for table in tables if len(table) < SEATS for label in table] for tables in history
    ]
    return _shares(history, outs, had)


def shares_of_sitting_out(history: Sequence[Round], outs: Sequence[Out]) -> Mapping[str, Fraction]:
    """Return how many more times each member has sat out than the average of those present."""
    return _shares(history, outs, outs)


def _shares(
    history: Sequence[Round], outs: Sequence[Out], had: Sequence[Sequence[str]]
) -> Mapping[str, Fraction]:
    shares: defaultdict[str, Fraction] = defaultdict(Fraction)
    for tables, out, turns in zip(history, outs, had, strict=True):
        there = members_of(tables, out)
        if not turns:
            continue
        for label in there:
            shares[label] += (label in turns) - Fraction(len(turns), len(there))
    return shares


def members_of(tables: Iterable[Sequence[str]], out: Out) -> list[str]:
    """Return the members present in a round, seated or sitting out."""
    return [label for table in (*tables, out) for label in table if not is_bot(label)]


def sitting_out(
    members: Iterable[str], count: int, history: Sequence[Round], outs: Sequence[Out], seed: int
) -> Out:
    """Return the ``count`` members whose turn it is to sit out; the lot decides between equals."""
    shares = shares_of_sitting_out(history, outs)
    order = sorted(members, key=player_id)
    Random(f"{seed}:{len(history)}:out").shuffle(order)  # noqa: S311 - a draw that anybody can repeat
    order.sort(key=lambda label: shares.get(label, Fraction()))
    return tuple(sorted(order[:count], key=player_id))


def most_apart(history: Sequence[Round], outs: Sequence[Out]) -> tuple[int, int]:
    """Return the largest differences in turns between two members present in the same rounds.

    The first number is for tables of three, the second for sitting out.
    """
    presence: defaultdict[str, list[int]] = defaultdict(list)
    threes: Counter[str] = Counter()
    sat_out: Counter[str] = Counter()
    for number, (tables, out) in enumerate(zip(history, outs, strict=True)):
        for label in members_of(tables, out):
            presence[label].append(number)
        threes.update(label for table in tables if len(table) < SEATS for label in table)
        sat_out.update(out)
    alike: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for label, rounds in presence.items():
        alike[tuple(rounds)].append(label)
    return _most(alike, threes), _most(alike, sat_out)


def _most(alike: Mapping[tuple[int, ...], Sequence[str]], had: Counter[str]) -> int:
    spread = ([had[label] for label in labels] for labels in alike.values())
    return max((max(times) - min(times) for times in spread), default=0)
