"""Reads the event store: `read` and `read_events` read a stream, `read_all` all streams; `appending` writes.

`docs/events.md` says what these functions guarantee. They use SQL directly, because every move and every replay
passes here and the ORM would double the time.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from games.log import codec
from games.log import sql as statements
from games.log.archive import (
    Damaged,
    Fact,
    Row,
    archived,
    archived_behind,
    facts,
    rows_or_packed,
    told,
    unpack,
)
from games.log.chain import NOTHING_BEFORE
from games.log.sql import rows_of

NO_HASH = NOTHING_BEFORE.hex()


class NewerEvent(ValueError):
    """Raised for a stored event whose schema only a newer release can read."""


@dataclass(frozen=True, slots=True)
class EventData:
    """An event to store: its final name, its schema number, and its payload."""

    name: str
    schema: int
    payload: dict[str, Any]


class LogPosition(NamedTuple):
    """A place in the order of `read_all`. On SQLite `txid` is always 0."""

    txid: int
    position: int


START = LogPosition(0, 0)
"""Before the first event."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as it is stored."""

    position: int
    """Unique in the whole log, from the database's sequence; gaps mean nothing."""
    stream: str
    version: int
    """1, 2, 3 … in the stream, without a gap."""
    name: str
    schema: int
    payload: dict[str, Any]
    metadata: dict[str, Any]
    recorded_at: datetime
    """Aware, in UTC."""
    hash: str
    """64 hexadecimal digits; `games.log.chain` says over what."""
    previous: str
    """The hash of the event before it in the stream; 64 zeros in the first."""
    command_id: str | None
    """The id of the command that a batch answers, on the last event of the batch."""
    txid: int

    @property
    def place(self) -> LogPosition:
        """Return the event's place in the order of `read_all`."""
        return LogPosition(self.txid, self.position)


class Replayed(NamedTuple):
    """The parts of a stored event that a fold needs."""

    version: int
    name: str
    schema: int
    payload: dict[str, Any]
    recorded_at: datetime
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a stream: its last event, as a writer has seen it."""

    stream: str
    version: int = 0
    """0 for a stream without events."""
    hash: str = NO_HASH
    """The last event's, 64 hexadecimal digits; by the chain it stands for all events before it."""
    at: datetime | None = field(default=None, compare=False)
    """When the last event was recorded, where the one who read it knows."""

    def __post_init__(self) -> None:
        """Raises `ValueError` where there is a hash but no event."""
        if not self.version and self.hash != NO_HASH:
            raise ValueError("A stream without events has no hash.")


def stream_version(stream: str) -> int:
    """Return the version of the stream's last event; 0 where there is none."""
    return max((int(row[0]) for row in rows_of(statements.HEAD_ANYWHERE, [stream] * 2)), default=0)


def head_of(stream: str) -> Head:
    """Return the end of the stream, archived or not; its version is 0 for a stream without events."""
    rows = rows_of(statements.HEAD_ANYWHERE, [stream] * 2)
    heads = [Head(stream, int(row[0]), bytes(row[1]).hex()) for row in rows]
    return max(heads, key=lambda head: head.version, default=Head(stream))


def last_place() -> LogPosition:
    """Return the place of the last event in the order of `read_all`; `START` for an empty log."""
    return max((LogPosition(*row) for row in rows_of(statements.LAST_PLACE, [])), default=START)


def version_of_command(stream: str, command_id: str) -> int | None:
    """Return the version to which the command led in this stream, or None if it is not stored."""
    for version, found in rows_of(statements.ANSWER_ANYWHERE, [stream, command_id, stream]):
        if version:
            return int(version)
        answers = (row[2] for row in unpack(stream, bytes(found)) if row[10] == command_id)
        return next(answers, None)
    return None


def read(stream: str, after: int = 0) -> list[Recorded]:
    """Return the stream's events with a version above `after`, in order, with all that is stored."""
    return [recorded(row) for row in rows_in(stream, after)]


