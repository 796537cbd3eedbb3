"""Archives finished streams: each becomes one row with its exact bytes, compressed.

A stream is either completely in `log_event` or completely here, and both are read as the same log. The row has only
the last hash. All others are computed from the content by `games.log.chain`; a stream for which they do not match is
not archived. `docs/events.md` says what is guaranteed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction

from games.log import sql as statements
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.sql import count_of, rows_of

Row = tuple[Any, ...]
"""An event in the columns of `sql.COLUMNS`."""


class Damaged(ValueError):
    """Raised for an archived row that cannot be read as a stream."""


class Fact(NamedTuple):
    """A stored event without its metadata; its payload is the JSON text that was hashed."""

    name: str
    schema: int
    payload: str


class _Facts(msgspec.Struct, array_like=True):
    """The columns of a packed stream for readers that need neither times nor authors."""

    facts: list[tuple[str, int, msgspec.Raw]]


class _Told(msgspec.Struct, array_like=True):
    """The columns of a packed stream for readers that also need times and authors."""

    facts: list[tuple[str, int, dict[str, Any]]]
    metadata: list[dict[str, Any]]
    recorded_at: list[datetime]


class _Packed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """All contents of a packed stream, one list per column, because zlib compresses similar values well.

    Payloads and metadata stay the very bytes that were hashed.
    """

    facts: list[tuple[str, int, msgspec.Raw]]
    metadata: list[msgspec.Raw]
    recorded_at: list[str]
    command_id: list[str | None]
    position: list[int]
    txid: list[int]


_facts = msgspec.json.Decoder(_Facts)
_told = msgspec.json.Decoder(_Told)
_packed = msgspec.json.Decoder(_Packed)


def pack(rows: Iterable[Row]) -> bytes:
    """Return these events of one stream, from its first one, as one piece of bytes, without their hashes."""
    all_of = _Packed([], [], [], [], [], [])
    for position, _stream, _at, name, schema, payload, said, at, _hash, _before, cmd, txid in rows:
        all_of.facts.append((name, schema, msgspec.Raw(payload.encode())))
        all_of.metadata.append(msgspec.Raw(said.encode()))
        all_of.recorded_at.append(at)
        all_of.command_id.append(cmd)
        all_of.position.append(position)
        all_of.txid.append(txid)
    return zlib.compress(msgspec.json.encode(all_of), 9)


def unpack(stream: str, packed: bytes) -> list[Row]:
    """Return the events that `pack` was given, with hashes computed from their contents. Raises `Damaged`."""
    rows: list[Row] = []
    before = NOTHING_BEFORE
    try:
        all_of = _read(_packed, packed)
        for at, ((name, schema, payload), said, moment, cmd, position, txid) in enumerate(
            zip(*msgspec.structs.astuple(all_of), strict=True), start=1
        ):
            texts = (str(payload, "utf-8"), str(said, "utf-8"))
            digest = hash_event(
                before,
                stream=stream,
                version=at,
                name=name,
                schema=schema,
                payload=texts[0],
                metadata=texts[1],
                recorded_at=moment,
                command_id=cmd,
            )
            rows.append(
                (position, stream, at, name, schema, *texts, moment, digest, before, cmd, txid)
            )
            before = digest
    except ValueError as error:
        raise Damaged(f"{stream}: {error}") from None
    return rows


def facts(packed: bytes) -> list[Fact]:
    """Return the events of an archived stream in order, without metadata. Raises `Damaged`."""
    read: _Facts = _read(_facts, packed)
    return [Fact(name, schema, str(payload, "utf-8")) for name, schema, payload in read.facts]


def told(
    packed: bytes,
) -> Iterator[tuple[tuple[str, int, dict[str, Any]], dict[str, Any], datetime]]:
    """Return the events of an archived stream in order, with their metadata and times. Raises `Damaged`."""
    all_of = _read(_told, packed)
    return zip(all_of.facts, all_of.metadata, all_of.recorded_at, strict=True)


def _read(decoder: msgspec.json.Decoder[Any], packed: bytes) -> Any:
    try:
        return decoder.decode(zlib.decompress(packed))
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(f"The archived row cannot be read: {error}") from None


def put_away(stream: str) -> bool:
    """Move a stream from `log_event` into the archive; return whether it was moved.

    It is not moved if it has no events there, or if its hash chain is broken, so that `verify_log` can name the row.
    The caller must keep others from appending meanwhile, for a deal by locking its row.
    """
    with transaction.atomic():
        rows = rows_of(statements.READ, [stream, 0])
        packed = pack(rows)
        if not rows or [_plain(row) for row in rows] != unpack(stream, packed):
            return False
        first, last = rows[0], rows[-1]
        places = [first[11], first[0], last[11], last[0]]
        count_of(statements.ARCHIVE, [stream, last[2], last[8], *places, packed])
        count_of(statements.DELETE, [stream])
        return True


def bring_back(stream: str) -> bool:
    """Move an archived stream back to `log_event` so that it can be appended to. Raises `Damaged`.

    Returns whether the stream was archived.
    """
    with transaction.atomic(savepoint=False):
        found = rows_of(statements.ARCHIVED_LOCKED[connection.vendor], [stream])
        if not found:
            return False
        packed, digest = found[0]
        rows = unpack(stream, bytes(packed))
        if not rows or rows[-1][8] != bytes(digest):
            raise Damaged(f"{stream} is not in the archive as it was put away.")
        for start in range(0, len(rows), statements.ROWS):
            some = rows[start : start + statements.ROWS]
            count_of(statements.insert_again(len(some)), [value for row in some for value in row])
        count_of(statements.DELETE_ARCHIVED, [stream])
        return True


def archived(stream: str) -> list[Row]:
    """Return the events of an archived stream; none if it is not archived. Raises `Damaged`."""
    found = rows_of(statements.ARCHIVED, [stream])
    return unpack(stream, bytes(found[0][0])) if found else []


def rows_or_packed(stream: str, sql: str) -> tuple[list[Row], bytes]:
    """Return a pair: the rows that `sql` finds of a live stream, and the packed bytes of an archived one.

    One of the two is empty; both are if there is no such stream. The archive is asked first, since streams that are
    read whole are mostly finished. If neither finds anything, both are asked once more: the stream may have been
    archived in between.
    """
    for _ in range(2):
        if found := rows_of(statements.ARCHIVED, [stream]):
            return [], bytes(found[0][0])
        if rows := rows_of(sql, [stream]):
            return rows, b""
    return [], b""


def streams_in_play(after: int, limit: int) -> list[tuple[int, str]]:
    """Return the first `limit` live streams after a position, as pairs of the first event's position and the name."""
    return [(row[0], row[1]) for row in rows_of(statements.IN_PLAY, [after, limit])]


