"""Queries for the browsers in which a member is logged in."""

from __future__ import annotations

from hashlib import sha256

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.utils import timezone

from games.models import ApiToken, MemberSession, Player


def stored_key(key: str) -> str:
    """Return the key of a cookie as the database stores it: the first 160 bits of its SHA-256, in hex."""
    return sha256(key.encode()).hexdigest()[:40]


def row_of(session: SessionBase) -> str:
    """Return the primary key of this session's row; for a session that was never saved, no row has that key."""
    return stored_key(session.session_key or "")


def known_keys(most: int) -> dict[str, bool]:
    """Return the keys of current API tokens and sessions; the value is whether the key belongs to a guest.

    At most `most` tokens and `most` sessions are returned, each most recently used first.
    """
    now = timezone.now()
    sessions = MemberSession.objects.filter(expire_date__gt=now, player__is_active=True)
    tokens = ApiToken.objects.filter(expires_at__gt=now, player__is_active=True)
    keys = dict.fromkeys(
        tokens.order_by("-last_used_at").values_list("digest", flat=True)[:most], False
    )
    seen = sessions.order_by("-seen_at").values_list("session_key", "player__is_guest")
    return keys | dict(seen[:most])


def logins_of(player: Player) -> QuerySet[MemberSession]:
    """Return the player's current sessions, most recently seen first."""
    return player.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "pk")
