"""Reads and stores the reader's preferences: a member's in the database, a visitor's in a signed cookie."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.commands.people.preferences import set_preferences
from games.common.preferences import Preferences, read
from games.models import Player
from games.web.requests import viewer_of

COOKIE: Final = "tusac_preferences"
_YEAR: Final = 365 * 24 * 3600
_SALT: Final = "games.common.preferences"


def preferences_of(request: HttpRequest) -> Preferences:
    """Return the viewer's preferences; an invalid cookie is ignored."""
    viewer = viewer_of(request) if hasattr(request, "user") else None
    if viewer is not None:
        return read(viewer.preferences)
    kept = request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=_YEAR)
    return read(dict(parse_qsl(kept or "")))


def carry_over(request: HttpRequest, player: Player) -> None:
    """Copy this browser's preferences to a new member or guest, who keeps any they have already chosen."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=_YEAR)
    before = read(dict(parse_qsl(kept or ""))).chosen
    if before:
        set_preferences(by=player, asked={**before, **read(player.preferences).chosen})


def keep(answer: HttpResponse, preferences: Preferences, *, secure: bool) -> None:
    """Keep a visitor's preferences in this browser for a year."""
    answer.set_signed_cookie(
        COOKIE,
        urlencode(preferences.chosen),
        salt=_SALT,
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=secure,
    )


@lru_cache(maxsize=512)
def attributes(preferences: Preferences) -> SafeString:
    """Return the preferences as attributes of `<html>`: `data-face="sides" data-letters="own" …`."""
    return format_html_join("", ' data-{}="{}"', preferences.on_page.items())


def preferences(request: HttpRequest) -> dict[str, object]:
    """Context processor: adds the viewer's `preferences` and the attributes of `<html>`."""
    own = preferences_of(request)
    return {"preferences": own, "preference_attributes": attributes(own)}
