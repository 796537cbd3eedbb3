"""Rate limits for pages and API together, in one table and counted in the cache.

`tusac_site.security.write_limits` says which URL counts towards which limit. Limits are generous for a club's
evening; only a program or a stuck key reaches them. `docs/operations.md` lists the same numbers.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from games.common.addresses import network_of
from games.errors import Refused

_log = logging.getLogger(__name__)


class Limit(NamedTuple):
    """How many requests an account, or an IP address without a login, may make in how many seconds."""

    most: int
    seconds: int


STANDING: Final = "standing"
"""The attribute of a request under which the API keeps the `LimitUse` of its caller."""


class LimitUse(NamedTuple):
    """How far a limit is used up: requests allowed, requests left, and the seconds until it starts again."""

    most: int
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        """Return the `RateLimit-*` headers of a response."""
        return {
            "RateLimit-Limit": str(self.most),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.seconds),
        }


LIMITS: Final[dict[str, Limit]] = {
    "moves": Limit(120, 60),
    "seats": Limit(20, 60),
    "phrases": Limit(12, 60),
    "tables": Limit(10, 600),
    "invitations": Limit(60, 600),
    "plays": Limit(30, 3600),
    "joins": Limit(20, 600),
    "wrong-codes": Limit(60, 600),
    "wrong-digits": Limit(3, 900),
    "disputes": Limit(20, 600),
    "analyses": Limit(20, 600),
    "entries": Limit(20, 600),
    "directing": Limit(60, 600),
    "logins": Limit(300, 600),
    "account": Limit(30, 600),
    "admin": Limit(300, 600),
    "codes": Limit(10, 3600),
    "log": Limit(120, 60),
    "lessons": Limit(120, 60),
    "pictures": Limit(30, 60),
    "lines": Limit(120, 60),
    "reviews": Limit(150, 60),
    "other": Limit(60, 60),
}
"""What is done → how often. Refused and repeated requests count; looking is free, but at the log, PNGs,
lines of *What if* and files of the casebook, and for who has no login at what is dear (`count_stranger`)."""
_REFUSALS: Final = {
    "moves": "move.too-many",
    "codes": "factor.too-many",
    "log": "log.too-many",
    "wrong-codes": "code.too-many",
}

MOST_TABLES: Final = 3
"""Tables of the lobby that a member may have open at once."""
MOST_TABLES_OF_A_DIRECTOR: Final = 20
"""The same for a director or an owner."""
MOST_GUESTS: Final = 500
"""Guests that the club has at once; whoever does nothing for a while makes room (`games.commands.people.guests`)."""
MOST_CALLED_OFF: Final = 4
"""Deals that a member may bring to nothing within `CALLED_OFF_WITHIN`, before no seat is given for a while."""
CALLED_OFF_WITHIN: Final = timedelta(minutes=10)
WITHHELD_WAITS: Final = timedelta(minutes=2)
"""For how long who has withheld a seed is given no seat where chips are played."""


def count(what: str, who: str) -> None:
    """Count a request. Raises Refused above the limit, with the time to wait.

    Windows are aligned to the clock, so setting the clock locks nobody out. If the cache is down, requests are allowed.
    """
    if note(what, who) > limits()[what].most:
        raise _too_many(what)


def standing(what: str, who: str) -> LimitUse | None:
    """Return how far a limit is used up, without counting a request; None if counting is off or the cache is down."""
    if not settings.TUSAC_LIMITS:
        return None
    try:
        counted = cache.get(_key(what, who), 0)
    except (RedisError, OSError):
        return None
    most = limits()[what].most
    return LimitUse(most, max(0, most - counted), _wait(what))


def note(what: str, who: str) -> int:
    """Count one request and return the number in the current window; 0 if counting is off or the cache is down."""
    if not settings.TUSAC_LIMITS:
        return 0
    key = _key(what, who)
    try:
        cache.add(key, 0, timeout=2 * limits()[what].seconds)
        return int(cache.incr(key))
    except ValueError:  # it was thrown out between the two
        return 0
    except (RedisError, OSError) as error:
        _log.warning("requests are not counted: %s", error)
        return 0


def require_left(what: str, who: str) -> None:
    """Raise Refused if a limit is used up in the current window. Counts nothing."""
    if not settings.TUSAC_LIMITS:
        return
    try:
        counted = cache.get(_key(what, who), 0)
    except (RedisError, OSError) as error:
        _log.warning("requests are not counted: %s", error)
        return
    if counted >= limits()[what].most:
        raise _too_many(what)


def _key(what: str, who: str) -> str:
    return f"limit:{what}:{who}:{int(time.time() // limits()[what].seconds)}"


def _wait(what: str) -> int:
    seconds = limits()[what].seconds
    return seconds - int(time.time() % seconds)


def _too_many(what: str) -> Refused:
    return Refused(_REFUSALS.get(what, "request.too-many"), wait=_wait(what))


def count_stranger(request: HttpRequest) -> None:
    """Count a stranger's request for an expensive page, by network; members are not counted. Raises Refused.

    A page such as *What if* is expensive: the server computes a whole deal or tournament for it and caches nothing.
    """
    if request.user.is_authenticated:
        return
    try:
        count("lines", counted_as(request))
    except Refused as refused:
        raise Refused("look.too-many", wait=refused.wait) from refused


def counted_as(request: HttpRequest) -> str:
    """Return the key by which a reader is counted: members by account, strangers by network."""
    if request.user.is_authenticated:
        return f"player:{request.user.pk}"
    return f"address:{network_of(request.META.get('REMOTE_ADDR'))}"


def limits() -> Mapping[str, Limit]:
    """Return the limits by name; the environment can override the limit on moves."""
    moves = settings.TUSAC_MOVES_A_MINUTE
    return LIMITS if moves is None else {**LIMITS, "moves": Limit(moves, 60)}
