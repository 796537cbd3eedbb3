"""Publishes over Redis that a table has moved on, never what happened there.

A lost message costs nothing: a page that reconnects, wakes or polls asks for its own partial.
"""

from __future__ import annotations

import logging

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from games.broker import PATIENCE, breaker

_log = logging.getLogger(__name__)

CHANNEL = "tusac:moved"
"""Messages are a topic, such as `table-12`, and nothing else."""

_client: redis.Redis | None = None


def publish_table(table_id: int) -> None:
    """Publish, once the transaction is safe, that a table has moved on."""
    transaction.on_commit(lambda: _send(f"table-{table_id}"))


def _send(topic: str) -> None:
    global _client
    if not settings.TUSAC_LIVE or breaker.is_open:
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
        breaker.trip()
        _log.warning("live push missed %s: %s", topic, error)
