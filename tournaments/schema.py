"""Event names on disk ↔ event classes. Names are final; docs/events.md says what the log promises.

A change to an event that is already stored is a new schema number, an upcaster here from the older payload, and a
sample of the older one in ``tests/tournaments/stored_events.jsonl``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

import msgspec

from games.log.store import EventData
from tournaments.engine.events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    DealRescored,
    DrawCommitted,
    MemberCheckedIn,
    MemberEntered,
    MemberLeft,
    MemberLeftOut,
    MemberRemoved,
    MemberReturned,
    MembersEntered,
    MemberWithdrew,
    PrizesCorrected,
    RoundClosed,
    RoundDrawn,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)

Payload = dict[str, Any]

STORED: Final[dict[str, tuple[type[TournamentEvent], int]]] = {
    "tournament.described": (TournamentDescribed, 1),
    "tournament.created": (TournamentCreated, 4),
    "tournament.member-entered": (MemberEntered, 1),
    "tournament.members-entered": (MembersEntered, 1),
    "tournament.member-withdrew": (MemberWithdrew, 1),
    "tournament.member-checked-in": (MemberCheckedIn, 1),
    "tournament.member-left-out": (MemberLeftOut, 1),
    "tournament.member-left": (MemberLeft, 1),
    "tournament.member-removed": (MemberRemoved, 1),
    "tournament.member-returned": (MemberReturned, 1),
    "tournament.absence-announced": (AbsenceAnnounced, 1),
    "tournament.absence-taken-back": (AbsenceTakenBack, 1),
    "tournament.draw-committed": (DrawCommitted, 1),
    "tournament.started": (TournamentStarted, 2),
    "tournament.round-drawn": (RoundDrawn, 2),
    "tournament.deal-scored": (TableDealScored, 2),
    "tournament.deal-rescored": (DealRescored, 1),
    "tournament.round-closed": (RoundClosed, 1),
    "tournament.closed": (TournamentClosed, 1),
    "tournament.prizes-corrected": (PrizesCorrected, 1),
    "tournament.cancelled": (TournamentCancelled, 1),
}
"""Stored name → class and the schema number that is written now."""

UPCASTERS: Final[dict[tuple[str, int], Callable[[Payload], Payload]]] = {
    ("tournament.created", 1): lambda payload: {**payload, "fill_to": 0},
    ("tournament.created", 2): lambda payload: {
        **payload,
        "bank_seconds": 0,
        "spectator_delay": None,
    },
    ("tournament.created", 3): lambda payload: {
        **payload,
        "least_members": 1,
        "late_until": 0,
        "check_in": False,
    },
    ("tournament.deal-scored", 1): lambda payload: {**payload, "played_for": []},
    ("tournament.started", 1): lambda payload: {**payload, "secret": None},
    ("tournament.round-drawn", 1): lambda payload: {**payload, "method": 1},
}
"""(stored name, schema number) → a function that makes a payload of the next number from it."""

_NAMES: Final = {cls: (name, schema) for name, (cls, schema) in STORED.items()}
_FIELDS: Final = {cls: frozenset(field.name for field in fields(cls)) for cls in _NAMES}


class UnreadableEvent(ValueError):
    """A stored event that this code cannot read: an unknown name or number, or a payload of another shape."""


def stream_of(tournament_id: int) -> str:
    """The name of a tournament's stream."""
    return f"tournament-{tournament_id}"


def tournament_of(stream: str) -> int | None:
    """The id of the tournament whose stream this is, or None for a stream of something else."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "tournament" and number.isdecimal() else None


def name_of(event: type[TournamentEvent]) -> str:
    """The name under which events of this class are stored."""
    return _NAMES[event][0]


def to_stored(event: TournamentEvent) -> EventData:
    """The event as it is stored now."""
    name, schema = _NAMES[type(event)]
    return EventData(name, schema, msgspec.to_builtins(event))


def from_stored(name: str, schema: int, payload: Payload) -> TournamentEvent:
    """The event that was stored; raises `UnreadableEvent`."""
    if name not in STORED:
        raise UnreadableEvent(f"There is no tournament event named {name}.")
    cls, current = STORED[name]
    while schema != current:
        upcast = UPCASTERS.get((name, schema))
        if upcast is None:
            raise UnreadableEvent(f"{name} has no schema {schema}.")
        payload, schema = upcast(payload), schema + 1
    if payload.keys() != _FIELDS[cls]:
        wrong = sorted(payload.keys() ^ _FIELDS[cls])
        raise UnreadableEvent(f"{name} lacks, or should not have: {', '.join(wrong)}.")
    try:
        return msgspec.convert(payload, cls, strict=True)
    except msgspec.ValidationError as error:
        raise UnreadableEvent(f"{name}: {error}") from error
