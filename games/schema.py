"""Event names on disk ↔ event classes of a deal. A name is final; a change is a new schema with an upcaster."""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.errors import BadNotation
from games.engine.events import Event
from games.engine.recording.notation import (
    NAMES,
    event_from_plain,
    event_to_plain,
    rules_from_plain,
    rules_to_plain,
)
from games.log.store import EventData, NewerEvent

__all__ = [
    "deal_of",
    "from_stored",
    "rules_from_plain",
    "rules_to_plain",
    "stream_of",
    "to_stored",
]

SCHEMA = 3
"""The schema that new events are written in."""

UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("deal.dispute-filed", 1): lambda payload: {**payload, "rule_by": None},
    ("deal.ruling-appealed", 1): lambda payload: {**payload, "rule_by": None},
}
"""`(name, schema)` → what makes a payload of that schema into the next one."""


def stream_of(deal_id: int) -> str:
    """Return the stream of a deal."""
    return f"deal-{deal_id}"


def deal_of(stream: str) -> int | None:
    """Return the deal that a stream belongs to, None if it is none of ours."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "deal" and number.isdecimal() else None


def to_stored(events: Iterable[Event]) -> list[EventData]:
    """Events as the log stores them, cards in notation."""
    return [EventData(NAMES[type(event)], SCHEMA, event_to_plain(event)) for event in events]


def from_stored(name: str, schema: int, payload: dict[str, Any]) -> Event:
    """Return the event of a stored row.

    Raises BadNotation on what no version of ours has written, NewerEvent on what only a later one writes.
    """
    if schema > SCHEMA:
        raise NewerEvent(f"{name}: schema {schema} is newer than {SCHEMA}")
    if schema < 1:
        raise BadNotation(f"{name}: schema {schema} is none of 1 to {SCHEMA}")
    for step in range(schema, SCHEMA):
        if (upcast := UPCASTERS.get((name, step))) is not None:
            payload = upcast(payload)
    return event_from_plain(name, payload)
