"""Computes events' hashes again from their contents.

Checkpoints use the hashes in the rows, which alone prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final
from zlib import crc32

from games.log import codec
from games.log.archive import archived_ends
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.integrity.tree import TreeEntry
from games.log.integrity.verify import broken_streams
from games.log.store import Recorded, read

EVERY: Final = 600
"""Seconds between two checkpoints."""
TURNS: Final = 72
"""Checkpoints within which each stream is hashed again: twelve hours of a service that is up."""


def holding(stream: str) -> Iterator[tuple[int, TreeEntry]]:
    """Yield the position and leaf entry of each event of a stream, as long as its hash chain is intact.

    Yields nothing for an archived stream that is broken anywhere.
    """
    if archived_ends([stream]) and any(broken_streams(stream)):
        return  # nobody knows how far it holds
    head = NOTHING_BEFORE
    for number, event in enumerate(read(stream), 1):
        head = rehashed(event, head)
        if event.version != number or head.hex() != event.hash:
            return
        yield event.position, TreeEntry(stream, number, head)


def end_of(stream: str) -> tuple[int, bytes]:
    """Return the last version up to which a stream's chain is intact, and that event's hash."""
    version, head = 0, NOTHING_BEFORE
    for _position, entry in holding(stream):
        version, head = entry.version, entry.head
    return version, head


def stands(entry: TreeEntry) -> bool:
    """Return whether the leaf's hash is right when its events are read and hashed again."""
    return any(found == entry for _position, found in holding(entry.stream))


def due(
    heads: Mapping[str, TreeEntry], now: datetime, since: datetime | None = None
) -> list[TreeEntry]:
    """Return the leaves whose streams this checkpoint hashes again.

    The leaves are divided into parts, and each checkpoint takes the next part. With `since`, the time of the last
    checkpoint, the parts that were skipped since then are included. So a club that only runs in the evening covers
    all of them too. A checkpoint compares all leaves with the hashes in the rows, but has no time to hash every event
    again.
    """
    last = int(now.timestamp()) // EVERY
    first = last if since is None else min(last, int(since.timestamp()) // EVERY + 1)
    turns = {turn % TURNS for turn in range(max(first, last - TURNS + 1), last + 1)}
    return [one for one in heads.values() if crc32(one.stream.encode()) % TURNS in turns]


def rehashed(event: Recorded, previous: bytes) -> bytes:
    """Return the hash of an event that follows `previous`, computed from its stored contents."""
    return hash_event(
        previous,
        stream=event.stream,
        version=event.version,
        name=event.name,
        schema=event.schema,
        payload=codec.encode(event.payload),
        metadata=codec.encode(event.metadata),
        recorded_at=codec.encode_time(event.recorded_at),
        command_id=event.command_id,
    )
