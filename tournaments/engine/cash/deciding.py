"""Decides on the money at the door: fees, prizes, other payments, and counts of the box.

The functions work like those in `tournaments.engine.decisions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.engine.cash.events import BoxCounted, CashKind, CashNoted, CashTakenBack
from tournaments.engine.decisions import Events, divided
from tournaments.engine.errors import TournamentRefused, check_range
from tournaments.engine.participants import member_label
from tournaments.engine.scoring.prizes import prizes_by_player
from tournaments.engine.state import Status, TournamentState

MOST: Final = 1_000_000_000
"""The most that one payment may be, and that a count may find."""
WORDS_LENGTH: Final = 200
"""Characters that say what a payment was for."""


def decide_fee(state: TournamentState, *, player: int, director: int) -> Events:
    """Record that a member paid the fee at the door; no events if that is recorded already."""
    _not_cancelled(state)
    if player not in state.entrants:
        raise TournamentRefused("tournament.not-entered")
    if not state.options.door_fee:
        raise TournamentRefused("tournament.door-fee-none")
    if payment_of(state, CashKind.FEE, player) is not None:
        return ()
    return (_noted(state, CashKind.FEE, player, state.options.door_fee, director),)


def decide_prize(state: TournamentState, *, player: int, amount: int, director: int) -> Events:
    """Record that a member received a prize from the box; no events if the same is recorded already."""
    if state.status is not Status.CLOSED:
        raise TournamentRefused("tournament.cash-prize-early")
    if member_label(player) not in {row.standing.participant for row in state.final}:
        raise TournamentRefused("tournament.not-entered")
    check_range("tournament.cash-out-of-range", amount, (1, MOST))
    paid = payment_of(state, CashKind.PRIZE, player)
    if paid is not None and paid.amount == -amount:
        return ()
    if paid is not None:
        raise TournamentRefused("tournament.cash-prize-paid")
    return (_noted(state, CashKind.PRIZE, player, -amount, director),)


def decide_other(state: TournamentState, *, amount: int, words: str, director: int) -> Events:
    """Record another payment, into the box or (negative) out of it, and its purpose."""
    words = " ".join(words.split())
    check_range("tournament.cash-out-of-range", abs(amount), (1, MOST))
    if not words:
        raise TournamentRefused("tournament.cash-words-missing")
    if len(words) > WORDS_LENGTH:
        raise TournamentRefused("tournament.cash-words-long", limit=WORDS_LENGTH)
    return (_noted(state, CashKind.OTHER, None, amount, director, words),)


def decide_take_back(state: TournamentState, *, number: int, director: int) -> Events:
    """Cancel a recorded payment; no events if that has been done already."""
    if not 1 <= number <= state.cash_noted:
        raise TournamentRefused("tournament.no-such-cash")
    payment = state.cash.get(number)
    return () if payment is None else (CashTakenBack(payment, director),)


def decide_count(state: TournamentState, *, counted: int, director: int) -> Events:
    """Record the amount counted in the box, with the amount that should be in it."""
    check_range("tournament.cash-count-out-of-range", counted, (0, MOST))
    return (BoxCounted(counted, in_box(state), director),)


def in_box(state: TournamentState) -> int:
    """Return the amount that should be in the box."""
    return sum(one.amount for one in state.cash.values())


def payment_of(state: TournamentState, kind: CashKind, player: int) -> CashNoted | None:
    """Return the recorded fee or prize payment of a member; None if there is none."""
    found = (one for one in state.cash.values() if (one.kind, one.player) == (kind, player))
    return next(found, None)


def unpaid(state: TournamentState) -> int:
    """Return how many entered members have not paid the fee at the door."""
    return sum(payment_of(state, CashKind.FEE, player) is None for player in state.entrants)


def proposed_prizes(state: TournamentState) -> Mapping[int, int]:
    """Return the prize of each member, by player, if the prize shares divided all fees paid at the door.

    Empty until the standings are final, and if the terms have no prize shares. The director records what is really
    paid.
    """
    fees = sum(one.amount for one in state.cash.values() if one.kind == CashKind.FEE)
    if not state.final or not state.options.prize_shares:
        return {}
    return prizes_by_player(divided(state, pot=fees))


def paid_prizes(state: TournamentState) -> Mapping[int, int]:
    """Return the prizes paid out in cash, by player."""
    found = (one for one in state.cash.values() if one.kind == CashKind.PRIZE)
    return {one.player: abs(one.amount) for one in found if one.player is not None}


def owed_prizes(state: TournamentState) -> int:
    """Return how many members have a proposed prize and were paid none yet."""
    proposed = (player for player, amount in proposed_prizes(state).items() if amount)
    return len({*proposed} - paid_prizes(state).keys())


def _noted(
    state: TournamentState,
    kind: CashKind,
    player: int | None,
    amount: int,
    director: int,
    words: str = "",
) -> CashNoted:
    return CashNoted(state.cash_noted + 1, kind.value, player, amount, words, director)


def _not_cancelled(state: TournamentState) -> None:
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
