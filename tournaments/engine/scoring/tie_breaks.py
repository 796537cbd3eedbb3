"""Ranks members by tie-breaks, one after another, and keeps which tie-break separated whom.

Finalists rank above all others, by the points of the final. Members who have played rank above those who have not,
then points decide. The terms of a tournament set the tie-breaks after that, and their order. A tie-break separates
members who are equal so far, and never joins or moves others, so the order is unambiguous. Members equal in
everything share the place.

Worked: A, B and C have 0 points each, and the terms ask for the points among the equal (`DIRECT`), then for wins. A
and B met once, where A got +20 and B -20; C met neither. A has +40, B -40, C 0: the order is A, C, B, and wins are
not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeAlias

from tournaments.engine.errors import TournamentRefused


class TieBreak(StrEnum):
    """A tie-break: a figure that decides between equal members."""

    FINAL = "final"
    """Who plays the final stands before who does not (`groups`)."""
    FINAL_PLAYED = "sat-final"
    """Who has played a deal of the final stands before the finalist who has not, where deals count for who played."""
    IN_FINAL = "in-final"
    """The points of the final's rounds, of those who play it."""
    PLAYED = "played"
    POINTS = "points"
    DIRECT = "direct"
    """The difference of points to each equal member, in all deals that they played at one table."""
    WINS = "wins"
    BEST_HAND = "best-hand"
    PENALTIES = "penalties"
    """Fewer are better (đền, §10.5)."""
    LAST_ROUND = "last-round"
    """The points of the last round of which a deal counts."""
    AVERAGE = "average"
    """Points a deal: it parts members with as many points out of unequally many deals."""
    SHARED = "shared"


CHOSEN: Final = tuple(
    one
    for one in TieBreak
    if one
    not in (
        TieBreak.FINAL,
        TieBreak.FINAL_PLAYED,
        TieBreak.IN_FINAL,
        TieBreak.PLAYED,
        TieBreak.POINTS,
        TieBreak.SHARED,
    )
)
"""What the terms can ask for."""
AS_EVER: Final = (TieBreak.WINS.value, TieBreak.BEST_HAND.value, TieBreak.PENALTIES.value)
"""What was asked, in this order, before the terms said so."""

Value: TypeAlias = int | Fraction
"""What is compared; more is better."""
Measure: TypeAlias = Callable[[Sequence[Sequence[str]]], Mapping[str, Value]]
"""The values of all members of these groups of equal ones."""


def check_tie_breaks(chosen: Sequence[str]) -> None:
    """Raise `TournamentRefused` for unknown or repeated tie-breaks; an empty list is valid."""
    if any(one not in tuple(CHOSEN) for one in chosen):
        raise TournamentRefused("tournament.tie-break-unknown")
    if len(set(chosen)) < len(chosen):
        raise TournamentRefused("tournament.tie-break-twice")


@dataclass(frozen=True, slots=True)
class Ranking:
    """Members from the best down, in groups that share a place, each with what separated it from the group before.

    ``asked`` maps each tie-break to the groups of members who were equal before it; ``values`` maps it to each
    member's value.
    """

    groups: tuple[tuple[TieBreak, tuple[str, ...]], ...]
    asked: Mapping[TieBreak, tuple[tuple[str, ...], ...]]
    values: Mapping[TieBreak, Mapping[str, Value]]

    @property
    def order(self) -> list[str]:
        """Return the members from the best down; those who share a place keep the order given to `rank`."""
        return [label for _, group in self.groups for label in group]

    @property
    def gaps(self) -> list[TieBreak]:
        """Return what separates each member from the next one; one item less than there are members."""
        found: list[TieBreak] = []
        for parted, group in self.groups:
            found += [parted, *[TieBreak.SHARED] * (len(group) - 1)]
        return found[1:]

    def equal_to(self, label: str, asked: TieBreak) -> tuple[str, ...]:
        """Return the members who were equal to this one before this tie-break; empty if it was not applied."""
        groups = self.asked.get(asked, ())
        return next((group for group in groups if label in group), ())


def rank(members: Sequence[str], measures: Sequence[tuple[TieBreak, Measure]]) -> Ranking:
    """Return the members ranked by `measures`, each of which separates those still equal."""
    groups = [(TieBreak.POINTS, tuple(members))] if members else []
    asked: dict[TieBreak, tuple[tuple[str, ...], ...]] = {}
    values: dict[TieBreak, Mapping[str, Value]] = {}
    for name, measure in measures:
        equal = tuple(group for _, group in groups if len(group) > 1)
        if not equal:
            break
        asked[name], values[name] = equal, measure(equal)
        found = values[name]
        parted: list[tuple[TieBreak, tuple[str, ...]]] = []
        for gap, group in groups:
            if len(group) == 1:
                parted.append((gap, group))
                continue
            best_first = sorted(group, key=lambda label: -found[label])
            for _, part in groupby(best_first, key=found.__getitem__):
                parted.append((gap, tuple(part)))
                gap = name
        groups = parted
    return Ranking(tuple(groups), asked, values)
