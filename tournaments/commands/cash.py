"""Money at the door: fees and prizes that were paid, and the amount in the box.

Every director may record it, even one who plays, because each payment is in the tournament's public log.
"""

from __future__ import annotations

from tournaments.commands.authority import require_director
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.cash import deciding
from tournaments.engine.cash.events import BoxCounted, CashNoted, CashTakenBack


@command(CashNoted)
def mark_fee_paid(ask: Ask, *, player: int) -> Decide:
    """Record that a member paid the fee at the door. Only a director may."""
    require_director(ask.by)
    return lambda state: deciding.decide_fee(state, player=player, director=ask.by.pk)


@command(CashNoted)
def mark_prize_paid(ask: Ask, *, player: int, amount: int) -> Decide:
    """Record that a member received a prize from the box. Only a director may."""
    require_director(ask.by)
    return lambda state: deciding.decide_prize(
        state, player=player, amount=amount, director=ask.by.pk
    )


@command(CashNoted)
def note_payment(ask: Ask, *, amount: int, words: str) -> Decide:
    """Record another payment into the box, or out of it if the amount is negative. Only a director may."""
    require_director(ask.by)
    return lambda state: deciding.decide_other(
        state, amount=amount, words=words, director=ask.by.pk
    )


@command(CashTakenBack)
def take_payment_back(ask: Ask, *, number: int) -> Decide:
    """Cancel a recorded payment. Only a director may."""
    require_director(ask.by)
    return lambda state: deciding.decide_take_back(state, number=number, director=ask.by.pk)


@command(BoxCounted)
def count_box(ask: Ask, *, counted: int) -> Decide:
    """Record the amount counted in the box. Only a director may."""
    require_director(ask.by)
    return lambda state: deciding.decide_count(state, counted=counted, director=ask.by.pk)
