"""Buffers answers until their readers take them, in memory or in an unnamed file, never on a page's thread.

A page's answer is complete before its first byte is sent, or it grows while it is sent; the event loop sends either,
as fast as its reader takes it. All waiting bytes of a process have one limit: beyond it, the connection of the reader
who has taken nothing for longest is cut.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

PIECE: Final = 64 * 2**10
"""Bytes that are sent at a time; so many wait in the server for a reader, the rest here."""
IN_MEMORY: Final = 256 * 2**10
"""Bytes of an answer up to which it waits in memory."""
MOST_HELD: Final = 256 * 2**20
"""Bytes of answers that wait in a process, in memory and in files together."""
CUT: Final = "tusac.cut"
"""Under this name a request's state says how its connection is cut (`tusac_site.connections`)."""

Send = Callable[[dict[str, Any]], Awaitable[None]]


class AnswerBuffer:
    """The bytes of one answer: written by one thread, read by the event loop."""

    def __init__(self, content: bytes | None = None) -> None:
        """Create it with the whole answer, or with None for an answer that grows piece by piece."""
        self.size = 0
        self._content: bytes | None = None
        self._file: Any = None
        if content is not None and len(content) <= IN_MEMORY:
            self._content, self.size = content, len(content)
            return
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed when it was taken
        if content is not None:
            self.append(content)

    def append(self, piece: bytes) -> None:
        """Add a piece at the end."""
        left = memoryview(piece)
        while left:
            done = os.pwrite(self._file.fileno(), left, self.size)
            self.size += done
            left = left[done:]

    async def read(self, at: int) -> bytes:
        """Return the next piece from position `at` on, empty if there is none yet."""
        if self._content is not None:
            return self._content[at : at + PIECE]
        return await asyncio.to_thread(os.pread, self._file.fileno(), PIECE, at)

    def close(self) -> None:
        """Free the bytes."""
        self._content = None
        if self._file is not None:
            self._file.close()


class Growing(Protocol):
    """The interface of an answer that is still being written."""

    async def more(self, than: int) -> bool:
        """Wait until there are more than `than` bytes and return True; return False if the answer has ended.

        Raises the writer's error.
        """


class OutgoingAnswer:
    """An answer that is being sent, as `OutgoingAnswers` counts it."""

    def __init__(self, kept: AnswerBuffer, cut: Callable[[], None] | None) -> None:
        self.kept = kept
        self.given_up = False
        self._cut = cut

    def give_up(self) -> bool:
        """Cut the connection and return True; return False if the server offers no way to cut it."""
        if self._cut is None:
            return False
        self.given_up = True
        self._cut()
        return True


class OutgoingAnswers:
    """All answers of a process that wait for their readers. For the event loop alone."""

    def __init__(self, most: int = MOST_HELD) -> None:
        """Create it; at most `most` bytes wait, for all readers together."""
        self.most = most
        self._held: dict[OutgoingAnswer, None] = {}
        """The one that has moved last stands last."""

    def __len__(self) -> int:
        return len(self._held)

    @property
    def bytes(self) -> int:
        """The number of bytes that wait at this moment."""
        return sum(one.kept.size for one in self._held)

    async def send(
        self, kept: AnswerBuffer, send: Send, state: dict[str, Any], growing: Growing | None = None
    ) -> None:
        """Send the body of an answer piece by piece, each when the reader has taken the pieces before."""
        held = OutgoingAnswer(kept, state.get(CUT))
        self._held[held] = None
        at = 0
        try:
            while await growing.more(at) if growing is not None else at < kept.size:
                self._make_room(held)
                piece = await kept.read(at)
                at += len(piece)
                last = growing is None and at >= kept.size
                await send({"type": "http.response.body", "body": piece, "more_body": not last})
                if held.given_up:
                    return
                self._moved(held)
            if growing is not None or not at:
                await send({"type": "http.response.body", "body": b""})
        finally:
            self._held.pop(held, None)

    def _moved(self, held: OutgoingAnswer) -> None:
        del self._held[held]
        self._held[held] = None

    def _make_room(self, held: OutgoingAnswer) -> None:
        """If too many bytes wait, cut the connections of the slowest readers, but never that of `held`."""
        over = self.bytes - self.most
        if over <= 0:
            return
        over -= sum(one.kept.size for one in self._held if one.given_up)
        for one in list(self._held):
            if over <= 0:
                break
            if one is not held and not one.given_up and one.give_up():
                over -= one.kept.size
