"""Queries for claim windows: which seats have extended one, and which tables need none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.events import CardTurnedUp, Event, WindowHeld
from games.models import Table


def holders(known: Iterable[Event]) -> frozenset[int]:
    """Return the seats that have asked for more time to claim the last active card."""
    seats: set[int] = set()
    for event in known:
        if isinstance(event, CardTurnedUp):
            seats.clear()
        elif isinstance(event, WindowHeld):
            seats.add(event.seat)
    return frozenset(seats)


def alone_unseen(table: Table, players: Sequence[str]) -> bool:
    """Return whether one person plays only with bots and nobody can watch.

    Then no pause can reveal a hidden card to anybody (§6.10).
    """
    people = {label for label in players if label.startswith("player:")}
    return len(people) == 1 and not table.spectators
