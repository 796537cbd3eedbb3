"""Loads aggregates, the folded states of streams, through the one cache of this process.

The cache never replaces the query. Each load asks the log for new events and for the last event that the cache knows.
If the log does not hold that event with the same hash (a rollback, a restore), the whole stream is read again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeVar

from games.log.store import Head, Recorded, read

KEPT: Final = 256
"""Aggregates that a process keeps, those that were loaded last."""


class Aggregate(Protocol):
    """An object folded from a stream."""

    @property
    def head(self) -> Head:
        """Return where the stream ends."""


A = TypeVar("A", bound=Aggregate)

_kept: OrderedDict[str, Any] = OrderedDict()
_glanced: dict[str, float] = {}
_lock = Lock()


class Aggregates(Generic[A]):
    """All aggregates of one kind, by stream."""

    def __init__(
        self,
        follow: Callable[[A | None, Sequence[Recorded]], A],
        read: Callable[[str, int], list[Recorded]] = read,
    ) -> None:
        """Create the collection; `follow` applies the next events to an aggregate (None: a new one).

        `read` returns the events of a stream after a version.
        """
        self._follow = follow
        self._read = read

    def load(self, stream: str) -> A | None:
        """Return the aggregate as the log has it now; None for a stream without events."""
        with _lock:
            known: A | None = _kept.get(stream)
        fresh = self._read(stream, known.head.version - 1 if known else 0)
        if known is not None and not (fresh and fresh[0].hash == known.head.hash):
            known, fresh = None, self._read(stream, 0)
        if not fresh:
            with _lock:  # what it was before a rollback or a restore is asked for no more
                _kept.pop(stream, None)
            return None
        news = fresh[1:] if known else fresh
        loaded = self._follow(known, news) if news or known is None else known
        self.keep(loaded)
        return loaded

    def glance(self, stream: str, *, within: float) -> A | None:
        """Return the aggregate at most `within` seconds old, usually without a query.

        Use it for display on every page, never for decisions.
        """
        with _lock:
            known: A | None = _kept.get(stream)
            looked = _glanced.get(stream)
        if looked is not None and monotonic() - looked < within:
            return known
        known = self.load(stream)
        with _lock:
            _glanced[stream] = monotonic()
        return known

    def keep(self, loaded: A) -> None:
        """Put an aggregate into the cache, such as one that a unit of work has just updated."""
        with _lock:
            _kept[loaded.head.stream] = loaded
            _kept.move_to_end(loaded.head.stream)
            while len(_kept) > KEPT:
                _kept.popitem(last=False)


def forget_all() -> None:
    """Empty the cache, as in a process that has just started."""
    with _lock:
        _kept.clear()
        _glanced.clear()


def head_behind(events: Sequence[Recorded]) -> Head:
    """Return the head of the stream that ends with these events."""
    last = events[-1]
    return Head(last.stream, last.version, last.hash, last.recorded_at)
