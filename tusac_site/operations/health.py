"""Health checks: `/healthz` checks the process alone, `/readyz` everything that it depends on."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

import redis
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from games.club.events import SERIOUS
from games.log.integrity.keys import NoKey, log_key
from games.queries.club.health import Health, health
from games.queries.club.house import lost_alarms, open_alarms
from notices.webhooks import following
from replays.index import indexer
from tournaments import reactions

_log = logging.getLogger(__name__)

LATEST: Final = 30.0
"""Seconds that a deadline, a bot's turn or a sweep may be late: ten sweeps."""
FURTHEST: Final = 5.0
"""Seconds that the last sweep may lie in the future, since the system's clock was set back."""
LONGEST_LAG: Final = 60.0
"""Seconds that a follower of the log may be behind."""
HEARD: Final[dict[str, frozenset[str]]] = {
    follower.name: follower.hears
    for follower in (
        reactions.follower(timezone.now),
        indexer.follower(),
        following.follower(timezone.now),
    )
    if follower.hears is not None
}
"""What the followers hear that leave other events unread for a while: those make nobody late."""

LONGEST_UNSEALED: Final = 3600.0
"""Seconds that an event may wait for a checkpoint: six of them."""

_OF_PROXIES: Final = {"Forwarded", "Via", "X-Real-Ip"} | {
    f"X-Forwarded-{what}" for what in ("For", "Proto", "Host")
}
"""Headers that a proxy sets, as Django writes them."""

Said = dict[str, Any]


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 and "ok" if this process answers. It asks neither database nor broker."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Return each health check with `ok`; callers who may see them also get figures and the version.

    The status is 200 if all checks pass, otherwise 503.
    """
    found: Health | None = None
    try:
        found = health(timezone.now(), HEARD)
    except DatabaseError as error:
        _log.warning("not ready, the database: %s", error)
    checks: dict[str, Said] = {"database": {"ok": found is not None}, "redis": _redis()}
    if found is not None:
        checks["followers"] = {
            "ok": all(lag <= LONGEST_LAG for lag in found.lag.values())
            and not found.followers_ahead,
            "lag_seconds": {name: round(lag, 3) for name, lag in found.lag.items()},
            "ahead": list(found.followers_ahead),
        }
        checks["seal"] = {
            "ok": found.unsealed <= LONGEST_UNSEALED,
            "oldest_unsealed_seconds": round(found.unsealed, 3),
        }
        checks["deadlines"] = _late("oldest_overdue_seconds", found.overdue)
        checks["bots"] = _late("oldest_overdue_seconds", found.bots_overdue)
        checks["alarms"] = _alarms()
        checks["sweep"] = _late("seconds_ago", found.silence)
        checks["clock"] = {"ok": found.ahead <= FURTHEST, "back_seconds": round(found.ahead, 3)}
    ready = all(check["ok"] for check in checks.values())
    said: Said = {"ready": ready, "version": settings.TUSAC_VERSION, "checks": checks}
    if not may_see_figures(request):
        # To the millisecond they would tell what nobody shows: when a hidden answer to a claim was given.
        said = {"ready": ready, "checks": {name: {"ok": one["ok"]} for name, one in checks.items()}}
    return JsonResponse(said, status=200 if ready else 503)


def may_see_figures(request: HttpRequest) -> bool:
    """Return whether the caller has the token for metrics or, if none is set, is on this machine."""
    token = settings.TUSAC_METRICS_TOKEN
    if token:
        given = request.headers.get("Authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {token}".encode())
    # Behind a proxy on the same machine everybody comes from here.
    proxied = _OF_PROXIES & set(request.headers)
    return not proxied and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")


def _alarms() -> Said:
    """Return the health check of the alarms: the kinds of open ones, and how many were deleted.

    What happened in each alarm is not included, because only owners may see that.
    """
    kinds = sorted(alarm.raised.kind for alarm in open_alarms())
    try:
        lost = len(lost_alarms(log_key().verifier))
    except (NoKey, OSError):
        lost = 0  # asked for when the log is sealed, which says what it lacks
    return {"ok": SERIOUS.isdisjoint(kinds) and not lost, "open": kinds, "deleted": lost}


def _late(name: str, seconds: float | None) -> Said:
    # No sweep yet: a new club, whose worker has still to start.
    return {
        "ok": seconds is not None and seconds <= LATEST,
        name: None if seconds is None else round(seconds, 3),
    }


def ask_redis(question: Callable[[redis.Redis], Any]) -> Any:
    """Return what `question` returns for a Redis client that waits half a second at most. Raises RedisError."""
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
    )
    try:
        return question(client)
    finally:
        client.close()


def _redis() -> Said:
    try:
        return {"ok": bool(ask_redis(lambda client: client.ping()))}
    except RedisError as error:
        _log.warning("not ready, Redis: %s", error)
        return {"ok": False}
