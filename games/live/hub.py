"""Runs the hub: one subscription per process, which wakes the event streams that wait for its topics."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final, NamedTuple

import redis.asyncio
from django.conf import settings
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError

from games.infrastructure.broker import breaker
from games.infrastructure.metrics import STREAMS
from games.live.publish import CHANNEL

_log = logging.getLogger(__name__)

HEARTBEAT = 20.0
"""Seconds between two signs of life, so that proxies keep the stream and dead browsers are noticed."""

FIRST_WAIT: Final = 0.2
"""Seconds before the hub connects again; doubled each time in vain, up to five."""


class Signal(IntEnum):
    """What a stream sends next; of several signals only the strongest is sent."""

    BEAT = 1
    """That it is still there."""
    MOVED = 2
    """That pages should look."""
    LEFT = 3
    """That the login it was opened with has ended, and nothing more."""
    END = 4
    """Nothing more."""


class HubSignal(NamedTuple):
    """A signal to a stream. `Signal.MOVED` comes with the topics that changed, or none if all may have changed."""

    signal: Signal
    topics: frozenset[str] = frozenset()


class Listener:
    """An open stream with its topics and its next signal; used on one event loop."""

    __slots__ = ("_due", "_loop", "_moved", "_waiting", "login", "topics")

    def __init__(self, topics: Iterable[str], login: str = "") -> None:
        """Create a listener to these topics; it ends when the topic `login` is published."""
        self.topics = frozenset(topics)
        self.login = login
        self._loop = asyncio.get_running_loop()
        self._due: Signal | None = None
        self._moved: set[str] | None = set()
        self._waiting: asyncio.Future[None] | None = None

    @property
    def is_ending(self) -> bool:
        """Return whether the stream is about to end."""
        return self._due is not None and self._due >= Signal.LEFT

    @property
    def heard(self) -> frozenset[str]:
        """Return all topics that wake this stream."""
        return self.topics | {self.login} if self.login else self.topics

    def tell(self, topic: str) -> None:
        """Record that this topic has changed, so that the stream sends it. The topic of its login ends the stream."""
        if topic == self.login:
            self.signal(Signal.LEFT)
            return
        if self._moved is not None:
            self._moved.add(topic)
        self._wake(Signal.MOVED)

    def signal(self, signal: Signal) -> None:
        """Set the stream's signal; it replaces any that has not been sent."""
        if signal is Signal.MOVED:
            self._moved = None
        self._wake(signal)

    def _wake(self, signal: Signal) -> None:
        self._due = signal if self._due is None else max(self._due, signal)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> HubSignal:
        """Return the next signal, or a heartbeat if none comes for long."""
        if self._due is None:
            self._waiting = self._loop.create_future()
            # A timer and not a task of its own, as asyncio.wait_for would make one: there are thousands of these.
            timer = self._loop.call_later(HEARTBEAT, self.signal, Signal.BEAT)
            try:
                await self._waiting
            finally:
                timer.cancel()
        assert self._due is not None
        due = HubSignal(self._due, frozenset(self._moved or ()))
        self._due, self._moved = None, set()
        return due


class Hub:
    """One subscription of this process, with the streams that wait for it."""

    def __init__(self) -> None:
        """Create a hub; it connects to Redis when the first listener comes."""
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._wait = FIRST_WAIT
        self._missed = False
        self._closed = False

    def add(self, topics: Iterable[str], login: str = "") -> Listener:
        """Return a new listener for these topics. The caller must remove it again."""
        listener = Listener(topics, login)
        for topic in listener.heard:
            self._listeners[topic].add(listener)
        STREAMS.inc()
        if self._closed:
            listener.signal(Signal.END)
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return listener

    def change(self, listener: Listener, topics: Iterable[str]) -> None:
        """Replace a listener's topics. For new topics its page is told to look, in case it missed a change."""
        before, listener.topics = listener.heard, frozenset(topics)
        for topic in listener.heard - before:
            self._listeners[topic].add(listener)
        self._forget(listener, before - listener.heard)
        if listener.heard - before:
            listener.signal(Signal.MOVED)

    def remove(self, listener: Listener) -> None:
        """Remove a listener whose stream has ended."""
        STREAMS.dec()
        self._forget(listener, listener.heard)

    def _forget(self, listener: Listener, topics: Iterable[str]) -> None:
        for topic in topics:
            self._listeners[topic].discard(listener)
            if not self._listeners[topic]:
                del self._listeners[topic]

    def close(self) -> None:
        """End every stream, including any opened from now on: the process is about to stop."""
        self._closed = True
        self._signal_all(Signal.END)

    def _signal_all(self, signal: Signal) -> None:
        for listener in set().union(*self._listeners.values()):
            listener.signal(signal)

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
        if kind == "message":
            topic = data.decode()
            for listener in self._listeners.get(topic, ()):
                listener.tell(topic)
        elif kind == "subscribe":
            self._wait = FIRST_WAIT
            breaker.reset()  # Redis is back: what this process has to publish goes out from now on
            if self._missed:  # nobody knows what: let every page look
                self._missed = False
                self._signal_all(Signal.MOVED)


hub = Hub()
"""The hub of this process."""
