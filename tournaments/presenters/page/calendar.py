"""Exports tournaments as calendar events (RFC 5545), with a beginning but no end, which is unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from tournaments.models import Tournament

_ESCAPED: Final = re.compile(r"[\\;,]")
_UNSEEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""What a text may not hold; a tab and the end of a line it may."""
WIDEST: Final = 75
"""Bytes of a line; a longer one goes on in the next."""


def calendar_of(rows: Iterable[Tournament], *, url: Callable[[Tournament], str], host: str) -> str:
    """Return the calendar file of these tournaments, all of which need a start time.

    `url` returns the address of a tournament's page; `host` makes the events' ids unique.
    """
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tusac//Tournaments//EN",
        *(line for row in rows for line in _event(row, url=url(row), host=host)),
        "END:VCALENDAR",
    )
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _event(row: Tournament, *, url: str, host: str) -> tuple[str, ...]:
    assert row.starts_at is not None
    return (
        "BEGIN:VEVENT",
        f"UID:tournament-{row.pk}@{_text(host)}",
        f"SEQUENCE:{row.version}",
        f"DTSTAMP:{_moment(row.ended_at or row.started_at or row.created_at)}",
        f"DTSTART:{_moment(row.starts_at)}",
        f"SUMMARY:{_text(row.name)}",
        *([f"DESCRIPTION:{_text(row.description)}"] if row.description else []),
        f"URL:{url}",
        *(["STATUS:CANCELLED"] if row.status == Tournament.Status.CANCELLED else []),
        "END:VEVENT",
    )


def _text(text: str) -> str:
    """Return a text as a value, with separators and line ends escaped."""
    plain = _UNSEEN.sub("", "\n".join(text.splitlines()))
    return _ESCAPED.sub(r"\\\g<0>", plain).replace("\n", "\\n")


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most `WIDEST` bytes, never cut within a letter.

    All pieces but the first begin with a space.
    """
    piece, size = "", 0
    for letter in line:
        bytes_of_it = len(letter.encode())
        if size + bytes_of_it > WIDEST:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + bytes_of_it
    yield piece
