"""Reading: who has held up the claim window that is open."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.events import CardDiscarded, CardDrawn, Event, WindowHeld


def holders(known: Iterable[Event]) -> frozenset[int]:
    """The seats that have held up the claim window behind the last active card, of these events in order."""
    seats: set[int] = set()
    for event in known:
        if isinstance(event, CardDiscarded | CardDrawn):
            seats.clear()
        elif isinstance(event, WindowHeld):
            seats.add(event.seat)
    return frozenset(seats)
