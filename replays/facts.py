"""The words for what finished deals are found by: who writes the facts and who asks for them call them the same."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Final

from replays.bits import slices_of

ALL: Final = "all"
"""Of a deal: that it is found at all. Of a player: that the player sat there."""
Key = tuple[int, str]
"""A fact: of whom, 0 for the deal itself, and its name."""
_FIRST_DAY: Final = date(2000, 1, 1)


class Outcome(StrEnum):
    """How a deal ended."""

    WON = "won"
    EXHAUSTED = "exhausted"
    STOPPED = "stopped"


class Ruling(StrEnum):
    """Where the dispute about a deal's penalty stands (§10.7, §10.8)."""

    NONE = "none"
    OPEN = "open"
    UPHELD = "upheld"
    CHANGED = "changed"


def day_of(day: date) -> int:
    """A day in the club's time zone as a quantity; what was before the year 2000 counts as its first day."""
    return max(0, (day - _FIRST_DAY).days)


def sliced(name: str, value: int) -> list[str]:
    """A quantity as facts."""
    return [f"{name}.{place}" for place in slices_of(value)]
