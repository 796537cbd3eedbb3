"""How often a member may do something: counted in the cache, for the pages and the API together."""

from __future__ import annotations

import logging
import math
from typing import cast

from django.http import HttpRequest
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle, UserRateThrottle
from rest_framework.views import APIView

from games.errors import Refused
from games.models import Player

_log = logging.getLogger(__name__)


class Forgiving(BaseThrottle):
    """A throttle that lets through what it cannot count, when the cache is down."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request is within its rate."""
        try:
            return super().allow_request(request, view)
        except (RedisError, OSError) as error:
            _log.warning("requests are not counted: %s", error)
            return True


class MoveThrottle(Forgiving, UserRateThrottle):
    """How many moves a member may send; refused and repeated ones count."""

    scope = "moves"


class CodeThrottle(Forgiving, UserRateThrottle):
    """How many codes of a second factor may be tried for a member, wherever they come from."""

    scope = "codes"

    def __init__(self, player: Player) -> None:
        super().__init__()
        self._player = player

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """By the member who logs in, and not by who asks."""
        return self.cache_format % {"scope": self.scope, "ident": self._player.pk}


def count_code(request: HttpRequest, player: Player) -> None:
    """Count a code that is tried for this player. Raises Refused("factor.too-many")."""
    throttle = CodeThrottle(player)
    if not throttle.allow_request(cast(Request, request), cast(APIView, None)):
        raise Refused("factor.too-many")


class LogThrottle(Forgiving, SimpleRateThrottle):
    """How often one address may ask for checkpoints and proofs."""

    scope = "log"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count an address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def count_log(request: HttpRequest) -> None:
    """Count a look at the log. Raises Refused("log.too-many"), which says how long to wait."""
    throttle = LogThrottle()
    if not throttle.allow_request(cast(Request, request), cast(APIView, None)):
        wait = throttle.wait()
        raise Refused("log.too-many", wait=None if wait is None else math.ceil(wait))


def count_move(request: HttpRequest) -> None:
    """Count a move that a page sends. Raises Refused("move.too-many"), which says how long to wait."""
    throttle = MoveThrottle()
    # A throttle reads the user and the address, which Django's request has as well as the API's.
    if not throttle.allow_request(cast(Request, request), cast(APIView, None)):
        wait = throttle.wait()
        raise Refused("move.too-many", wait=None if wait is None else math.ceil(wait))
