"""What a seat asked for, as the event tells that came of it first."""

from __future__ import annotations

from games.engine import events as ev
from games.engine.moves import Claim, Discard, Hit, Meld, Move, Pass


def move_behind(event: ev.Event) -> Move | None:
    """The move that this event answers first, None if it is never the first answer to a move."""
    match event:
        case ev.CardDiscarded():
            return Discard(event.seat, event.card)
        case ev.CardMelded():
            return Meld(event.seat, event.cards)
        case ev.TurnPassed() | ev.KingDied():
            return Pass(event.seat)
        case ev.CardDrawn():
            return Hit(event.seat)
        case ev.DealExhausted() if not isinstance(event, ev.DealStopped):
            return Hit(event.due)
        case ev.ClaimAnswered():
            return Pass(event.seat) if event.kind is None else Claim(event.seat, event.kind)
    return None
