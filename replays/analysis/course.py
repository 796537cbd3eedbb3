"""Follows each seat's trash, and its chance to win with the next card, through a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.events import CardMoved, DealStarted, Ended, Event
from games.engine.evolve import evolve, fold
from games.engine.hands.chances import Chance, chance_to_win
from games.engine.sets import SetKind
from games.engine.state import DealState

_MARKS = DealStarted | CardMoved


@dataclass(frozen=True, slots=True)
class SeatsMoment:
    """Each seat's trash and chance to win, just after an event that moved a card."""

    version: int
    """The event's number in the deal's stream."""
    trash: tuple[int, ...]
    chances: tuple[Chance, ...]


def course_of(history: Sequence[Event]) -> tuple[SeatsMoment, ...]:
    """Return the moments of a finished deal, in order."""
    return tuple(_moments(history))


def _moments(history: Sequence[Event]) -> Iterator[SeatsMoment]:
    start = next(i for i, event in enumerate(history) if isinstance(event, DealStarted))
    state = fold(history[:start])
    for event in history[start:]:
        state = evolve(state, event)
        if isinstance(event, _MARKS):
            yield _moment(state)
        if isinstance(event, Ended):
            return


def _moment(state: DealState) -> SeatsMoment:
    face_up = state.face_up()
    fourth = state.rules.fourth_to_exposed_triple
    chances = tuple(
        chance_to_win(
            block,
            face_up,
            triples={made.cards[0] for made in state.public[seat] if made.kind is SetKind.TRIPLE}
            if fourth
            else (),
        )
        for seat, block in enumerate(state.blocks)
    )
    return SeatsMoment(state.version, state.trash, chances)
