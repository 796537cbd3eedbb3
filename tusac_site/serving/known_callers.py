"""Recognises callers without the database, by the digests of valid sessions and tokens.

A cookie alone proves nothing: anybody can send one. So a session or a token is known from the first answer to it, and
every process reads once a minute from the database which ones are still valid. Only the order in which pages are
answered depends on it (`tusac_site.serving.page_queue`); permissions are checked each time.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from django.http import HttpRequest, parse_cookie

from games.commands.people.tokens import digest_of
from games.common.django_internals import was_used
from games.models import Player
from games.queries.people.sessions import known_keys, stored_key
from tusac_site.serving.page_queue import Priority

_log = logging.getLogger(__name__)

MOST: Final = 10_000
"""Sessions, and tokens, that a process knows."""
EVERY: Final = 60.0
"""Seconds after which a process reads again which ones hold."""
_TOKEN: Final = b"token "

Headers = Iterable[tuple[bytes, bytes]]


def login_of(headers: Headers) -> str:
    """Return the digest of a request's session, empty without one. The database is not asked."""
    for name, value in headers:
        if name == b"cookie":
            key = parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            if key:
                return stored_key(key)
    return ""


def credential_of(headers: Headers) -> str:
    """Return the digest of a request's token or session, empty without either."""
    headers = list(headers)
    for name, value in headers:
        if name == b"authorization" and value[: len(_TOKEN)].lower() == _TOKEN:
            return digest_of(value[len(_TOKEN) :].strip().decode("latin-1"))
    return login_of(headers)


class KnownCallers:
    """The sessions and tokens that a process knows, and the priority of each."""

    def __init__(self, load: Callable[[int], dict[str, bool]] | None = known_keys) -> None:
        """Create it.

        `load` reads up to a given number of valid sessions and tokens from the database; with None, only callers whom
        this process has answered are known.
        """
        self._load = load
        self._due = 0.0
        self._priorities: dict[str, Priority] = {}
        self._since: dict[str, Priority] = {}
        """What has been noted since it was last read."""

    def priority_of(self, key: str) -> Priority:
        """Return the priority of a request with this digest; an empty one is a stranger's."""
        return self._priorities.get(key, Priority.UNKNOWN) if key else Priority.STRANGER

    def note(self, shown: str, request: HttpRequest) -> None:
        """Remember the caller whom an answered request has identified.

        Called on the page's thread, without a query.
        """
        key, player = _whose(request, shown)
        if shown and shown != key:
            self._priorities.pop(shown, None)
            self._since.pop(shown, None)
        if key and player is not None and len(self._priorities) < 2 * MOST:
            self._priorities[key] = self._since[key] = _priority(player.is_guest)

    def refresh_if_due(self) -> None:
        """Once a minute, read the valid sessions and tokens again in the background."""
        if self._load is None or monotonic() < self._due:
            return
        self._due = monotonic() + EVERY
        threading.Thread(target=self._refresh, name="known", daemon=True).start()

    def _refresh(self) -> None:
        try:
            self._refresh_now()
        finally:
            connections.close_all()  # those of this thread

    def _refresh_now(self) -> None:
        assert self._load is not None
        self._since = {}
        try:
            loaded = {key: _priority(guest) for key, guest in self._load(MOST).items()}
        except (DatabaseError, InterfaceError) as error:
            _log.warning("which sessions hold could not be read: %s", error)
        else:
            self._priorities = loaded | self._since


def _priority(guest: bool) -> Priority:
    return Priority.GUEST if guest else Priority.MEMBER


def _whose(request: HttpRequest, shown: str) -> tuple[str, Player | None]:
    """Return the digest that the reader's next request will show, and the reader.

    The reader is None if nobody is known. The digest is then empty, except that it is `shown` if the page has not
    used the session.
    """
    user = request.__dict__.get("user")
    asked = was_used(user)
    if "HTTP_AUTHORIZATION" in request.META:
        return (shown, user) if asked and isinstance(user, Player) else ("", None)
    session: Any = getattr(request, "session", None)
    if session is None or not session.accessed:
        return shown, None  # it was of no interest
    if session.session_key is None:
        return "", None
    read = getattr(session, "member", None)
    # At most addresses a guest is nobody, and is at home at the next one all the same.
    player = read if read is not None and read.is_guest else user if asked else read
    if not getattr(player, "is_authenticated", False):
        return "", None
    return stored_key(session.session_key), player
