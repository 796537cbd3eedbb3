"""Counts and times moves, and adds ids to log lines.

Log lines never contain a card. They name the deal and the move, whose contents are in the event log.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import ParamSpec, Protocol, TypeVar

import structlog
from prometheus_client import Counter, Gauge, Histogram

from games.errors import Refused

MOVES = Counter(
    "tusac_moves", "Moves, by who made them and what became of them.", ["by", "outcome"]
)
MOVE_SECONDS = Histogram(
    "tusac_move_seconds",
    "From the command to the commit of a player's move.",
    buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
STREAMS = Gauge("tusac_open_streams", "Open live streams.", multiprocess_mode="livesum")

_log = structlog.get_logger("games.moves")

P = ParamSpec("P")


@contextmanager
def _lines_about(**ids: object) -> Iterator[None]:
    """Add these ids to all log lines inside the block; afterwards remove everything that was added in it."""
    before = structlog.contextvars.get_contextvars()
    structlog.contextvars.bind_contextvars(**ids)
    try:
        yield
    finally:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(**before)


class _Versioned(Protocol):
    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=_Versioned)


def player_move(command: Callable[P, V]) -> Callable[P, V]:
    """Decorate `make_move`: count it, time it until its commit, and log it."""

    @functools.wraps(command)
    def measured(*args: P.args, **kwargs: P.kwargs) -> V:
        deal, move = kwargs.get("deal_id"), str(kwargs.get("move_id"))[:64]
        with _lines_about(deal=deal, move=move):
            began = perf_counter()
            try:
                made = command(*args, **kwargs)
            except Refused as refused:
                MOVES.labels("player", "refused").inc()
                _log.info("move refused", code=refused.code)
                raise
            seconds = perf_counter() - began
            MOVES.labels("player", "taken").inc()
            MOVE_SECONDS.observe(seconds)
            _log.info("move taken", version=made.version, ms=round(seconds * 1000, 1))
            return made

    return measured


def service_moves(by: str) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Return a decorator that counts and logs the moves of a command which moves for others.

    `by` is `bot` or `timeout`; the command returns how many moves it made.
    """

    def decorate(command: Callable[P, int]) -> Callable[P, int]:
        @functools.wraps(command)
        def measured(*args: P.args, **kwargs: P.kwargs) -> int:
            with _lines_about(deal=kwargs.get("deal_id")):
                made = command(*args, **kwargs)
                if made:
                    MOVES.labels(by, "taken").inc(made)
                    _log.info("moves made", by=by, count=made)
                return made

        return measured

    return decorate
