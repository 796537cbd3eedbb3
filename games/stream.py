"""Live push: says that a table has moved on, never what happened there.

One subscription a process (the hub) hears the channel and wakes the streams that wait for that table. A lost message
costs nothing: a page that reconnects, wakes or polls asks for its own partial.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from enum import IntEnum
from time import monotonic
from typing import Any, Final

import redis
import redis.asyncio
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError
from redis.retry import Retry

from games.measures import STREAMS

_log = logging.getLogger(__name__)

CHANNEL = "tusac:moved"
"""Messages are a topic, such as `table-12`, and nothing else."""
HEARTBEAT = 20.0
"""Seconds between two signs of life, so that proxies keep the stream and dead browsers are noticed."""

PATIENCE: Final = 0.3
"""Seconds that a request may lose at a Redis that does not answer."""
QUIET: Final = 3.0
"""Seconds in which nothing is published after a message was lost."""
FIRST_WAIT: Final = 0.2
"""Seconds before the hub connects again; doubled each time in vain, up to five."""

_client: redis.Redis | None = None
_quiet_until = 0.0


def table_moved(table_id: int) -> None:
    """Tell the pages of a table, once the transaction is safe, that it has moved on."""
    moved(f"table-{table_id}")


def moved(topic: str) -> None:
    """Tell the pages of a topic (`table-12`, `tournament-3`, `lobby`) after the commit."""
    transaction.on_commit(lambda: _publish(topic))


def _publish(topic: str) -> None:
    global _client, _quiet_until
    if not settings.TUSAC_LIVE or monotonic() < _quiet_until:
        return
    try:
        if _client is None:
            _client = redis.Redis.from_url(
                settings.REDIS_URL,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                retry=Retry(NoBackoff(), 1),  # once more: a connection of before a restart is dead
            )
        _client.publish(CHANNEL, topic)
    except RedisError as error:
        _quiet_until = monotonic() + QUIET
        _log.warning("the live stream missed %s: %s", topic, error)


class Word(IntEnum):
    """What a stream is to say next; of two that come together the greater is said."""

    BEAT = 1
    """That it is still there."""
    MOVED = 2
    """That the page should look."""
    END = 3
    """Nothing more."""


class Listener:
    """One open stream, and what it is to say next. Made, told and waited for on one event loop."""

    __slots__ = ("_loop", "_said", "_waiting")

    def __init__(self) -> None:
        """Nothing is to be said yet."""
        self._loop = asyncio.get_running_loop()
        self._said: Word | None = None
        self._waiting: asyncio.Future[None] | None = None

    def tell(self, word: Word) -> None:
        """Have the stream say this; what it has not come to say before is covered by it."""
        self._said = word if self._said is None else max(self._said, word)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def word(self) -> Word:
        """The next word, a heartbeat where none comes for long."""
        if self._said is None:
            self._waiting = self._loop.create_future()
            # A timer and not a task of its own, as asyncio.wait_for would make one: there are thousands of these.
            timer = self._loop.call_later(HEARTBEAT, self.tell, Word.BEAT)
            try:
                await self._waiting
            finally:
                timer.cancel()
        assert self._said is not None
        word, self._said = self._said, None
        return word


class Hub:
    """One subscription of this process, and the streams that wait on it."""

    def __init__(self) -> None:
        """Nothing is connected before the first listener comes."""
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._wait = FIRST_WAIT
        self._missed = False
        self._closed = False

    def add(self, topic: str) -> Listener:
        """A new listener of a topic. Whoever adds one takes it out again."""
        listener = Listener()
        self._listeners[topic].add(listener)
        STREAMS.inc()
        if self._closed:
            listener.tell(Word.END)
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return listener

    def remove(self, topic: str, listener: Listener) -> None:
        """Forget a listener whose stream has ended."""
        STREAMS.dec()
        self._listeners[topic].discard(listener)
        if not self._listeners[topic]:
            del self._listeners[topic]

    def close(self) -> None:
        """End every stream, also those that are opened from now on: the process is about to stop."""
        self._closed = True
        self._tell_all(Word.END)

    def _tell_all(self, word: Word) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.tell(word)

    async def _run(self) -> None:
        while self._listeners:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                _log.warning("the live stream is down, trying again: %s", error)
            self._missed = True
            await asyncio.sleep(self._wait)
            self._wait = min(self._wait * 2, 5.0)

    async def _hear(self) -> None:
        client: Any = redis.asyncio.Redis.from_url(settings.REDIS_URL)
        try:
            channel = client.pubsub()
            await channel.subscribe(CHANNEL)
            asked = False
            while self._listeners:
                message = await channel.get_message(timeout=HEARTBEAT)
                if message is None:
                    if asked:  # half-open: the other side is gone and never said so
                        raise Disconnected("no answer to a ping")
                    await channel.ping()
                asked = message is None
                if message is not None:
                    self._on_message(message["type"], message["data"])
        finally:
            await client.aclose()

    def _on_message(self, kind: str, data: Any) -> None:
        global _quiet_until
        if kind == "message":
            for listener in self._listeners.get(data.decode(), ()):
                listener.tell(Word.MOVED)
        elif kind == "subscribe":
            self._wait = FIRST_WAIT
            _quiet_until = 0.0  # Redis is back: what this process has to tell is told from now on
            if self._missed:  # nobody knows what: let every page look
                self._missed = False
                self._tell_all(Word.MOVED)


hub = Hub()
"""The hub of this process."""
