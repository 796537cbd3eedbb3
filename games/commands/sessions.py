"""Ending what is logged in."""

from __future__ import annotations

from games.models import Player


def end_login(*, by: Player, key: str) -> None:
    """End a session of one's own, by the key of its row; one that has ended changes nothing."""
    by.sessions.filter(pk=key[:40]).delete()


def end_other_logins(*, by: Player, but: str) -> None:
    """End all sessions of one's own but the one with this row."""
    by.sessions.exclude(pk=but).delete()
