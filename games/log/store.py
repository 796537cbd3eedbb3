"""The event store: `append` writes a stream, `read` and `read_events` read one, `read_all` all.

What these functions promise is written in `docs/events.md`. They speak SQL of their own, because
every move and every replay passes here and the ORM would double the time.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.log import codec
from games.log import sql as statements
from games.log.archive import (
    Damaged,
    Fact,
    Row,
    archived,
    archived_behind,
    bring_back,
    facts,
    rows_or_packed,
    told,
    unpack,
)
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.sql import count_of, rows_of

NAME_LENGTH = 100
NO_HASH = NOTHING_BEFORE.hex()


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


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stream ends: its last event, as a writer has seen it."""

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


class _Row(NamedTuple):
    """An event as it is written, in the order of the columns."""

    stream: str
    version: int
    name: str
    schema: int
    payload: str
    metadata: str
    command_id: str | None
    recorded_at: str
    previous: bytes
    hash: bytes


class WrongVersion(Exception):
    """Somebody was there first: the stream is not as the writer had seen it."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        """Both versions are those of the stream's last event, 0 for an empty stream.

        They are the same where the stream holds another event at that version: what the writer had
        seen was taken back, or the log was restored.
        """
        super().__init__(
            f"{stream} is at version {actual}, not {expected}."
            if actual != expected
            else f"{stream} holds another event at version {expected} than the one seen."
        )
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
    seen = None if expected_version else Head(stream)
    return _append(stream, expected_version, seen, events, now, metadata, command_id).version


def append_to(
    head: Head,
    events: Sequence[EventData],
    *,
    now: datetime,
    metadata: Mapping[str, Any] | None = None,
    command_id: str | None = None,
) -> Head:
    """Do as `append`, for a writer who knows the stream's head, and return its new head.

    On PostgreSQL this saves the query for the head, half of the time. Raises `WrongVersion` also
    where the stream is at that version, but with an event of another hash.
    """
    return _append(head.stream, head.version, head, events, now, metadata, command_id)


def _append(
    stream: str,
    version: int,
    seen: Head | None,
    events: Sequence[EventData],
    now: datetime,
    metadata: Mapping[str, Any] | None,
    command_id: str | None,
) -> Head:
    _check_names(stream, events, command_id)
    alone = connection.vendor == "postgresql" and len(events) <= statements.ROWS
    if not (connection.in_atomic_block or alone):  # a single INSERT is a transaction of its own
        with transaction.atomic():
            return _append(stream, version, seen, events, now, metadata, command_id)
    if seen is None or connection.vendor == "sqlite":
        head, answer, _back = _look(stream, command_id)
        if answer is not None:
            return answer
        if head.version != version or seen not in (None, head):
            raise WrongVersion(stream, version, head.version)
        seen = head
    rows = _rows(seen, events, now, metadata, command_id)
    for start in range(0, len(rows), statements.ROWS):
        if not _insert(rows[start : start + statements.ROWS], command_id):
            break
    else:
        return Head(stream, seen.version + len(rows), rows[-1].hash.hex(), now)
    head, answer, back = _look(stream, command_id)
    if answer is not None:
        return answer
    if back and head == seen:
        return _append(stream, version, seen, events, now, metadata, command_id)
    raise WrongVersion(stream, version, head.version)


def _check_names(stream: str, events: Sequence[EventData], command_id: str | None) -> None:
    if not events:
        raise ValueError("There is nothing to append.")
    names = [stream, *(event.name for event in events)]
    if command_id is not None:
        names.append(command_id)
    for name in names:
        if not 0 < len(name) <= NAME_LENGTH:
            raise ValueError(f"A name in the log has 1 to {NAME_LENGTH} characters: {name!r}")


def _look(stream: str, command_id: str | None) -> tuple[Head, Head | None, bool]:
    """The stream's head, the one that the command led to (None where it is not stored), and whether it was archived.

    Both heads in one query and therefore of one moment. A writer asks, so an archived stream is brought back.
    """
    sql, values = statements.HEAD, [stream]
    if command_id is not None:
        sql, values = statements.HEAD_AND_ANSWER, [stream, stream, command_id]
    rows = rows_of(sql, values)
    back = not rows and bring_back(stream)
    if back:
        rows = rows_of(sql, values)
    if not rows:
        return Head(stream), None, back
    row = rows[0]
    head = Head(stream, row[0], bytes(row[1]).hex())
    if command_id is None or row[2] is None:
        return head, None, back
    return head, Head(stream, row[2], bytes(row[3]).hex()), back


def _insert(rows: list[_Row], command_id: str | None) -> bool:
    """Store rows behind the event that the first of them names as its forerunner; whether it was the head."""
    first, *rest = rows
    values: list[int | str | bytes | None] = list(first)
    if connection.vendor == "sqlite":  # nobody can come between our look and this
        sql = statements.insert_alone(len(rows))
    else:
        sql = statements.insert(len(rows), new=first.version == 1)
        values.append(first.stream)
        if first.version > 1:
            values += (first.version - 1, first.previous, first.stream, command_id)
    for row in rest:
        values += row
    return count_of(sql, values) > 0


def _rows(
    head: Head,
    events: Sequence[EventData],
    now: datetime,
    metadata: Mapping[str, Any] | None,
    command_id: str | None,
) -> list[_Row]:
    recorded_at = codec.encode_time(now)
    said = codec.encode(dict(metadata or {}))
    previous = bytes.fromhex(head.hash)
    rows: list[_Row] = []
    for at, event in enumerate(events, start=head.version + 1):
        payload = codec.encode(event.payload)
        command = command_id if len(rows) == len(events) - 1 else None
        digest = hash_event(
            previous,
            stream=head.stream,
            version=at,
            name=event.name,
            schema=event.schema,
            payload=payload,
            metadata=said,
            recorded_at=recorded_at,
            command_id=command,
        )
        rows.append(
            _Row(
                head.stream,
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
    return max((int(row[0]) for row in rows_of(statements.HEAD_ANYWHERE, [stream] * 2)), default=0)


def head_of(stream: str) -> Head:
    """Where the stream ends, archived or not, as a reader sees it; version 0 where there is none."""
    rows = rows_of(statements.HEAD_ANYWHERE, [stream] * 2)
    heads = [Head(stream, int(row[0]), bytes(row[1]).hex()) for row in rows]
    return max(heads, key=lambda head: head.version, default=Head(stream))


def last_place() -> Place:
    """The place of the last event in the order of `read_all`; `START` for an empty log."""
    return max((Place(*row) for row in rows_of(statements.LAST_PLACE, [])), default=START)


def version_of_command(stream: str, command_id: str) -> int | None:
    """The version to which the command led in this stream, or None where it is not stored."""
    for version, found in rows_of(statements.ANSWER_ANYWHERE, [stream, command_id, stream]):
        if version:
            return int(version)
        answers = (row[2] for row in unpack(stream, bytes(found)) if row[10] == command_id)
        return next(answers, None)
    return None


def read(stream: str, after: int = 0) -> list[Recorded]:
    """The stream's events with a version above `after`, in order, with all that is stored."""
    return [recorded(row) for row in rows_in(stream, after)]


