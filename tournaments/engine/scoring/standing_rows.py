"""Lines of the standings and chips by member, as stored in the events of a tournament."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings.

    ``place`` is None for a filler and for a member who has left; equal members share a place. ``settled_by`` names the
    tie-break that decided the place: see `tie_breaks.TieBreak`.
    """

    place: int | None
    participant: str
    points: int
    deals: int
    wins: int
    best_hand: int
    penalties: int
    settled_by: str


@dataclass(frozen=True, slots=True)
class FinalRow:
    """One line of the final standings, with the prize in chips."""

    standing: StandingRow
    prize: int


@dataclass(frozen=True, slots=True)
class PlayerAmount:
    """Chips that a member gets (positive) or gives back (negative)."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class RankAtDraw:
    """A member's place in the standings when a round was drawn from them; equal members share a place."""

    player: int
    place: int
    points: int
