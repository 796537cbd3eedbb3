"""Chips that are held while a dispute about a deal is not decided: the facts of the streams `hold-<deal>`. Pure.

The deal's own stream knows points alone; what an account had when the dispute was filed, no event of it says.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import msgspec

from games.log.store import EventData


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
class Held:
    """Chips of one member."""

    player: int
    chips: int
    """What is held, 0 or more."""
    disputed: int
    """What the member would have to pay back at the most; more than `chips` where the account had less to spare."""


@dataclass(frozen=True, slots=True)
class HoldSet:
    """From now on this is held for the dispute on the deal, and nothing else; of nobody where it is empty."""

    held: tuple[Held, ...]
    why: Why

    @property
    def disputed(self) -> dict[int, int]:
        """What members would have to pay back, by member."""
        return {one.player: one.disputed for one in self.held}

    @property
    def chips(self) -> int:
        """All that is held."""
        return sum(one.chips for one in self.held)


SCHEMA: Final = 1
NAME: Final = "hold.set"
"""The one event of these streams; the name is final, a new field needs a default."""


def hold_stream(deal: int) -> str:
    """The stream of what is held for a deal."""
    return f"hold-{deal}"


def held_for(stream: str) -> int | None:
    """The deal that a stream holds chips for, None if it is none of ours."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "hold" and number.isdecimal() else None


def to_stored(event: HoldSet) -> EventData:
    """The event as the log stores it."""
    return EventData(NAME, SCHEMA, msgspec.to_builtins(event))


def from_stored(name: str, schema: int, payload: dict[str, Any]) -> HoldSet:
    """The event of a stored row. Raises ValueError on what no version of ours has written."""
    if schema != SCHEMA or name != NAME:
        raise ValueError(f"{name}, schema {schema}: no event of a hold")
    event: HoldSet = msgspec.convert(payload, HoldSet)
    return event
