"""Chips held while a dispute about a deal is open: the events of the streams `hold-<deal>`. Pure.

The deal's own stream has only points; what an account held when the dispute was filed is recorded here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.club.schema import Streams


class Why(StrEnum):
    """The reason why held chips changed. The stored value is final."""

    DISPUTED = "disputed"
    RULED = "ruled"
    """A ruling, its withdrawal or an appeal: others would have to pay back now."""
    DECIDED = "decided"
    """Nothing can change the payment any more (§10.8)."""
    UNDECIDED = "undecided"
    """Nobody has decided it in the time that chips are held for at the most (`engine.periods.HELD`)."""


@dataclass(frozen=True, slots=True)
class MemberHold:
    """Held chips of one member."""

    player: int
    chips: int
    """What is held, 0 or more."""
    disputed: int
    """What the member would have to pay back at the most; more than `chips` where the account had less to spare."""


@dataclass(frozen=True, slots=True)
class HoldSet:
    """Sets the chips that are held for the dispute about a deal. It replaces earlier holds; an empty one releases
    all.
    """

    held: tuple[MemberHold, ...]
    why: Why

    @property
    def disputed(self) -> dict[int, int]:
        """Return the chips that members would have to pay back, by member."""
        return {one.player: one.disputed for one in self.held}

    @property
    def chips(self) -> int:
        """Return the number of chips held in all."""
        return sum(one.chips for one in self.held)


NAMES: Final[dict[type[HoldSet], str]] = {HoldSet: "hold.set"}
"""Event class → name on disk; a name is final, a new field needs a default."""
_HOLDS: Final = Streams[HoldSet]("hold", NAMES)
hold_stream, held_for = _HOLDS.stream, _HOLDS.number_of
to_stored, from_stored = _HOLDS.to_stored, _HOLDS.from_stored
