"""Reading: the browsers in which a member is logged in."""

from __future__ import annotations

from hashlib import sha256

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.utils import timezone

from games.models import ApiToken, MemberSession, Player


def stored_key(key: str) -> str:
    """Return the database's form of a cookie's key: 160 bits of its SHA-256."""
    return sha256(key.encode()).hexdigest()[:40]


def row_of(session: SessionBase) -> str:
    """Return the key of this session's row; of none where it was never saved."""
    return stored_key(session.session_key or "")


def known_keys(most: int) -> dict[str, bool]:
    """Return the digests of current sessions and tokens, those seen last first, and whether each is a guest's."""
    now = timezone.now()
    sessions = MemberSession.objects.filter(expire_date__gt=now, player__is_active=True)
    tokens = ApiToken.objects.filter(expires_at__gt=now, player__is_active=True)
    keys = dict.fromkeys(
        tokens.order_by("-last_used_at").values_list("digest", flat=True)[:most], False
    )
    seen = sessions.order_by("-seen_at").values_list("session_key", "player__is_guest")
    return keys | dict(seen[:most])


def logins_of(player: Player) -> QuerySet[MemberSession]:
    """Return the player's sessions that have not ended, the one last seen first."""
    return player.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "pk")
