"""Keeping from which browsers members log in: whoever shares one with an opponent is seen by an owner."""

from __future__ import annotations

from datetime import datetime

from games.models import BrowserOfMember, Player


def note_browser(*, login: str, browser: str, now: datetime) -> None:
    """The member of this login name has logged in with the browser of this digest."""
    player = Player.objects.filter(username=login).only("pk").first()
    if player is not None:
        BrowserOfMember.objects.update_or_create(
            player=player, browser=browser, defaults={"seen_at": now}
        )
