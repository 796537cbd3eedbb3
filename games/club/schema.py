"""Converts the events of a kind of stream to and from the form in which the log stores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec

from games.log.store import EventData

Event = TypeVar("Event")

SCHEMA: Final = 1
"""The schema that new events are written in: a new field of an event needs a default."""


class Streams(Generic[Event]):
    """A kind of stream, named `<kind>-<number>`: converts its events and its names."""

    def __init__(self, kind: str, names: Mapping[type[Event], str]) -> None:
        self._kind, self._names = kind, names
        self._classes = {name: event for event, name in names.items()}

    def to_stored(self, event: Event) -> EventData:
        """Return the event as the log stores it."""
        return EventData(self._names[type(event)], SCHEMA, msgspec.to_builtins(event))

    def from_stored(self, name: str, schema: int, payload: dict[str, Any]) -> Event:
        """Return the event of a stored row. Raises ValueError for a row that no version of ours has written."""
        if schema != SCHEMA or name not in self._classes:
            raise ValueError(f"{name}, schema {schema}: no event of a {self._kind}")
        event: Event = msgspec.convert(payload, self._classes[name])
        return event

    def stream(self, number: int) -> str:
        """Return the name of the stream with this number."""
        return f"{self._kind}-{number}"

    def number_of(self, stream: str) -> int | None:
        """Return the number in the name of a stream, None if it is of another kind."""
        kind, _, number = stream.partition("-")
        return int(number) if kind == self._kind and number.isdecimal() else None
