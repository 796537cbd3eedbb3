"""Appends events to the end of a stream, exactly once, for a writer who knows the stream's last event.

`docs/events.md` says what these functions guarantee. They use SQL directly, because every move passes here and the
ORM would double the time.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.log import codec
from games.log import sql as statements
from games.log.archive import bring_back
from games.log.chain import hash_event
from games.log.sql import count_of, rows_of
from games.log.store import EventData, Head

NAME_LENGTH = 100


class _Row(NamedTuple):
    """An event to write, with its fields in the order of the columns."""

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
    """Raised when another writer appended first: the stream has changed since it was read."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        """Create the error from two versions: the last event that the writer expected, and the actual last one.

        0 stands for an empty stream. The versions are equal if the stream holds another event at that version: the
        event that the writer had seen was rolled back, or the log was restored.
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

    `expected_version` is the version that the writer had seen, 0 for a new stream. The caller's transaction is used
    if there is one. If the stream already holds a batch with this `command_id`, nothing is stored: the version that
    the batch led to is returned, whatever is expected now. `metadata` are stored with every event of the batch.

    Raises `WrongVersion` if the stream is at another version; nothing is stored then, and the caller's transaction
    stays usable. Raises `ValueError` for an empty batch, a name that is empty or longer than 100 characters, or a
    time without a time zone.
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
    """Append like `append`, for a writer who knows the stream's head, and return the new head.

    On PostgreSQL this saves the query for the head, half of the time. Also raises `WrongVersion` if the version is
    the same but that event has another hash.
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
    """Return the stream's head, the command's (None if not stored), and whether the stream was archived.

    The command's head is the one that it led to. Both are read in one query and so at one moment. An archived stream
    is first moved out of the archive, since the caller is about to append to it.
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
    """Store these rows if the stream still ends with the event before the first of them; return whether it did."""
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
