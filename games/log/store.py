"""The event store: `append` writes a stream, `read` and `read_events` read one, `read_all` all.

What these functions promise is written in `docs/events.md`. They speak SQL of their own, because
every move and every replay passes here and the ORM would double the time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.log import codec, statements
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.prepared import executed

NAME_LENGTH = 100

Value = int | str | bytes | None


@dataclass(frozen=True, slots=True)
class EventData:
    """An event to be stored: its final name, the number of its schema, and what it says."""

    name: str
    schema: int
    payload: dict[str, Any]


class Place(NamedTuple):
    """A place in the order of `read_all`. On SQLite `txid` is always 0."""

    txid: int
    position: int


START = Place(0, 0)
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
    def place(self) -> Place:
        """Where it stands in the order of `read_all`."""
        return Place(self.txid, self.position)


class Replayed(NamedTuple):
    """What a fold needs of a stored event, and nothing else."""

    version: int
    name: str
    schema: int
    payload: dict[str, Any]
    recorded_at: datetime
    metadata: dict[str, Any]


class WrongVersion(Exception):
    """Somebody was there first: the stream is not at the version that the writer had seen."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        """Both versions are those of the stream's last event, 0 for an empty stream."""
        super().__init__(f"{stream} is at version {actual}, not {expected}.")
        self.stream = stream
        self.expected = expected
        self.actual = actual


def append(
    stream: str,
    events: Sequence[EventData],
    *,
    expected_version: int,
    now: datetime,
    metadata: Mapping[str, Any] | None = None,
    command_id: str | None = None,
) -> int:
    """Add `events` to the end of `stream`, all or none, and return the stream's new version.

    `expected_version` is the version that the writer had seen, 0 for a new stream. The caller's
    transaction is used where there is one. A batch with a `command_id` that the stream already
    holds is not stored again: the version that it led to then is returned, whatever is expected
    now. `metadata` goes with every event of the batch.

    Raises `WrongVersion` where the stream is at another version; nothing is stored then, and the
    caller's transaction stays usable. Raises `ValueError` on an empty batch, a name that is empty
    or longer than 100 characters, or a moment without a time zone.
    """
    _check_names(stream, events, command_id)
    alone = connection.vendor == "postgresql" and len(events) <= statements.ROWS
    if connection.in_atomic_block or alone:  # a single INSERT is a transaction of its own
        return _append(stream, events, expected_version, now, metadata, command_id)
    with transaction.atomic():
        return _append(stream, events, expected_version, now, metadata, command_id)


def _append(
    stream: str,
    events: Sequence[EventData],
    expected_version: int,
    now: datetime,
    metadata: Mapping[str, Any] | None,
    command_id: str | None,
) -> int:
    version, previous, txid, answered = _head(stream, command_id)
    if answered is not None:
        return answered
    if version != expected_version:
        raise WrongVersion(stream, expected_version, version)
    rows = _rows(stream, events, version, previous, txid, now, metadata, command_id)
    for start in range(0, len(rows), statements.ROWS):
        batch = rows[start : start + statements.ROWS]
        sql = statements.insert(connection.vendor, len(batch), guarded=start == 0)
        with executed(sql, [value for row in batch for value in row]) as cursor:
            if cursor.rowcount <= 0:
                break
    else:
        return version + len(events)
    version, _, _, answered = _head(stream, command_id)
    if answered is not None:
        return answered
    raise WrongVersion(stream, expected_version, version)


def _check_names(stream: str, events: Sequence[EventData], command_id: str | None) -> None:
    if not events:
        raise ValueError("There is nothing to append.")
    names = [stream, *(event.name for event in events)]
    if command_id is not None:
        names.append(command_id)
    for name in names:
        if not 0 < len(name) <= NAME_LENGTH:
            raise ValueError(f"A name in the log has 1 to {NAME_LENGTH} characters: {name!r}")


def _head(stream: str, command_id: str | None) -> tuple[int, bytes, int, int | None]:
    """The stream's last version, its hash and txid, and the version that answers the command.

    All of it in one query and therefore of one moment.
    """
    sql, values = statements.HEAD, [stream]
    if command_id is not None:
        sql, values = statements.HEAD_AND_COMMAND, [stream, command_id, stream]
    with executed(sql, values) as cursor:
        row = cursor.fetchone()
    if row is None:
        return 0, NOTHING_BEFORE, 0, None
    return row[0], bytes(row[1]), row[2], row[3] if command_id is not None else None


def _rows(
    stream: str,
    events: Sequence[EventData],
    version: int,
    previous: bytes,
    txid: int,
    now: datetime,
    metadata: Mapping[str, Any] | None,
    command_id: str | None,
) -> list[tuple[Value, ...]]:
    recorded_at = codec.encode_time(now)
    said = codec.encode(dict(metadata or {}))
    rows: list[tuple[Value, ...]] = []
    for at, event in enumerate(events, start=version + 1):
        payload = codec.encode(event.payload)
        command = command_id if len(rows) == len(events) - 1 else None
        digest = hash_event(
            previous,
            stream=stream,
            version=at,
            name=event.name,
            schema=event.schema,
            payload=payload,
            metadata=said,
            recorded_at=recorded_at,
            command_id=command,
        )
        rows.append(
            (
                txid,
                stream,
                at,
                event.name,
                event.schema,
                payload,
                said,
                command,
                recorded_at,
                previous,
                digest,
            )
        )
        previous = digest
    return rows


def stream_version(stream: str) -> int:
    """The version of the stream's last event; 0 where there is none."""
    return _head(stream, None)[0]


def version_of_command(stream: str, command_id: str) -> int | None:
    """The version to which the command led in this stream, or None where it is not stored."""
    return _head(stream, command_id)[3]


def read(stream: str, after: int = 0) -> list[Recorded]:
    """The stream's events with a version above `after`, in order, with all that is stored."""
    with connection.cursor() as cursor:
        cursor.execute(statements.READ, [stream, after])
        return [_recorded(row) for row in cursor.fetchall()]


def read_events(stream: str) -> Iterator[Replayed]:
    """The whole stream for a fold, as fast as the database gives it.

    The query is made at once; decoding goes along with the reading.
    """
    with executed(statements.REPLAY, [stream]) as cursor:
        rows = cursor.fetchall()
    decode, moment = codec.decode, codec.decode_time
    return (
        Replayed(version, name, schema, decode(payload), moment(at), decode(said))
        for version, name, schema, payload, at, said in rows
    )


def read_all(after: Place = START, limit: int = 500) -> list[Recorded]:
    """At most `limit` events of all streams behind `after`, in an order that never grows behind.

    Who goes on from the last event's `place` misses nothing and meets nothing twice, even where
    an event was numbered early and committed late; each stream comes in the order of its
    versions. On PostgreSQL events wait until every older transaction has ended.
    """
    with connection.cursor() as cursor:
        cursor.execute(statements.READ_ALL[connection.vendor], [after.txid, after.position, limit])
        return [_recorded(row) for row in cursor.fetchall()]


def _recorded(row: tuple[Any, ...]) -> Recorded:
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
