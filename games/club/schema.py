"""Event names on disk ↔ event classes of the club. A name is final; a new field of an event needs a default."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.club.events import NAMES, ClubEvent
from games.log.store import EventData

SCHEMA: Final = 1
"""The schema that new events are written in."""
_CLASSES: Final = {name: kind for kind, name in NAMES.items()}


def to_stored(event: ClubEvent) -> EventData:
    """The event as the log stores it."""
    return EventData(NAMES[type(event)], SCHEMA, msgspec.to_builtins(event))


def from_stored(name: str, schema: int, payload: dict[str, Any]) -> ClubEvent:
    """The event of a stored row. Raises ValueError on what no version of ours has written."""
    if schema != SCHEMA or name not in _CLASSES:
        raise ValueError(f"{name}, schema {schema}: no event of the club")
    event: ClubEvent = msgspec.convert(payload, _CLASSES[name])
    return event
