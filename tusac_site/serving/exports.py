"""Writes streamed responses, such as files of records, on a thread of their own, apart from pages.

A page returns the source of its answer and frees its thread; this thread makes the pieces, of each answer in turn,
and waits while members' pages are answered. A slow reader does not keep the thread. No piece may leave a database
query or transaction open, because another answer's piece is next.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Final

from django.http import StreamingHttpResponse

from tusac_site.serving.answer_buffers import AnswerBuffer
from tusac_site.serving.page_queue import QueueFull

MOST_WAITING: Final = 20
"""Exports that are made or wait to be made."""
MOST_OF_ONE: Final = 4
"""The same for one session or token."""
MOST_AHEAD: Final = 16 * 2**20
"""Bytes that are written before their reader takes any: more than nearly all files have, and no more than that."""
ASIDE_SECONDS: Final = 0.05
"""What a piece waits at the most for pages to be answered first."""


class Export:
    """An answer being written: the event loop reads the finished part and waits for more."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.kept = AnswerBuffer()
        self.given_up = False
        """Its reader has gone: nothing more is written."""
        self._loop = loop
        self._changed = asyncio.Event()
        self._lock = threading.Lock()
        self._taken = 0
        self._go_on: Callable[[], object] | None = None
        """Goes on writing, where that waits for the reader."""
        self._ended = False
        self._error: BaseException | None = None

    async def more(self, than: int) -> bool:
        """Wait until more than `than` bytes are written and return True; return False if the answer has ended.

        Raises the writer's error.
        """
        self._taken = than
        self._resume()
        while self.kept.size <= than and not self._ended:
            self._changed.clear()
            await self._changed.wait()
        if self._error is not None:
            raise self._error
        return self.kept.size > than

    def is_far_ahead(self, go_on: Callable[[], object]) -> bool:
        """Return whether writing should pause for the reader; if so, `go_on` is called when it may continue."""
        with self._lock:
            if self.given_up or self.kept.size - self._taken < MOST_AHEAD:
                return False
            self._go_on = go_on
            return True

    def _resume(self) -> None:
        with self._lock:
            go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on()

    def wrote(self) -> None:
        """Tell the reader that there is more; called on the writing thread."""
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._changed.set)

    def end(self, error: BaseException | None = None) -> None:
        """Tell the reader that this was all, or that writing failed; called on the writing thread."""
        with self._lock:
            self._ended, self._error = True, error
            if self.given_up:
                self.kept.close()
        self.wrote()

    def leave(self) -> None:
        """Note that nobody reads any more; the bytes are freed once writing has stopped too."""
        with self._lock:
            self.given_up = True
            if self._ended:
                self.kept.close()
        self._resume()


class Exports:
    """The one thread that writes exports, and how many of them are not finished."""

    def __init__(self, step_aside: Callable[[float], None]) -> None:
        """Create it; `step_aside` waits, for a limited time, while members' pages are served."""
        self._step_aside = step_aside
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="export")
        self._lock = threading.Lock()
        self._of: Counter[str] = Counter()

    def begin(
        self, response: StreamingHttpResponse, loop: asyncio.AbstractEventLoop, key: str
    ) -> Export:
        """Start writing this response for the reader `key`, when its turn comes.

        Called on a page's thread. Raises QueueFull if too many wait.
        """
        with self._lock:
            if self._of.total() >= MOST_WAITING or self._of[key] >= MOST_OF_ONE:
                raise QueueFull
            self._of[key] += 1
        export = Export(loop)
        # Whose language it is, and which address began it, goes along; the database's connection does not.
        context = copy_context()
        pieces = iter(response)

        def go_on() -> None:
            if export.is_far_ahead(in_turn):
                return
            if context.run(self._write_one, export, pieces):
                in_turn()
            else:
                self._end(response, key)

        def in_turn() -> None:
            self._pool.submit(go_on)

        in_turn()
        return export

    def _write_one(self, export: Export, pieces: Iterator[bytes]) -> bool:
        """Write the next piece and return True.

        Return False at the end, after an error, or if the reader has gone.
        """
        try:
            self._step_aside(ASIDE_SECONDS)
            piece = None if export.given_up else next(pieces, None)
            if piece is not None:
                export.kept.append(piece)
                export.wrote()
                return True
        except BaseException as error:
            export.end(error)
        else:
            export.end()
        return False

    def _end(self, response: StreamingHttpResponse, key: str) -> None:
        try:
            response.close()
        finally:
            with self._lock:
                self._of[key] -= 1
                if not self._of[key]:
                    del self._of[key]
