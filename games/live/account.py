"""Makes the event stream of an account, for programs: its lines, their format, and how a streaming server gets them.

Each look at the account is an ordinary API request (`games.api.views.stream`), so each one authenticates again. A
server that keeps streams open (`tusac_site.serving.account_streams`) gets the result in the request's scope.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from games.errors import Refused

ADDRESS: Final = "/api/v1/stream/"
"""Where programs open it."""
HANDED: Final = "tusac.looks"
"""Under this name a request's scope has a list that its look is appended to."""
LINES: Final = "application/x-ndjson"
SERVER_SENT: Final = "text/event-stream"

INVITATIONS: Final = "invitations"
"""The kind of line that names the tables that invite the account."""
_NOBODY_INVITES: Final = b'{"tables":[]}'

_MOST_TABLES: Final = 40
"""Tables that an id names: no line has more."""
_PLACE: Final = r"[0-9]{1,18}\.[0-9]{1,18}\.[0-9]{1,9}"
_CURSOR: Final = re.compile(rf"{_PLACE}(?:,{_PLACE}){{0,{_MOST_TABLES - 1}}}")


class TablePosition(NamedTuple):
    """A table's position in a stream: its last deal, and the version of that deal's last event; zeros at first."""

    deal: int = 0
    version: int = 0


def cursor_of(places: Mapping[int, TablePosition]) -> str:
    """Return the event id that encodes these stream positions of tables."""
    return ",".join(f"{table}.{at.deal}.{at.version:d}" for table, at in sorted(places.items()))


def places_in(cursor: str) -> dict[int, TablePosition]:
    """Return the stream position of each table that an event id names; an empty id names none. Raises
    Refused("stream.after").
    """
    if not cursor:
        return {}
    if _CURSOR.fullmatch(cursor) is None:
        raise Refused("stream.after")
    numbers = [[int(number) for number in one.split(".")] for one in cursor.split(",")]
    return {table: TablePosition(deal, version) for table, deal, version in numbers}


class AccountLine(NamedTuple):
    """A line of one account's stream, made only from what its seat may see."""

    kind: str
    table: int
    """The table that it is about; 0 for none."""
    cursor: str | None
    """The id from which a stream goes on behind it; None for a line that is no place to go on from."""
    fields: bytes
    """What it says beside kind and id, as JSON."""

    @property
    def says_nothing(self) -> bool:
        """Return whether the line says only that nobody invites the account.

        Such a line need not be sent to a new reader.
        """
        return self.kind == INVITATIONS and self.fields == _NOBODY_INVITES

    def written(self, media_type: str) -> bytes:
        """Return the line's bytes on a stream of this media type."""
        known = {"type": self.kind} | ({} if self.cursor is None else {"id": self.cursor})
        head = json.dumps(known).encode()
        said = head[:-1] + b"," + self.fields[1:] if len(self.fields) > 2 else head
        if media_type != SERVER_SENT:
            return said + b"\n"
        place = "" if self.cursor is None else f"id: {self.cursor}\n"
        return f"event: {self.kind}\n{place}data: ".encode() + said + b"\n\n"


BEAT: Final = AccountLine("beat", 0, None, b"{}")
"""That the stream is alive."""


@dataclass(frozen=True, slots=True)
class Look:
    """The changes at an account's tables since a stream last looked."""

    player: int
    duties: tuple[bool, ...]
    """The duties of the account; a stream ends with a change of them."""
    until: datetime | None
    """When the token ends by which it was asked for."""
    topics: frozenset[str]
    """Topics that say that it is time for the next look."""
    lines: tuple[AccountLine, ...]
    cursor: str
    """The id behind the last line."""
    has_more: bool
    """Whether another look has more at once."""
