"""Standings: the members of a tournament in order, with what decided each place named.

Points are what the deals brought, as they are scored now: a ruling replaces what it corrects. Who has not played a
deal yet, or was played for by the careful bot in all of them, stands behind all who have played one. Equal points are
decided by, in this order: more deals won; the highest points of one winning hand; fewer penalties (đền, §10.5). Members
who are still equal share the place, and the next place counts all of them (1, 2, 2, 4). Behind them stand, without a
place, the members who have left, and the fillers: these are nobody in particular, all of one kind together.

Worked: four members, two deals at one table. Deal 1 is won by A with a hand of 7 points (+60 -20 -20 -20, rulebook
case V2), deal 2 by B with a hand of 7 points, D penalised (0 +60 0 -60, case V7 with B winning):

| place | member | points | won | best hand | penalties | decided by |
|---|---|---|---|---|---|---|
| 1 | A | +60 | 1 | 7 | 0 | points |
| 2 | B | +40 | 1 | 7 | 0 | points |
| 3 | C | -20 | 0 | 0 | 0 | points |
| 4 | D | -80 | 0 | 0 | 1 | points |
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeAlias

from tournaments.engine.events import Net, StandingRow, Table
from tournaments.engine.participants import is_bot


class TieBreak(StrEnum):
    """What can decide a place; the order of the members is the order in which they are asked."""

    PLAYED = "played"
    POINTS = "points"
    WINS = "wins"
    BEST_HAND = "best-hand"
    PENALTIES = "penalties"
    SHARED = "shared"


_ORDER: Final = tuple(TieBreak)


@dataclass(frozen=True, slots=True)
class Result:
    """What one scored deal counts: who sat, what each seat got, who won with how many points, who was penalised.

    ``played_for`` are the seats of members for whom the careful bot made every move.
    """

    seats: Table
    net: Net
    winner: int | None
    points: int
    penalised: int | None
    played_for: tuple[int, ...] = ()


_Key: TypeAlias = tuple[bool, int, int, int, int]


@dataclass(slots=True)
class _Tally:
    points: int = 0
    deals: int = 0
    own: int = 0
    wins: int = 0
    best_hand: int = 0
    penalties: int = 0

    def key(self) -> _Key:
        """Sorts the best first."""
        return (self.own == 0, -self.points, -self.wins, -self.best_hand, self.penalties)


def standings(
    participants: Sequence[str], results: Iterable[Result], *, gone: Collection[str] = ()
) -> tuple[StandingRow, ...]:
    """The standings of these participants (in order of entry) after these results, in any order.

    Members who share a place stand in order of entry. A participant without a deal has zeros; ``gone`` are the members
    who have left.
    """
    tallies: dict[str, _Tally] = {label: _Tally() for label in participants}
    for result in results:
        for seat, label in enumerate(result.seats):
            tally = tallies.setdefault(label, _Tally())
            tally.points += result.net[seat]
            tally.deals += 1
            tally.own += seat not in result.played_for
            if result.winner == seat:
                tally.wins += 1
                tally.best_hand = max(tally.best_hand, result.points)
            if result.penalised == seat:
                tally.penalties += 1
    ordered = sorted(
        (label for label in tallies if not is_bot(label)), key=lambda label: tallies[label].key()
    )
    members = [label for label in ordered if label not in gone]
    keys = [tallies[label].key() for label in members]
    # What separates each member from the next one; the first and the last have nobody beyond.
    gaps = [_separates(one, other) for one, other in pairwise(keys)]
    rows = []
    place = 1
    for index, label in enumerate(members):
        if index and gaps[index - 1] is not TieBreak.SHARED:
            place = index + 1
        beside = gaps[max(index - 1, 0) : index + 1]
        rows.append(
            _row(
                place, label, tallies[label], max(beside, key=_ORDER.index, default=TieBreak.POINTS)
            )
        )
    unplaced = [label for label in ordered if label in gone]
    unplaced += sorted(label for label in tallies if is_bot(label))
    rows += [_row(None, label, tallies[label], TieBreak.POINTS) for label in unplaced]
    return tuple(rows)


def _separates(one: _Key, other: _Key) -> TieBreak:
    for tie_break, mine, theirs in zip(_ORDER, one, other, strict=False):
        if mine != theirs:
            return tie_break
    return TieBreak.SHARED


def _row(place: int | None, label: str, tally: _Tally, settled_by: TieBreak) -> StandingRow:
    return StandingRow(
        place=place,
        participant=label,
        points=tally.points,
        deals=tally.deals,
        wins=tally.wins,
        best_hand=tally.best_hand,
        penalties=tally.penalties,
        settled_by=settled_by.value,
    )
