"""Events of the money at the door: payments recorded and taken back, and counts of the box.

Amounts are whole numbers in the club's unit. They move no chips.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from tournaments.engine.state import Registered, TournamentState, without


class CashKind(StrEnum):
    """The purpose of a payment."""

    FEE = "fee"
    """A member's fee at the door."""
    PRIZE = "prize"
    OTHER = "other"
    """Anything else, such as change put into the box or tea bought from it."""


@dataclass(frozen=True, slots=True)
class CashNoted:
    """A director recorded a payment: ``amount`` went into the box, or out of it if negative.

    ``number`` counts the payments of the tournament from 1. ``player`` paid or received a fee or prize; for any other
    payment it is None, and ``words`` describes the payment.
    """

    number: int
    kind: str
    player: int | None
    amount: int
    words: str
    director: int


@dataclass(frozen=True, slots=True)
class CashTakenBack:
    """A director took a payment back: it no longer counts."""

    payment: CashNoted
    director: int


@dataclass(frozen=True, slots=True)
class BoxCounted:
    """A director counted the box: ``counted`` was in it, and ``expected`` should have been."""

    counted: int
    expected: int
    director: int


CashEvent: TypeAlias = CashNoted | CashTakenBack | BoxCounted
"""Everything that happens to the money at the door."""


def _noted(state: TournamentState, event: CashNoted) -> TournamentState:
    return replace(state, cash={**state.cash, event.number: event}, cash_noted=event.number)


CASH_EVENTS: Final = (
    Registered(CashNoted, "tournament.cash-noted", _noted),
    Registered(
        CashTakenBack,
        "tournament.cash-taken-back",
        lambda state, event: replace(state, cash=without(state.cash, event.payment.number)),
    ),
    Registered(
        BoxCounted,
        "tournament.box-counted",
        lambda state, event: replace(state, counts=(*state.counts, event)),
    ),
)
"""Each of them with its stored name and how it changes the state."""
