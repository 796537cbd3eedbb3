"""The state that the events of a deal make: `evolve` never fails and never decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine import events as ev
from games.engine.events.preparing import blank
from games.engine.state import DealState

_EVOLVE: Final = {event: kind.fold for event, kind in ev.EVENTS.items()}


def fold(history: Iterable[ev.Event]) -> DealState:
    """Return the state after these events, the first of which must be the DealCommitted."""
    stream = iter(history)
    first = next(stream)
    assert isinstance(first, ev.DealCommitted), "a deal begins with its commitment"
    state = blank(first)
    for event in stream:
        state = _EVOLVE[type(event)](state, event)
    return state


def evolve(state: DealState, event: ev.Event) -> DealState:
    """Return the state after one more event."""
    return _EVOLVE[type(event)](state, event)


class Course:
    """Collects new events of a deal from a given state on, and keeps the state after them up to date."""

    __slots__ = ("events", "state")

    def __init__(self, state: DealState) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def happen(self, *events: ev.Event) -> None:
        """Add these events, and apply them to the state."""
        for event in events:
            self.state = _EVOLVE[type(event)](self.state, event)
            self.events.append(event)
