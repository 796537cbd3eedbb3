"""Draws rounds from a design (`designs`): no meeting repeats, and its four classes take the winds in turn.

The secret of the first draw assigns players to positions of the design. That of the second chooses among all designs
that contain the first round, and each later one chooses the next round. Bots have positions like members: a member
who withdraws leaves theirs to a bot, a late member takes a bot's, and the design continues for the others. A round is
only drawn from it if counts of bots differ by at most one and no table has two bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Final, NamedTuple

from tournaments.engine.draws.designs import UNITAL, design_round, design_rounds, outer_rounds
from tournaments.engine.draws.pairing_history import PairingHistory, Pairs
from tournaments.engine.participants import SEATS, Table, is_bot, player_id

_PLANNED: Final = SEATS
_SMALL: Final = 7
"""Tables up to which three rounds of a design are worth more than four that a search finds."""

_LARGE: Final = 56
"""Participants from which on a design is used with two bots or three: in smaller fields a search spares more."""


class Designed(NamedTuple):
    """A round of a design, and among how many of its rounds the secret chose."""

    tables: tuple[Table, ...]
    among: int


def drawn_by_design(
    players: Sequence[str],
    rounds: Sequence[Sequence[Table]],
    seeds: Sequence[int],
    apart: Pairs,
    start: int,
) -> Designed | None:
    """Return a round of the design without repeated meetings.

    None if the design offers no round in which winds and bots stay even. ``start`` is the index of the first of the
    four rounds in which everybody has each wind once.
    """
    bots = [label for label in players if is_bot(label)]
    if len(players) == UNITAL or (len(bots) > 1 and len(players) < _LARGE):
        return None
    who = who_is_who(players, rounds, seeds)
    if who is None:
        return None
    past = PairingHistory.of(rounds, apart)
    members = [label for label in players if not is_bot(label)]
    rng = Random(f"{seeds[-1]}:design")  # noqa: S311 - a draw that anybody can repeat
    tables, here = len(players) // SEATS, len(rounds) - start
    outer = outer_rounds(tables)
    first, last = list(range(outer)), list(range(outer, design_rounds(len(players))))
    fewest = _PLANNED if tables > _SMALL else _PLANNED - 1
    if here == 0 and outer - len(rounds) < fewest:
        first = []  # they would end amid four rounds, leaving no even winds to good tables
    wanted = {label: past.due_seats(label) for label in members}
    rng.shuffle(first)
    rng.shuffle(last)
    ways = list(permutations(range(SEATS)))
    rng.shuffle(ways)
    for kind in (first, last):
        found: list[tuple[Table, ...]] = []
        for index in kind:
            quads = [[who[position] for position in quad] for quad in design_round(len(who), index)]
            way = next((way for way in ways if _due(quads, way, wanted)), None)
            if way is not None and fair(quads, members, past):
                found.append(_seated(quads, way, bots, rng))
        if found:
            return Designed(found[0], len(found))
    return None


def fair(
    quads: Sequence[Sequence[str | None]], members: Sequence[str], past: PairingHistory
) -> bool:
    """Return whether no meeting repeats, no table has two bots, and members' counts of bots differ by at most one."""
    after = past.copy()
    companies = [[label for label in quad if label is not None] for quad in quads]
    return (
        min(map(len, companies)) >= SEATS - 1
        and not after.add(companies)
        and not after.uneven(members)
    )


def _due(
    quads: Sequence[Sequence[str | None]],
    way: Sequence[int],
    wanted: Mapping[str, frozenset[int]],
) -> bool:
    """Return whether every player gets a wind due to them if the classes take the winds in this way."""
    return all(
        seat in wanted[label]
        for quad in quads
        for seat, at in enumerate(way)
        if (label := quad[at]) is not None
    )


def _seated(
    quads: Sequence[Sequence[str | None]], way: Sequence[int], bots: Sequence[str], rng: Random
) -> tuple[Table, ...]:
    waiting, drawn = list(bots), []
    for quad in quads:
        south, east, north, west = (quad[at] or waiting.pop() for at in way)
        drawn.append((south, east, north, west))
    rng.shuffle(drawn)
    return tuple(drawn)


def who_is_who(
    players: Sequence[str], rounds: Sequence[Sequence[Table]], seeds: Sequence[int]
) -> list[str | None] | None:
    """Return the player at each position of the design, None for a bot.

    None instead of the list if an earlier round had another number of players, or if there is no position for
    somebody.
    """
    if any(sum(map(len, drawn)) != len(players) for drawn in rounds):
        return None
    present = [_members(label for table in drawn for label in table) for drawn in rounds]
    present.append(_members(players))
    who: list[str | None] = [*present[0], *[None] * (len(players) - len(present[0]))]
    Random(f"{seeds[0]}:design").shuffle(who)  # noqa: S311 - the same for every round
    for number, here in enumerate(present):
        if number == 1:
            who = _turned(who, rounds[0], Random(f"{seeds[1]}:turned"))  # noqa: S311
        new = sorted(set(here).difference(who), key=player_id)
        free = [at for at, label in enumerate(who) if label is None]
        free += [at for at, label in enumerate(who) if label is not None and label not in here]
        for label, at in zip(new, free, strict=False):
            who[at] = label
    there = set(present[-1])
    return [label if label in there else None for label in who] if there <= set(who) else None


def _turned(who: list[str | None], drawn: Sequence[Table], rng: Random) -> list[str | None]:
    """Return the players by position in another design that also contains the first round.

    That round's tables are shuffled in it. If the first round is not one of the design, ``who`` is returned
    unchanged.
    """
    tables = {frozenset(_members(table)) for table in drawn}
    for index in range(outer_rounds(len(drawn))):
        quads = design_round(len(who), index)
        if {frozenset(who[at] for at in quad) - {None} for quad in quads} == tables:
            turned = list(who)
            for quad, other in zip(quads, rng.sample(quads, len(quads)), strict=True):
                for at, to in zip(quad, other, strict=True):
                    turned[to] = who[at]
            return turned
    return who


def _members(labels: Iterable[str]) -> list[str]:
    return sorted((label for label in labels if not is_bot(label)), key=player_id)
