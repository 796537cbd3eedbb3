"""Django's login, with limits for wrong passwords.

Attempts are counted in the cache, per quarter of an hour and before a password is checked, so that many sent at the
same time are counted too. Anyone over a limit is told when to come back, whether the password is right or wrong.
Trying again meanwhile does not prolong the wait.

A browser in which a member has logged in before is recognised by a signed cookie, and is counted separately: guesses
by others, from the same room or the whole world, do not keep that member out. For all other browsers three things are
counted, from the narrow to the wide (`LIMITS`). The count of a name depends on its password too: a new password from
the director ends the waiting immediately. See
docs/decisions/0062-count-wrong-passwords-by-browser-address-and-name.md.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from time import time
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from redis.exceptions import RedisError

from games.commands.club.chips import require_not_merged
from games.commands.people.accounts import note_browser
from games.commands.people.cards import try_digits
from games.common.addresses import network_of
from games.common.names import skeleton, spellings
from games.errors import Refused
from games.models import Player
from games.queries.people.people import who_logs_in
from games.queries.play import rows
from tusac_site.errors import too_many_logins

_log = logging.getLogger(__name__)

WINDOW: Final = 15 * 60
"""Seconds that wrong passwords are counted together: the quarters of each hour."""
LIMITS: Final = {"device": 10, "name at address": 10, "address": 60, "name": 100}
"""Wrong passwords within a quarter of an hour: for a name in a known browser; for a name from one address; from one
address for all names, for a whole club may share it; for a name from everywhere."""
COOKIE: Final = "tusac_device"
KNOWN_FOR: Final = 400 * 24 * 3600
"""Seconds that a browser is remembered, which is as long as browsers keep a cookie."""
_MOST_NAMES = 6
"""Members of a family that one browser is known for."""


_along: ContextVar[Player | None] = ContextVar("_along", default=None)


@contextmanager
def came_along(member: Player | None) -> Iterator[None]:
    """Let `LimitedBackend.get_user` use this row of the member, which was read together with the session."""
    token = _along.set(member)
    try:
        yield
    finally:
        _along.reset(token)


class LimitedBackend(ModelBackend):
    """Django's login by name and password, within the limits."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """Return the player if the login succeeds, otherwise None.

        If the attempt is over a limit, `LoginLimits` answers instead of the page.
        """
        if username is None or password is None:
            return None
        meant = who_logs_in(username)
        with_card = request if kwargs.get("with_card") else None
        if request is None or not settings.TUSAC_LIMIT_LOGINS:
            return self._let_in(meant, password, with_card)
        # However a member's name is spelled, its wrong passwords count together.
        name = meant.username if meant is not None else skeleton(username)
        try:
            counts = _counted(request, name, meant)
        except (RedisError, OSError, ValueError) as error:  # ValueError: the cache has lost a count
            _log.warning("logins are not counted: %s", error)
            return self._let_in(meant, password, with_card)
        if counts is None:
            request.login_refused = True  # type: ignore[attr-defined]
            return None
        player = self._let_in(meant, password, with_card)
        if player is not None:
            _give_back(counts)
            request.known_name = name  # type: ignore[attr-defined]
        return player

    def _let_in(
        self, player: Player | None, password: str, with_card: HttpRequest | None
    ) -> Player | None:
        """Return the player if the password is right, otherwise None.

        The page that accepts login cards also takes the digits of the player's card.
        """
        if with_card is not None and player is not None:
            try:
                if try_digits(player=player, typed=password, now=timezone.now()):
                    return player
            except Refused as refused:
                with_card.why_refused = refused  # type: ignore[attr-defined]
        return self._with_password(player, password, with_card)

    def _with_password(
        self, player: Player | None, password: str, page: HttpRequest | None
    ) -> Player | None:
        """Return the player if the password is right, otherwise None.

        An unknown name costs as many hashes as a wrong password. Anyone with the right password of a merged account
        is told on the page that it was merged.
        """
        if player is None:
            for spelling in spellings(password):
                make_password(spelling)
            return None
        right = player.check_password(password)
        if right and page is not None:
            try:
                require_not_merged(player)
            except Refused as refused:
                page.why_refused = refused  # type: ignore[attr-defined]
        return player if right and self.user_can_authenticate(player) else None

    def get_user(self, user_id: int) -> Player | None:
        """Return the member of a session, usually from the row that was read with it; None if they may not log in."""
        known = _along.get()
        player = known if known is not None and known.pk == user_id else rows.PLAYER.first(user_id)
        return player if player is not None and self.user_can_authenticate(player) else None


class LoginLimits(MiddlewareMixin):
    """Completes what `LimitedBackend` does: answers 429 over a limit, and sets the browser's cookie after a login."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return 429 if the login was over a limit, otherwise the page's answer, with a cookie after a login."""
        if getattr(request, "login_refused", False):
            return too_many_logins(request, seconds_left())
        name = getattr(request, "known_name", None)
        if name is not None:
            device, cookie = _known_after(request, name)
            note_browser(login=name, browser=_digest(device), now=timezone.now())
            response.set_cookie(
                COOKIE,
                cookie,
                max_age=KNOWN_FOR,
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        return response


def seconds_left() -> int:
    """Return the seconds until the next quarter of an hour, when all counts start again."""
    return WINDOW - int(time()) % WINDOW


def _counted(request: HttpRequest, name: str, player: Player | None) -> list[str] | None:
    """Count this attempt and return the keys of its counts; None if it is over a limit."""
    counts: list[str] = []
    for kind, what in _kinds(request, name, player):
        key = f"login:{int(time()) // WINDOW}:{kind.replace(' ', '-')}:{_digest(what)}"
        cache.add(key, 0, timeout=WINDOW)
        if cache.incr(key) > LIMITS[kind]:
            # The wider counts are not touched: one address alone cannot use up a name's.
            _give_back(counts)
            _log.warning(
                "logins are refused by the limit of %s, to %s",
                kind,
                _network(request),
            )
            return None
        counts.append(key)
    return counts


def _give_back(counts: list[str]) -> None:
    """Subtract an attempt from these counts, because it was no wrong password."""
    try:
        for key in counts:
            cache.decr(key)
    except (RedisError, OSError, ValueError) as error:  # ValueError: the count is gone
        _log.warning("a login stays counted: %s", error)


def _kinds(request: HttpRequest, name: str, player: Player | None) -> Iterator[tuple[str, str]]:
    """Yield the limits that apply to an attempt, each as a pair: its kind, and the text that it counts by."""
    # What is stored of the password changes with it.
    whose = f"{name}\n{player.password if player is not None else ''}"
    device, names = _known(request)
    if _mark(name) in names:
        yield "device", f"{whose}\n{device}"
        return
    yield "name at address", f"{whose}\n{network_of(request.META.get('REMOTE_ADDR'))}"
    yield "address", _network(request)
    yield "name", whose


def _network(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR"))


def _known(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the browser's id, and the digests of the members who have logged in with it, from its cookie.

    Without a valid cookie the id is new, and there are no members.
    """
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=KNOWN_FOR)
        return str(said["device"]), [str(mark) for mark in said["names"]]
    except (signing.BadSignature, KeyError, TypeError):
        return secrets.token_hex(16), []


def _known_after(request: HttpRequest, name: str) -> tuple[str, str]:
    """Return the browser's id, and the cookie that recognises it after this member's login."""
    device, names = _known(request)
    others = [mark for mark in names if mark != _mark(name)]
    names = [_mark(name), *others][:_MOST_NAMES]
    return device, str(signing.dumps({"device": device, "names": names}, salt=COOKIE))


def _mark(name: str) -> str:
    """Return the digest that stands for a name in the cookie: anyone who finds the phone can read the cookie."""
    return hmac.new(settings.SECRET_KEY.encode(), f"device {name}".encode(), sha256).hexdigest()[
        :24
    ]


def _digest(what: str) -> str:
    return sha256(what.encode(errors="replace")).hexdigest()[:32]
