"""Reads request bodies on the event loop, before a page takes a thread, and limits their size.

Each body has a limit, and all together have one. A client that sends a photograph byte by byte keeps only a
connection busy, for as long as `tusac_site.serving.process` allows. Small bodies, above all moves, are always
accepted.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

Receive = Callable[[], Awaitable[Mapping[str, Any]]]

LARGEST_BODY: Final = 4 * 2**20
"""Bytes that a request may bring. Django reads all of it, onto the disk, before it looks who asks and what for."""
LARGEST_PHOTOGRAPH: Final = 11 * 2**20
"""The same where a photograph is sent: a telephone's, in the form around it."""
SMALL: Final = 64 * 2**10
"""Bytes that always come in, however much is on its way."""
MOST_COMING: Final = 128 * 2**20
"""Bytes beyond that of all bodies that come to a process or wait for their page; half of it for strangers."""

_PHOTOGRAPHS: Final = re.compile(
    r"(/tournaments/[0-9]+/rounds/[0-9]+/tables/[0-9]+/deals/[0-9]+/photographs"
    r"|/api/v1/tournaments/[0-9]+/rounds/[0-9]+/tables/[0-9]+/results/[0-9]+/photographs/)"
)


def largest(method: str, path: str) -> int:
    """Return the most bytes that a request to this address may send."""
    photograph = method == "POST" and _PHOTOGRAPHS.fullmatch(path)
    return LARGEST_PHOTOGRAPH if photograph else LARGEST_BODY


class BodyBudget:
    """The number of bytes that all large request bodies use together right now."""

    def __init__(self, most: int = MOST_COMING) -> None:
        """Create it; members may use `most` bytes together, everybody else half of that."""
        self.most = most
        self.bytes = 0


class BoundedBody:
    """Receives a request's messages; if the body is too large, it pretends that the sender has disconnected."""

    def __init__(self, receive: Receive, most: int, desk: BodyBudget, *, member: bool) -> None:
        """Create it for a body of at most `most` bytes, counted in the budget `desk`.

        If the budget is nearly used up, only bodies of a `member` are still accepted.
        """
        self.too_large = False
        self.no_room = False
        self._receive = receive
        self._most = most
        self._desk = desk
        self._room = desk.most if member else desk.most // 2
        self._size = 0
        self._counted = 0

    async def __call__(self) -> Mapping[str, Any]:
        """Return the next message."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        more = max(0, self._size - SMALL) - self._counted
        self.too_large = self._size > self._most
        self.no_room = more > 0 and self._desk.bytes + more > self._room
        if self.too_large or self.no_room:
            return {"type": "http.disconnect"}
        self._counted += more
        self._desk.bytes += more
        return message

    def leave(self) -> None:
        """Give the body's bytes back to the budget, because they are no longer stored."""
        self._desk.bytes -= self._counted
        self._counted = 0
