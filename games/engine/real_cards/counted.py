"""A winning hand of which only numbers are known: its points, quans, khuis and yellow kings (§2, §9, §13.4)."""

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
        """Return its quans and khuis, as `score` takes them."""
        return [SetKind.QUAN] * self.quans + [SetKind.KHUI] * self.khuis


def possible_points(rules: RuleSet, hand: CountedHand, cards: int) -> frozenset[int]:
    """Return the points that a complete hand of so many cards can have with these quans and khuis.

    Empty where so many do not fit into it.
    """
    left = cards - 4 * (hand.quans + hand.khuis)
    if left < 0:
        return frozenset()
    fixed = sum(points(kind, rules) for kind in hand.kongs)
    return frozenset(fixed + rest for rest in _without_kongs(rules, left))


@cache
def _without_kongs(rules: RuleSet, cards: int) -> frozenset[int]:
    """Return the points that sets without kongs can have whose cards are this many together."""
    if cards == 0:
        return frozenset({0})
    each = worths(rules, set(SetKind).difference(KONGS))
    return frozenset(
        worth + rest
        for size, worth in each
        if size <= cards
        for rest in _without_kongs(rules, cards - size)
    )