def archived_ends(streams: Collection[str]) -> dict[str, tuple[int, bytes]]:
    """Return, by name, the last version and hash of each of these streams that is archived."""
    if not streams:
        return {}
    rows = rows_of(statements.archived_heads(len(streams)), list(streams))
    return {stream: (version, bytes(digest)) for stream, version, digest in rows}


def hashes_at(events: Collection[tuple[str, int]]) -> dict[tuple[str, int], bytes]:
    """Return the hash of each of these events that exists, by stream and version.

    The hashes are those stored in the rows, which `integrity.verify` checks. For an earlier event of an archived
    stream the hash is computed from the packed content.
    """
    if not events:
        return {}
    asked = [value for event in events for value in event]
    live = rows_of(statements.hashes(len(events)), asked)
    found = {(stream, version): bytes(digest) for stream, version, digest in live}
    missing = [event for event in events if event not in found]
    ends = archived_ends({stream for stream, _version in missing})
    packed: dict[str, dict[int, bytes]] = {}
    for stream, version in missing:
        end, digest = ends.get(stream, (0, b""))
        if version == end:
            found[stream, version] = digest
        elif version < end:
            if stream not in packed:
                packed[stream] = _hashes_in(stream)
            if version in packed[stream]:
                found[stream, version] = packed[stream][version]
    return found


def _hashes_in(stream: str) -> dict[int, bytes]:
    """Return an archived stream's hashes by version; empty if it is damaged, which `integrity.verify` reports."""
    with suppress(Damaged):
        return {row[2]: row[8] for row in archived(stream)}
    return {}


def places(stream: str) -> list[tuple[int, int]]:
    """Return the transaction and position of each event of an archived stream, in order; empty if it is not archived.

    Raises `Damaged`.
    """
    found = rows_of(statements.ARCHIVED, [stream])
    if not found:
        return []
    all_of: _Packed = _read(_packed, bytes(found[0][0]))
    return list(zip(all_of.txid, all_of.position, strict=False))


def archived_behind(
    after: Sequence[int],
    horizon: Sequence[int],
    limit: int,
    damaged: Callable[[Damaged], object] | None = None,
) -> list[Row]:
    """Return the first `limit` archived events between two positions, in the order of the log.

    For a damaged stream it raises `Damaged`, or if `damaged` is given, calls it with the error and leaves the stream
    out.
    """

    def unpacked(begun: Iterable[Sequence[Any]]) -> Iterator[Row]:
        for stream, packed, *_first in begun:
            try:
                yield from unpack(stream, bytes(packed))
            except Damaged as error:
                if damaged is None:
                    raise
                damaged(error)

    rows = list(unpacked(rows_of(statements.ARCHIVED_ACROSS, [*after, *after])))
    at_once = limit // 8 + 2
    reached = tuple(after)
    while True:
        begun = rows_of(statements.ARCHIVED_FROM, [*reached, at_once])
        rows += unpacked(begun)
        # Of streams that are not read yet nothing comes before the last of these begins.
        more = len(begun) == at_once
        reached = begun[-1][2:] if more else tuple(horizon)
        upto = min(reached, tuple(horizon))
        found = [row for row in rows if tuple(after) < (row[11], row[0]) <= upto]
        if not more or len(found) >= limit or reached >= tuple(horizon):
            found.sort(key=lambda row: (row[11], row[0]))
            return found[:limit]


def _plain(row: Sequence[Any]) -> Row:
    """Return the row with its hashes as bytes; some drivers give memory views."""
    return (*row[:8], bytes(row[8]), bytes(row[9]), *row[10:])
