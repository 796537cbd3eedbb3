"""Gives pages threads by priority: members before guests, guests before others; each queue of pages is bounded.

A page gets its priority before it begins. Strangers' pages share a few of the threads, so that a member's move finds a
free thread however many strangers there are.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import IntEnum
from math import inf
from time import monotonic
from typing import Any, Final


class Priority(IntEnum):
    """The kind of reader of a page, as far as its process knows; lower values go first."""

    MEMBER = 0
    GUEST = 1
    UNKNOWN = 2
    """Who shows a session or a token that this process has not seen yet: a member of another one, or a forger."""
    STRANGER = 3


MOST_WAITING: Final = {
    Priority.MEMBER: 400,
    Priority.GUEST: 200,
    Priority.UNKNOWN: 40,
    Priority.STRANGER: 40,
}
"""Pages of each priority that may wait; readers of more are asked to try again later. Members never wait that long."""
MOST_OF_ONE: Final = 8
"""Pages of one session or token that wait or are answered with its priority; more of them are a stranger's."""


QUIET_SECONDS: Final = 2.0
"""After a member's page, in which those whom nobody knows have one thread: more of them would share the processor."""


class QueueFull(Exception):
    """Raised when too many pages wait for another one to be answered in time."""


class PageQueue:
    """A fixed set of threads, one page on each at a time, and the pages that wait for one."""

    quiet_seconds: float = QUIET_SECONDS

    def __init__(self, threads: int, *, others: int) -> None:
        """Create it with this number of threads.

        Strangers get at most `others` of them at a time, and only one while members play.
        """
        self.others = max(1, others)
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._lock = threading.Lock()
        self._waiting: dict[Priority, deque[tuple[Future[Any], Callable[[], Any]]]] = {
            priority: deque() for priority in Priority
        }
        self._running: Counter[Priority] = Counter()
        self._of: Counter[str] = Counter()
        self._played_at = -inf
        """When a member's page was last answered."""
        self._nobody_plays = threading.Event()
        self._nobody_plays.set()

    def submit(self, priority: Priority, key: str, page: Callable[[], Any]) -> Future[Any]:
        """Run the page when it is its turn; return the future of its answer.

        `key` identifies the reader, empty for strangers. Raises QueueFull.
        """
        answer: Future[Any] = Future()
        with self._lock:
            if priority <= Priority.GUEST and self._of[key] >= MOST_OF_ONE:
                priority = Priority.STRANGER
            line = self._waiting[priority]
            if len(line) >= MOST_WAITING[priority]:
                raise QueueFull
            if priority <= Priority.GUEST:
                self._of[key] += 1
                answer.add_done_callback(lambda _answer: self._forget(key))
            line.append((answer, page))
        answer.add_done_callback(lambda _answer: self._drop(answer, priority))
        self._begin()
        return answer

    def waiting(self, priority: Priority) -> int:
        """Return how many pages of this priority have not begun."""
        return len(self._waiting[priority])

    def running(self) -> int:
        """Return how many pages are being answered right now."""
        return self._running.total()

    def step_aside(self, seconds: float) -> None:
        """Wait until no member's page is being answered, but at most this long; for work that is not urgent."""
        self._nobody_plays.wait(seconds)

    def _begin(self) -> None:
        """Start the next pages on the threads that are free."""
        with self._lock:
            while (found := self._next()) is not None:
                priority, answer, page = found
                self._running[priority] += 1
                if priority <= Priority.GUEST:
                    self._nobody_plays.clear()
                self._pool.submit(self._answer, priority, answer, page)

    def _next(self) -> tuple[Priority, Future[Any], Callable[[], Any]] | None:
        if self._running.total() >= self.threads:
            return None
        others = self._running[Priority.UNKNOWN] + self._running[Priority.STRANGER]
        for priority, line in self._waiting.items():
            if priority > Priority.GUEST and others >= self._others_now():
                break
            while line:
                answer, page = line.popleft()
                if answer.set_running_or_notify_cancel():
                    return priority, answer, page
        return None

    def _others_now(self) -> int:
        quiet = monotonic() - self._played_at >= self.quiet_seconds
        return self.others if self._nobody_plays.is_set() and quiet else 1

    def _answer(self, priority: Priority, answer: Future[Any], page: Callable[[], Any]) -> None:
        try:
            said = page()
        except BaseException as error:
            self._ended(priority)
            answer.set_exception(error)
        else:
            self._ended(priority)
            answer.set_result(said)
        self._begin()

    def _ended(self, priority: Priority) -> None:
        with self._lock:
            self._running[priority] -= 1
            if priority <= Priority.GUEST:
                self._played_at = monotonic()
            if not self._running[Priority.MEMBER] + self._running[Priority.GUEST]:
                self._nobody_plays.set()

    def _drop(self, answer: Future[Any], priority: Priority) -> None:
        """Remove a page from the queue if its future was cancelled."""
        if answer.cancelled():
            with self._lock:
                self._waiting[priority] = deque(
                    one for one in self._waiting[priority] if one[0] is not answer
                )

    def _forget(self, key: str) -> None:
        with self._lock:
            self._of[key] -= 1
            if not self._of[key]:
                del self._of[key]
