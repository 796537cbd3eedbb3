"""Publishes over Redis that a table or a review has changed, or that a login has ended, but no details.

A lost message costs nothing: a page that reconnects, wakes or polls asks for its own partial.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import Any

import redis
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from games.infrastructure.broker import PATIENCE, breaker
from games.models import ApiToken, MemberSession, Player, Seat, Table
from games.models.players import DUTIES

_log = logging.getLogger(__name__)

CHANNEL = "tusac:moved"
"""Messages are a topic, such as `table-12`, and nothing else."""

_client: redis.Redis | None = None


def topic_of(table_id: int, key: str = "") -> str:
    """Return the topic of a table's pages; with the key of its seats, the topic of the seats' pages only."""
    return f"table-{table_id}-{key}" if key else f"table-{table_id}"


def key_for_seats(table: Table, sitting: Iterable[int | None] | None = None) -> str:
    """Return the key for the seats' topic if spectators see the table late or not at all; otherwise an empty text.

    Without a key, outsiders would learn when something happens. The key depends on the table and its players
    (`sitting`, in order, if known), so players who leave hear nothing more.
    """
    if table.spectators and not table.spectator_delay:
        return ""
    if sitting is None:
        seats = Seat.objects.filter(table=table.pk).order_by("number")
        sitting = seats.values_list("player_id", flat=True)
    said = ",".join(str(player) for player in sitting if player is not None)
    return salted_hmac("games.live.seats", f"{table.pk}:{said}", algorithm="sha256").hexdigest()[
        :32
    ]


def topic_of_login(row: str) -> str:
    """Return the topic of a login's streams, published when the login ends.

    `row` is the key of the session's row or the digest of the token.
    """
    digest = salted_hmac("games.live.login", row, algorithm="sha256").hexdigest()[:32]
    return f"login-{digest}"


def publish_ended(*, instance: MemberSession | ApiToken, **_signal: Any) -> None:
    """Publish, after the commit, that a login has ended.

    It receives the `post_delete` signal of the login's row, a session or an API token.
    """
    publish(topic_of_login(instance.digest if isinstance(instance, ApiToken) else instance.pk))


def topic_of_account(player_id: int) -> str:
    """Return the topic of an account's streams for programs, for changes of seats or duties.

    Browsers cannot listen to it.
    """
    return f"account-{player_id}"


def publish_duties(
    *, instance: Player, created: bool, update_fields: Collection[str] | None, **_signal: Any
) -> None:
    """Publish, after the commit, that an account's duties may have changed.

    It receives the `post_save` signal of the account's row.
    """
    if not created and (update_fields is None or not set(DUTIES).isdisjoint(update_fields)):
        publish(topic_of_account(instance.pk))


def publish_table(table: Table) -> None:
    """Publish, after the commit, that a table has changed."""
    publish(topic_of(table.pk, key_for_seats(table)))


def publish(topic: str) -> None:
    """Publish, after the commit, that the thing with this topic has changed."""
    transaction.on_commit(lambda: _send(topic))


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
