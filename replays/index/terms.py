"""Defines the terms by which finished deals are found, for both the indexer and the search."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Final

from replays.index.bitmap import slices_of

ALL: Final = "all"
"""Of a deal: that it is indexed. Of a player: that the player sat in it."""
Key = tuple[int, str]
"""A term: the player whom it is about, 0 for the deal itself, and its name."""
_FIRST_DAY: Final = date(2000, 1, 1)


class DealOutcome(StrEnum):
    """The ways in which a deal can end."""

    WON = "won"
    EXHAUSTED = "exhausted"
    STOPPED = "stopped"


class RulingStatus(StrEnum):
    """The status of the dispute about a deal's penalty (§10.7, §10.8)."""

    NONE = "none"
    OPEN = "open"
    UPHELD = "upheld"
    CHANGED = "changed"


def day_of(day: date) -> int:
    """Return a day as a quantity for the index: days since the start of 2000, 0 for earlier days."""
    return max(0, (day - _FIRST_DAY).days)


def quantity_terms(name: str, value: int) -> list[str]:
    """Return the index terms of a quantity, one for each binary digit that is 1."""
    return [f"{name}.{place}" for place in slices_of(value)]
