"""Answers that come piece by piece, such as files of records: written on a thread of their own, beside the pages.

A page says what its answer is made of and lets go of its thread; here the pieces are made, one answer at a time, and
step aside while members' pages are answered. How slowly a reader takes them does not matter to the thread here.
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

from django.db import close_old_connections
from django.http import StreamingHttpResponse

from tusac_site.kept import Kept
from tusac_site.turns import Full

MOST_WAITING: Final = 20
"""Exports that are made or wait to be made."""
MOST_OF_ONE: Final = 4
"""The same for one session or token."""
ASIDE_SECONDS: Final = 0.05
"""What a piece waits at the most for pages to be answered first."""


class Export:
    """An answer that is being written: the event loop reads what is there and waits for more."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.kept = Kept()
        self.given_up = False
        """Its reader has gone: nothing more is written."""
        self._loop = loop
        self._changed = asyncio.Event()
        self._lock = threading.Lock()
        self._ended = False
        self._error: BaseException | None = None

    async def more(self, than: int) -> bool:
        """Wait until there is more than this, and say so; False where that was all. Raises what went wrong."""
        while self.kept.size <= than and not self._ended:
            self._changed.clear()
            await self._changed.wait()
        if self._error is not None:
            raise self._error
        return self.kept.size > than

    def wrote(self) -> None:
        """Say, on the thread that writes, that there is more."""
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._changed.set)

    def end(self, error: BaseException | None = None) -> None:
        """Say, on the thread that writes, that this was all."""
        with self._lock:
            self._ended, self._error = True, error
            if self.given_up:
                self.kept.close()
        self.wrote()

    def leave(self) -> None:
        """Say that nobody reads any more; the bytes go when nobody writes either."""
        with self._lock:
            self.given_up = True
            if self._ended:
                self.kept.close()


class Exports:
    """One thread that writes, and how many wait for it."""

    def __init__(self, step_aside: Callable[[float], None]) -> None:
        """`step_aside` waits, no longer than it is told, while members' pages are answered."""
        self._step_aside = step_aside
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="export")
        self._lock = threading.Lock()
        self._of: Counter[str] = Counter()

    def begin(
        self, response: StreamingHttpResponse, loop: asyncio.AbstractEventLoop, key: str
    ) -> Export:
        """Write this answer when its turn comes; `key` says for whom. Called on a page's thread. Raises Full."""
        with self._lock:
            if self._of.total() >= MOST_WAITING or self._of[key] >= MOST_OF_ONE:
                raise Full
            self._of[key] += 1
        export = Export(loop)
        # Whose language it is, and which address began it, goes along; the database's connection does not.
        self._pool.submit(copy_context().run, self._write, export, response, key)
        return export

    def _write(self, export: Export, response: StreamingHttpResponse, key: str) -> None:
        error: BaseException | None = None
        try:
            close_old_connections()
            for piece in _pieces(response):
                if export.given_up:
                    break
                export.kept.append(piece)
                export.wrote()
                self._step_aside(ASIDE_SECONDS)
        except BaseException as raised:
            error = raised
        finally:
            response.close()
            with self._lock:
                self._of[key] -= 1
                if not self._of[key]:
                    del self._of[key]
            export.end(error)


def _pieces(response: StreamingHttpResponse) -> Iterator[bytes]:
    return iter(response)
