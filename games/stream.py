"""Live push: says that a table has moved on, never what happened there.

One subscription a process (the hub) hears the channel and wakes the streams that wait for that table. A lost message
costs nothing: a page that reconnects, wakes or polls asks for its own partial.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

import redis
import redis.asyncio
from django.conf import settings
from django.db import transaction
from redis.exceptions import RedisError

_log = logging.getLogger(__name__)

CHANNEL = "tusac:moved"
"""Messages are a topic, such as `table-12`, and nothing else."""
HEARTBEAT = 20.0
"""Seconds between two signs of life, so that proxies keep the stream and dead browsers are noticed."""

_client: redis.Redis | None = None


def table_moved(table_id: int) -> None:
    """Tell the pages of a table, once the transaction is safe, that it has moved on."""
    moved(f"table-{table_id}")


def moved(topic: str) -> None:
    """Tell the pages of a topic (`table-12`, `tournament-3`, `lobby`) after the commit."""
    transaction.on_commit(lambda: _publish(topic))


def _publish(topic: str) -> None:
    global _client
    if not settings.TUSAC_LIVE:
        return
    try:
        if _client is None:
            _client = redis.Redis.from_url(
                settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1
            )
        _client.publish(CHANNEL, topic)
    except RedisError as error:
        _log.warning("the live stream missed %s: %s", topic, error)


class Hub:
    """One subscription of this process, and the streams that wait on it."""

    def __init__(self) -> None:
        """Nothing is connected before the first listener comes."""
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None

    async def listen(self, topic: str) -> AsyncIterator[bool]:
        """True each time the topic moves on, False when only a heartbeat is due."""
        bell = asyncio.Event()
        self._listeners[topic].add(bell)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        try:
            while True:
                try:
                    await asyncio.wait_for(bell.wait(), HEARTBEAT)
                except TimeoutError:
                    yield False
                else:
                    bell.clear()
                    yield True
        finally:
            self._listeners[topic].discard(bell)
            if not self._listeners[topic]:
                del self._listeners[topic]

    async def _run(self) -> None:
        wait = 0.2
        while self._listeners:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                _log.warning("the live stream is down, trying again: %s", error)
            await asyncio.sleep(wait)
            wait = min(wait * 2, 5.0)
            # Whatever was missed meanwhile: let every page look.
            for bells in self._listeners.values():
                for bell in bells:
                    bell.set()

    async def _hear(self) -> None:
        client: Any = redis.asyncio.Redis.from_url(settings.REDIS_URL)
        try:
            channel = client.pubsub()
            await channel.subscribe(CHANNEL)
            async for message in channel.listen():
                if message["type"] == "message":
                    for bell in self._listeners.get(message["data"].decode(), ()):
                        bell.set()
        finally:
            await client.aclose()


hub = Hub()
"""The hub of this process."""
