"""Remembers for an hour, in the cache, which guests a host has removed from a table, for the guest's own page."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.core.cache import cache
from redis.exceptions import RedisError

_KEPT: Final = 3600


def note_removal(table_id: int, player_id: int) -> None:
    """Remember that a host removed this player; if the cache is down, the player's page doesn't say so."""
    with suppress(RedisError):
        cache.set(_key(table_id, player_id), True, _KEPT)


def forget_removal(table_id: int, player_id: int) -> None:
    """Forget that a player was removed, once they are back by a new link."""
    with suppress(RedisError):
        cache.delete(_key(table_id, player_id))


def was_removed(table_id: int, player_id: int) -> bool:
    """Return whether a host has removed this player within the last hour; False if the cache is down."""
    with suppress(RedisError):
        return cache.get(_key(table_id, player_id)) is not None
    return False


def _key(table_id: int, player_id: int) -> str:
    return f"removed-{table_id}-{player_id}"
