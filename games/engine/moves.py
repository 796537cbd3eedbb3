"""The moves that a seat may request. `deal.decide` returns their events, or raises the reason against a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card
from games.engine.fast_frozen import quick_to_make


class ClaimKind(StrEnum):
    """What can be claimed out of turn under rules that offer claims, strongest first (§6.6)."""

    WIN = "win"
    KONG = "kong"
    TRIPLE = "triple"


@quick_to_make
@dataclass(frozen=True, slots=True)
class Discard:
    """Đánh: lay a card of the private block face up (§4)."""

    seat: int
    card: Card


@quick_to_make
@dataclass(frozen=True, slots=True)
class Meld:
    """Ăn: join the active card to these private cards; none at all for a single king (§5.1)."""

    seat: int
    cards: tuple[Card, ...]


@quick_to_make
@dataclass(frozen=True, slots=True)
class Hit:
    """Bốc: let the active card die and draw from the stock (§6.4, §6.9)."""

    seat: int


@quick_to_make
@dataclass(frozen=True, slots=True)
class Pass:
    """Bỏ qua: leave the card just drawn to the next seat (§6.4), or decline every claim offered (§6.6)."""

    seat: int


@quick_to_make
@dataclass(frozen=True, slots=True)
class Claim:
    """Claim an offered win, kong or triple (§6.6); a win takes the set that pays most (§7.2)."""

    seat: int
    kind: ClaimKind


Move = Discard | Meld | Hit | Pass | Claim
"""Everything that a seat can ask."""
