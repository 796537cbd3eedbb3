"""A winning hand entered as numbers only: its points, quans, khuis and yellow kings (§2, §9, §13.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from games.engine.rules import RuleSet
from games.engine.scoring import KONGS
from games.engine.sets import SetKind, points, worths

MOST_NUMBER: Final = 99
"""More points or kongs than any hand has: numbers that are entered have two digits at most."""


@dataclass(frozen=True, slots=True)
class CountedHand:
    """The numbers of a winning hand that was entered without its cards; `points` are those of all its sets."""

    points: int
    quans: int = 0
    khuis: int = 0
    yellow_kings: int = 0
    """All of its yellow kings, a quan of them as four; asked for only where they are paid (§13.4)."""

    @property
    def kongs(self) -> list[SetKind]:
        """The hand's quans and khuis, one entry each, as `score` takes them."""
        return [SetKind.QUAN] * self.quans + [SetKind.KHUI] * self.khuis


def possible_points(rules: RuleSet, hand: CountedHand, cards: int) -> frozenset[int]:
    """Return all points that a complete hand of `cards` cards can have with the quans and khuis of `hand`.

    Empty if so many quans and khuis do not fit into it.
    """
    left = cards - 4 * (hand.quans + hand.khuis)
    if left < 0:
        return frozenset()
    fixed = sum(points(kind, rules) for kind in hand.kongs)
    return frozenset(fixed + rest for rest in _without_kongs(rules, left))


@cache
def _without_kongs(rules: RuleSet, cards: int) -> frozenset[int]:
    """Return all points that sets other than quans and khuis can have if they have this many cards together."""
    if cards == 0:
        return frozenset({0})
    each = worths(rules, set(SetKind).difference(KONGS))
    return frozenset(
        worth + rest
        for size, worth in each
        if size <= cards
        for rest in _without_kongs(rules, cards - size)
    )
