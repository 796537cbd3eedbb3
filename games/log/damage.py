"""Reads the log despite damage: an unreadable event, or one from a newer release, does not stop the others.

Verification doesn't use this: `verify_log` and checkpoints fail on such events.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from games.log import codec
from games.log.archive import Damaged, Row
from games.log.store import START, LogPosition, Recorded, recorded, rows_behind, rows_in

_log = logging.getLogger(__name__)

UNREADABLE: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What decoding, naming or folding events may raise that nobody of us has written.

For whoever goes through many streams: one of them must not keep all others waiting. What is left out so is logged by
its ids and the kind of error, since the error's own words may hold what stands there. Errors of JSON, of an archived
row and of a notation are `ValueError`s.
"""
NOT_DECODED: Final = 0
"""The schema of an event that was not decoded, which no event has: whoever reads schemas refuses it."""


def read_past_damage(stream: str, after: int = 0) -> list[Recorded]:
    """Return what `read` returns, with an empty event of schema `NOT_DECODED` for each that cannot be decoded."""
    return [_decoded(row) for row in rows_in(stream, after)]


def read_all_past_damage(after: LogPosition = START, limit: int = 500) -> list[Recorded]:
    """Return what `read_all` returns, without damaged archived streams.

    Undecodable events are replaced as in `read_past_damage`.
    """
    return [_decoded(row) for row in rows_behind(after, limit, _left_out)]


def _left_out(error: Damaged) -> None:
    _log.error("an archived stream is left out: %s", error)


def _decoded(row: Row) -> Recorded:
    with suppress(TypeError, ValueError):
        found = recorded(row)
        if found.recorded_at.tzinfo is not None:
            return found
    position, stream, version, name, _schema, _payload, _said, _at, digest, previous, cmd, txid = (
        row
    )
    return Recorded(
        position=position,
        stream=stream,
        version=version,
        name=name,
        schema=NOT_DECODED,
        payload={},
        metadata={},
        recorded_at=_moment(row[7]),
        hash=bytes(digest).hex(),
        previous=bytes(previous).hex(),
        command_id=cmd,
        txid=txid,
    )


def _moment(text: str) -> datetime:
    """Return the time in the row's text, or the earliest possible time if the text is not valid."""
    with suppress(TypeError, ValueError):
        at = codec.decode_time(text)
        if at.tzinfo is not None:
            return at
    return datetime(1, 1, 1, tzinfo=UTC)