def rows_in(stream: str, after: int = 0) -> list[Row]:
    """Return the undecoded rows of the events that `read` returns."""
    if rows := rows_of(statements.READ, [stream, after]):
        return rows
    # Both places in one query, so of one moment: the stream may move between them.
    for version, _hash, packed in rows_of(statements.HEAD_ANYWHERE, [stream] * 2):
        if packed is not None:
            return unpack(stream, bytes(packed))[after:]
        if version > after:  # it has been brought back, or has grown
            return rows_in(stream, after)
    return []


def read_named(stream: str, name: str) -> list[Recorded]:
    """Return the stream's events of this name, in order, with all that is stored."""
    rows = rows_of(statements.READ_NAMED, [stream, name])
    return [recorded(row) for row in rows or archived(stream) if row[3] == name]


def read_across(streams: Collection[str], names: Collection[str]) -> list[Recorded]:
    """Return the events of these names in these streams, in the order of the log.

    Archived streams are left out.
    """
    if not streams:
        return []
    query = statements.READ_ACROSS.format(
        streams=", ".join(["%s"] * len(streams)), names=", ".join(["%s"] * len(names))
    )
    return [recorded(row) for row in rows_of(query, [*streams, *names])]


def read_events(stream: str) -> Iterator[Replayed]:
    """Return the whole stream for a fold, as fast as the database can read it.

    The query runs immediately; each event is decoded when it is consumed.
    """
    rows, packed = rows_or_packed(stream, statements.REPLAY)
    if packed:
        return (
            Replayed(version, *fact, at, said)
            for version, (fact, said, at) in enumerate(told(packed), start=1)
        )
    decode, moment = codec.decode, codec.decode_time
    return (
        Replayed(version, name, schema, decode(payload), moment(at), decode(said))
        for version, name, schema, payload, at, said in rows
    )


def read_facts(stream: str) -> list[Fact]:
    """Return the whole stream for a fold that needs neither times nor authors; payloads are not decoded."""
    rows, packed = rows_or_packed(stream, statements.FACTS)
    return facts(packed) if packed else [Fact(*row) for row in rows]


def read_all(after: LogPosition = START, limit: int = 500) -> list[Recorded]:
    """Return at most `limit` events of all streams after `after`, in an order that never changes later.

    Readers who continue from the last event's `place` miss nothing and get nothing twice, even if an event was
    numbered early and committed late. Events of a stream come in the order of versions. On PostgreSQL an event
    appears only after every older transaction has ended.
    """
    return [recorded(row) for row in rows_behind(after, limit)]


def rows_behind(
    after: LogPosition, limit: int, damaged: Callable[[Damaged], object] | None = None
) -> list[Row]:
    """Return the undecoded rows of the events that `read_all` returns.

    For a damaged archived stream it raises `Damaged`, or if `damaged` is given, calls it with the error and leaves
    the stream out.
    """
    (horizon,) = rows_of(statements.HORIZON[connection.vendor], [])
    rows = rows_of(statements.READ_ALL[connection.vendor], [*after, *horizon, limit])
    # A stream that is put away between the two is in both, and in neither is none.
    if put_away := archived_behind(after, horizon, limit, damaged):
        by_place = {(row[11], row[0]): row for row in (*put_away, *rows)}
        rows = [by_place[place] for place in sorted(by_place)][:limit]
    return rows


def names_behind(after: LogPosition, limit: int) -> list[str]:
    """Return only the names of the events that `read_all` would find after `after`, at most `limit`.

    An empty name means that archived events follow too; their names are only known by reading them.
    """
    asked = [*after, limit, *after]
    return [name for (name,) in rows_of(statements.names_behind(connection.vendor), asked)]


def recorded(row: Row) -> Recorded:
    """Return the event of a row. Raises `msgspec.DecodeError` and `ValueError` on what cannot be decoded."""
    (position, stream, version, name, schema, payload, said, at, digest, previous, cmd, txid) = row
    return Recorded(
        position=position,
        stream=stream,
        version=version,
        name=name,
        schema=schema,
        payload=codec.decode(payload),
        metadata=codec.decode(said),
        recorded_at=codec.decode_time(at),
        hash=bytes(digest).hex(),
        previous=bytes(previous).hex(),
        command_id=cmd,
        txid=txid,
    )
