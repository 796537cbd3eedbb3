"""Finds the decisions in a finished deal, each with the moves that its seat could have made instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.deal import legal_moves
from games.engine.events import (
    CardDiscarded,
    ClaimAnswered,
    Ended,
    Event,
    is_decision,
    move_behind,
)
from games.engine.evolve import evolve, fold
from games.engine.hands.hand import trash_cards
from games.engine.moves import Discard, Move
from games.engine.state import DealState, Phase


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """A move of a seat that could have moved otherwise."""

    version: int
    """The number of its event in the deal's stream."""
    before: DealState
    chosen: Move
    moves: tuple[Move, ...]
    """What was legal, the chosen move among it; of discards trash only, since nothing else is ever better."""

    @property
    def is_discard(self) -> bool:
        """Return whether it is a discard; otherwise a card was claimed, melded, left or declined."""
        return isinstance(self.chosen, Discard)


def decisions_of(history: Sequence[Event]) -> Iterator[SeatDecision]:
    """Yield every decision of a deal, in order; a move without an alternative is no decision."""
    state = fold(history[:1])
    for event in history[1:]:
        chosen = _move_of(event, state)
        if chosen is not None:
            moves = _worth_weighing(state, chosen)
            if len(moves) > 1 and chosen in moves:
                yield SeatDecision(state.version + 1, state, chosen, moves)
        if isinstance(event, Ended):
            return
        state = evolve(state, event)


def _move_of(event: Event, state: DealState) -> Move | None:
    """Return the move that caused this event; None if no seat had to decide."""
    # A card that is drawn while claims are open is drawn for the next seat.
    asked = state.phase is Phase.TURN or isinstance(event, CardDiscarded | ClaimAnswered)
    return move_behind(event) if asked and is_decision(event) else None


def _worth_weighing(state: DealState, chosen: Move) -> tuple[Move, ...]:
    moves = legal_moves(state, chosen.seat)
    if not isinstance(chosen, Discard):
        return moves
    trash = trash_cards(state.blocks[chosen.seat])
    return tuple(
        move
        for move in moves
        if move == chosen or (isinstance(move, Discard) and move.card in trash)
    )
