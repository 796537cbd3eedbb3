"""Maps event names in the log to a deal's event classes.

A name never changes; changed contents get a new schema number, with an upcaster for older rows.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from games.engine.errors import BadNotation
from games.engine.events import Event
from games.engine.recording.notation import (
    NAMES,
    event_from_plain,
    event_to_plain,
    rules_from_plain,
    rules_to_plain,
)
from games.log import codec
from games.log.store import EventData, NewerEvent

__all__ = [
    "deal_of",
    "from_stored",
    "from_text",
    "rules_from_plain",
    "rules_to_plain",
    "stream_of",
    "to_stored",
]

SCHEMA = 3
"""The schema that new events are written in."""

_SHORT: Final = 90
"""Payloads up to this length recur: draws, passes, melds and most discards of a deal were made in others before."""

UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("deal.dispute-filed", 1): lambda payload: {**payload, "rule_by": None},
    ("deal.ruling-appealed", 1): lambda payload: {**payload, "rule_by": None},
}
"""`(name, schema)` → what makes a payload of that schema into the next one."""


def stream_of(deal_id: int) -> str:
    """Return the name of a deal's stream."""
    return f"deal-{deal_id}"


def deal_of(stream: str) -> int | None:
    """Return the id of the deal to which a stream belongs, or None if it is no deal's stream."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "deal" and number.isdecimal() else None


def to_stored(events: Iterable[Event]) -> list[EventData]:
    """Return events as the log stores them, with cards in notation."""
    return [EventData(NAMES[type(event)], SCHEMA, event_to_plain(event)) for event in events]


def from_stored(name: str, schema: int, payload: dict[str, Any]) -> Event:
    """Return the event of a stored row.

    Raises BadNotation for a row that no version of this program has written, and NewerEvent for one from a later
    version.
    """
    if schema > SCHEMA:
        raise NewerEvent(f"{name}: schema {schema} is newer than {SCHEMA}")
    if schema < 1:
        raise BadNotation(f"{name}: schema {schema} is none of 1 to {SCHEMA}")
    for step in range(schema, SCHEMA):
        if (upcast := UPCASTERS.get((name, step))) is not None:
            payload = upcast(payload)
    return event_from_plain(name, payload)


def from_text(name: str, schema: int, payload: str) -> Event:
    """Return the event of a row whose payload is still JSON text. Equal short rows give the same object.

    Raises what `from_stored` raises, and `msgspec.DecodeError` for a payload that is no JSON object.
    """
    if len(payload) > _SHORT:
        return from_stored(name, schema, codec.decode(payload))
    return _recurring(name, schema, payload)


@lru_cache(maxsize=4096)
def _recurring(name: str, schema: int, payload: str) -> Event:
    return from_stored(name, schema, codec.decode(payload))