def rows_in(stream: str, after: int = 0) -> list[Row]:
    """The rows of what `read` gives, none of them decoded."""
    rows = rows_of(statements.READ, [stream, after])
    if not rows and (archived_rows := archived(stream)):
        return archived_rows[after:]
    if not rows:  # it may have been brought back between the two
        rows = rows_of(statements.READ, [stream, after])
    return rows


def read_named(stream: str, name: str) -> list[Recorded]:
    """The stream's events of this name, in order, with all that is stored."""
    rows = rows_of(statements.READ_NAMED, [stream, name])
    return [recorded(row) for row in rows or archived(stream) if row[3] == name]


def read_across(streams: Collection[str], names: Collection[str]) -> list[Recorded]:
    """The events of these names in these streams, in the order of the log; none of streams that are archived."""
    if not streams:
        return []
    query = statements.READ_ACROSS.format(
        streams=", ".join(["%s"] * len(streams)), names=", ".join(["%s"] * len(names))
    )
    return [recorded(row) for row in rows_of(query, [*streams, *names])]


def read_events(stream: str) -> Iterator[Replayed]:
    """The whole stream for a fold, as fast as the database gives it.

    The query is made at once; decoding goes along with the reading.
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


def read_facts(stream: str) -> Iterable[Fact]:
    """The whole stream for a fold that asks for no time and for nobody's name."""
    rows, packed = rows_or_packed(stream, statements.FACTS)
    if packed:
        return facts(packed)
    decode = codec.decode
    return (Fact(name, schema, decode(payload)) for name, schema, payload in rows)


def read_all(after: Place = START, limit: int = 500) -> list[Recorded]:
    """At most `limit` events of all streams behind `after`, in an order that never grows behind.

    Who goes on from the last event's `place` misses nothing and meets nothing twice, even where
    an event was numbered early and committed late; each stream comes in the order of its
    versions. On PostgreSQL events wait until every older transaction has ended.
    """
    return [recorded(row) for row in rows_behind(after, limit)]


def rows_behind(
    after: Place, limit: int, damaged: Callable[[Damaged], object] | None = None
) -> list[Row]:
    """The rows of what `read_all` gives, none of them decoded.

    An archived stream that cannot be read is left out where somebody is told of it by `damaged`, else that is raised.
    """
    (horizon,) = rows_of(statements.HORIZON[connection.vendor], [])
    rows = rows_of(statements.READ_ALL[connection.vendor], [*after, *horizon, limit])
    # A stream that is put away between the two is in both, and in neither is none.
    if put_away := archived_behind(after, horizon, limit, damaged):
        by_place = {(row[11], row[0]): row for row in (*put_away, *rows)}
        rows = [by_place[place] for place in sorted(by_place)][:limit]
    return rows


def names_behind(after: Place, limit: int) -> list[str]:
    """The names of at most `limit` events that `read_all` would find behind `after`, without the events.

    One of them is empty where events behind it are archived: what these are called, only reading them says.
    """
    asked = [*after, limit, *after]
    return [name for (name,) in rows_of(statements.names_behind(connection.vendor), asked)]


def recorded(row: Row) -> Recorded:
    """The event of a row. Raises `msgspec.DecodeError` and `ValueError` on what cannot be decoded."""
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
