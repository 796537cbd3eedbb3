"""Chips that are held while a dispute about a deal is not decided: the facts of the streams `hold-<deal>`. Pure.

The deal's own stream knows points alone; what an account had when the dispute was filed, no event of it says.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.club.schema import Streams


class Why(StrEnum):
    """Why what is held changed. The value is stored and final."""

    DISPUTED = "disputed"
    RULED = "ruled"
    """A ruling, its withdrawal or an appeal: others would have to pay back now."""
    DECIDED = "decided"
    """Nothing can change the payment any more (§10.8)."""
    UNDECIDED = "undecided"
    """Nobody has decided it in the time that chips are held for at the most (`engine.periods.HELD`)."""


@dataclass(frozen=True, slots=True)
class MemberHold:
    """Chips of one member."""

    player: int
    chips: int
    """What is held, 0 or more."""
    disputed: int
    """What the member would have to pay back at the most; more than `chips` where the account had less to spare."""


@dataclass(frozen=True, slots=True)
class HoldSet:
    """The chips that are held from now on for the dispute on a deal, in place of those held before; empty for none."""

    held: tuple[MemberHold, ...]
    why: Why

    @property
    def disputed(self) -> dict[int, int]:
        """Return what members would have to pay back, by member."""
        return {one.player: one.disputed for one in self.held}

    @property
    def chips(self) -> int:
        """Return all that is held."""
        return sum(one.chips for one in self.held)


NAMES: Final[dict[type[HoldSet], str]] = {HoldSet: "hold.set"}
"""Event class → name on disk; a name is final, a new field needs a default."""
_HOLDS: Final = Streams[HoldSet]("hold", NAMES)
hold_stream, held_for = _HOLDS.stream, _HOLDS.number_of
to_stored, from_stored = _HOLDS.to_stored, _HOLDS.from_stored
