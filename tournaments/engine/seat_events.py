"""What happens to seats and entries besides the draw: substitutes, the reserve list, late comers at bots' seats.

A seat that was given away stays drawn for its owner: the draw and its certificate are not changed by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Span(StrEnum):
    """For how long a seat is given: one deal, the round that is played, or all that follows."""

    DEAL = "deal"
    ROUND = "round"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class CheckInUndone:
    """A member is not there after all, before the start."""

    player: int


@dataclass(frozen=True, slots=True)
class EntryRemoved:
    """A director removed a member before the start, who gets the entry fee back and enters again only if let."""

    player: int
    reason: str


@dataclass(frozen=True, slots=True)
class EntryAllowed:
    """A director let a member whom one removed before the start enter again."""

    player: int


@dataclass(frozen=True, slots=True)
class ReserveListed:
    """A member stands on the reserve list: last of all, and without a fee."""

    player: int


@dataclass(frozen=True, slots=True)
class ReserveLeft:
    """A member stands on the reserve list no more."""

    player: int


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """From the next deal on ``player`` has a seat of the round that is played, None for the careful bot.

    ``owner`` is the label that was drawn for it: a member, whose deals they stay, or a bot, whose seat a member takes
    and plays for themselves. ``player`` is the owner's where the owner plays again. ``span`` is of `Span`; a seat that
    is given for the ``rest`` is the player's in the rounds to come too, wherever the owner is drawn. ``director`` is
    None where the member took a bot's seat.
    """

    round: int
    table: int
    seat: int
    owner: str
    player: int | None
    span: Span
    reason: str
    director: int | None


SeatEvent: TypeAlias = (
    CheckInUndone | EntryRemoved | EntryAllowed | ReserveListed | ReserveLeft | SeatGiven
)
"""Everything that happens to seats and entries besides the draw."""
