"""Reading: the browsers in which a member is logged in."""

from __future__ import annotations

from hashlib import sha256

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.utils import timezone

from games.models import MemberSession, Player


def stored_key(key: str) -> str:
    """What stands in the database for a cookie's key: 160 bits of its SHA-256."""
    return sha256(key.encode()).hexdigest()[:40]


def row_of(session: SessionBase) -> str:
    """The key of this session's row; of none where it was never saved."""
    return stored_key(session.session_key or "")


def logins_of(player: Player) -> QuerySet[MemberSession]:
    """The player's sessions that have not ended, the one last seen first."""
    return player.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "pk")
