"""Stores sessions in the database, each with its member, who can see and end them.

A row's key is a digest of the cookie's key, so nobody can log in with a copy of the database or a backup.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from games.common.django_internals import SessionRows, delete_unheard
from games.models import MemberSession, Player
from games.presenters.people.devices import read_device
from games.queries.people import second_factor
from games.queries.people.sessions import stored_key
from games.queries.play.compiled import Compiled
from tusac_site.logins import came_along

SEEN_EVERY: Final = timedelta(minutes=5)
"""How exactly is kept when a browser was last seen."""
_KEY = re.compile(r"[0-9a-z]{8,40}")
_SESSION = Compiled(
    lambda key: MemberSession.objects.filter(session_key=key).select_related("player"), str
)


class SessionStore(SessionRows):
    """Django's session store, on the table `games_membersession`."""

    member: Player | None = None
    """Whose it is, as the database had that member when the session was read."""

    @classmethod
    def get_model_class(cls) -> type[MemberSession]:
        """Return the model of the table of sessions."""
        return MemberSession

    def is_possible(self, key: object) -> bool:
        """Return whether a session could have this key."""
        # A cookie may hold NUL, which PostgreSQL answers with an error and not with "no such session".
        return isinstance(key, str) and _KEY.fullmatch(key) is not None

    def find_row(self) -> MemberSession | None:
        """Return the row of this session, or None if there is none or it is over."""
        # Every page asks this first: SQL made once instead of each time (docs/decisions/0071).
        now = timezone.now()
        found = _SESSION.first(stored_key(self.session_key)) if self.session_key else None
        if found is None or found.expire_date <= now:
            return None
        if found.player_id is not None and found.seen_at <= now - SEEN_EVERY:
            MemberSession.objects.filter(pk=found.pk).update(seen_at=now)
        self.member = found.player
        return found

    def exists(self, session_key: str) -> bool:
        """Return whether a session has this key."""
        return super().exists(stored_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> MemberSession:
        """Return a row for the session, with its member and the digest of its key."""
        row = super().create_model_instance(data)
        assert isinstance(row, MemberSession)
        row.session_key = stored_key(row.session_key)
        row.player_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = data.get("device", "")
        row.begun_at = datetime.fromisoformat(data["begun"]) if "begun" in data else None
        row.seen_at = timezone.now()
        return row

    def delete(self, session_key: str | None = None) -> None:
        """End this session, and tell the pages that are open in it.

        With a key, only the row of that key is deleted, and open pages are not told: Django calls it so when a login
        gets a new key.
        """
        key = session_key or self.session_key
        if key:
            rows = MemberSession.objects.filter(pk=stored_key(key))
            # Django names the key only where it gives a login another one, of which the browser is yet to hear.
            delete_unheard(rows) if session_key else rows.delete()


class Members(AuthenticationMiddleware):
    """Django's authentication middleware, but one query reads the session together with its member."""

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.user`, which is loaded when first used."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _member(request))  # type: ignore[assignment]


def _member(request: HttpRequest) -> Any:
    request.session.get(SESSION_KEY)  # reads it
    with came_along(getattr(request.session, "member", None)):
        return get_user(request)


@receiver(user_logged_in)
def note_login(sender: Any, request: HttpRequest, user: Player, **_kwargs: Any) -> None:
    """Record the time and the device of a login, and whether a second factor is still pending."""
    request.session["begun"] = timezone.now().isoformat()
    request.session["device"] = read_device(request.META.get("HTTP_USER_AGENT", ""))
    if second_factor.has_device(user):
        request.session[second_factor.ASKED] = True
