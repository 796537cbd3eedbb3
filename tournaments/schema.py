"""Maps event names on disk to event classes. Names are final; see docs/events.md for the log's promises.

To change a stored event, add a function to ``older`` in its registration, and a sample of the older payload to
``tests/tournaments/stored_events.jsonl``.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

import msgspec

from games.log.store import EventData, NewerEvent
from tournaments.engine.events import REGISTERED, TournamentEvent

Payload = dict[str, Any]

_BY_NAME: Final = {row.name: row for row in REGISTERED}
_BY_CLASS: Final = {row.kind: row for row in REGISTERED}
_FIELDS: Final = {
    row.name: frozenset(field.name for field in fields(row.kind)) for row in REGISTERED
}
_EVENTS: Final = 1_000_000
"""More than a deal has events: so the deal and the place of a ruling in its stream make one number."""


class UnreadableEvent(ValueError):
    """Raised for a stored event this code cannot read: unknown name or number, or unexpected payload."""


def stream_of(tournament_id: int) -> str:
    """Return the name of a tournament's stream."""
    return f"tournament-{tournament_id}"


def tournament_of(stream: str) -> int | None:
    """Return the id of the tournament whose stream this is; None for another kind of stream."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "tournament" and number.isdecimal() else None


def ruling_id(deal_id: int, version: int) -> int:
    """Return the id by which tournaments know a ruling, made from its deal and its version in the deal's stream."""
    return deal_id * _EVENTS + version


def ruling_place(ruling: int) -> tuple[int, int]:
    """Return the deal id, and the version in the deal's stream, of the ruling with this id."""
    return divmod(ruling, _EVENTS)


def name_of(event: type[TournamentEvent]) -> str:
    """Return the name under which events of this class are stored."""
    return _BY_CLASS[event].name


def to_stored(event: TournamentEvent) -> EventData:
    """Return the event in its current stored form."""
    row = _BY_CLASS[type(event)]
    return EventData(row.name, row.schema, msgspec.to_builtins(event))


def from_stored(name: str, schema: int, payload: Payload) -> TournamentEvent:
    """Return the event in its current form. Raises `UnreadableEvent`, or `NewerEvent` for one of a later release."""
    row = _BY_NAME.get(name)
    if row is None:
        raise UnreadableEvent(f"There is no tournament event named {name}.")
    if schema > row.schema:
        raise NewerEvent(f"{name}: schema {schema} is newer than {row.schema}")
    if schema < 1:
        raise UnreadableEvent(f"{name} has no schema {schema}.")
    for newer in row.older[schema - 1 :]:
        payload = newer(payload)
    if payload.keys() != _FIELDS[name]:
        wrong = sorted(payload.keys() ^ _FIELDS[name])
        raise UnreadableEvent(f"{name} lacks, or should not have: {', '.join(wrong)}.")
    try:
        event: TournamentEvent = msgspec.convert(payload, row.kind, strict=True)
    except msgspec.ValidationError as error:
        raise UnreadableEvent(f"{name}: {error}") from error
    return event
