"""Finds the rounds of a small design (`designs`) that remain after those already drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.engine.draws.designs import UNITAL, UNITAL_ROUNDS, cubes, unital_round
from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.draws.pairing_history import PairingHistory
from tournaments.engine.draws.rounds_designed import fair, who_is_who
from tournaments.engine.participants import Table, is_bot

Companies = list[list[str]]
"""Who shares the tables of a round, without their bots."""


def completions(
    players: Sequence[str],
    rounds: Sequence[Sequence[Table]],
    seeds: Sequence[int],
    past: PairingHistory,
) -> list[list[Companies]]:
    """Return the remaining rounds of each small design that contains the earlier rounds; empty if none does."""
    members = [label for label in players if not is_bot(label)]
    if len(members) == len(players) == 8 and not past.keeps_apart():
        return _of_eight(members, rounds)
    if len(players) == UNITAL and len(members) >= UNITAL - 1:
        return _of_unital(players, members, rounds, seeds, past)
    return []


def spreading(rest: Sequence[Companies], past: PairingHistory) -> list[Companies]:
    """Return the rounds of ``rest`` that spread meetings best: as few pairs as possible have met most often.

    Several rounds can be equally good.
    """

    def often(companies: Companies) -> list[int]:
        after = past.met + Counter(
            pair(*both) for company in companies for both in combinations(company, 2)
        )
        return sorted(after.values(), reverse=True)

    least = min(map(often, rest), default=[])
    return [companies for companies in rest if often(companies) == least]


def _of_eight(members: list[str], rounds: Sequence[Sequence[Table]]) -> list[list[Companies]]:
    """Return the rounds left in each design of eight that contains the latest rounds drawn.

    The latest rounds are those drawn since all pairs of members had last met equally often. Empty if no design has
    them.
    """
    number = {label: at for at, label in enumerate(members)}
    if any(label not in number for drawn in rounds for table in drawn for label in table):
        return []
    drawn = [
        frozenset(frozenset(number[label] for label in table) for table in one) for one in rounds
    ]
    met: Counter[tuple[str, str]] = Counter()
    since = 0
    for at, tables in enumerate(rounds, 1):
        met.update(pair(*both) for table in tables for both in combinations(table, 2))
        if len(met) == 28 and len(set(met.values())) == 1:
            since = at
    there = frozenset(drawn[since:])
    if len(there) < len(drawn) - since:
        return []
    return [
        [
            [[members[at] for at in sorted(half)] for half in sorted(split, key=sorted)]
            for split in sorted(design - there, key=lambda split: sorted(map(sorted, split)))
        ]
        for design in cubes()
        if there <= design
    ]


def _of_unital(
    players: Sequence[str],
    members: list[str],
    rounds: Sequence[Sequence[Table]],
    seeds: Sequence[int],
    past: PairingHistory,
) -> list[list[Companies]]:
    who = who_is_who(players, rounds, seeds)
    if who is None:
        return []
    left = []
    for index in range(UNITAL_ROUNDS):
        quads = [[who[at] for at in quad] for quad in unital_round(index)]
        if fair(quads, members, past):
            left.append([[label for label in quad if label is not None] for quad in quads])
    return [left] if left else []
