"""How each event changes the state of a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tournaments.engine.events import REGISTERED, TournamentCreated, TournamentEvent
from tournaments.engine.state import TournamentState

_FOLDS: Final = {row.kind: row.fold for row in REGISTERED}


def evolve(state: TournamentState | None, event: TournamentEvent) -> TournamentState:
    """Return the state after one more event; it is None before the first.

    Never decides anything. Raises ValueError if the first event is not the tournament's creation.
    """
    if isinstance(event, TournamentCreated):
        return TournamentState(options=event)
    if state is None:
        raise ValueError(f"a tournament cannot begin with {type(event).__name__}")
    return replace(_FOLDS[type(event)](state, event), version=state.version + 1)


def fold(events: Iterable[TournamentEvent]) -> TournamentState:
    """Return the state after all events of a stream. Raises ValueError for an empty stream.

    The first event must be the tournament's creation.
    """
    state: TournamentState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a tournament has at least its creation")
    return state
