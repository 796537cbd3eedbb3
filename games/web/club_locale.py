"""Applies the club's name, time zone and language to pages; browsers can ask for another of the site's languages."""

from __future__ import annotations

from typing import Final

from django.conf import settings as site
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject
from django.utils.translation import check_for_language, get_supported_language_variant, gettext

from games.club.settings import ClubSettings
from games.common.django_internals import read_accept_language
from games.common.unit import unit_word
from games.queries.club.house import clock_of, shown_settings

WITHOUT: Final = ("/healthz", "/readyz", "/metrics")
"""Paths of programs, which the database's own state must not keep from answering."""


class ClubLocale(MiddlewareMixin):
    """Middleware that gives each request the club's settings, time zone and language. Comes after LocaleMiddleware."""

    def process_request(self, request: HttpRequest) -> None:
        """Read the settings; if the database is unavailable, pages do without them."""
        timezone.deactivate()
        request.club_settings = held = (  # type: ignore[attr-defined]
            ClubSettings() if request.path in WITHOUT else _settings()
        )
        follow_the_clubs_clock(held)
        chosen = request.COOKIES.get(site.LANGUAGE_COOKIE_NAME, "")
        if (
            held.language
            and not _is_known(chosen)
            and not request.path.startswith("/api/")
            and not _asks_for_ours(request.headers.get("Accept-Language", ""))
        ):
            translation.activate(held.language)
            request.LANGUAGE_CODE = translation.get_language()


def follow_the_clubs_clock(held: ClubSettings) -> None:
    """Show times in the club's time zone from now on, in this thread; a zone set in the environment has precedence."""
    if held.time_zone:
        timezone.activate(clock_of(held))
    else:
        timezone.deactivate()


def club_name(request: HttpRequest) -> dict[str, object]:
    """Context processor: adds the club's name and unit to the context."""
    held = getattr(request, "club_settings", None) or ClubSettings()
    return {"club_name": held.name or gettext("Tứ Sắc club"), "unit": SimpleLazyObject(unit_word)}


def _settings() -> ClubSettings:
    try:
        return shown_settings()
    except (DatabaseError, InterfaceError):
        return ClubSettings()


def _asks_for_ours(accepted: str) -> bool:
    """Return whether this Accept-Language header asks for a language that the pages have."""
    for code, weight in read_accept_language(accepted):
        if code == "*" or not weight:
            break
        try:
            get_supported_language_variant(code)
        except LookupError:
            continue
        return True
    return False


def _is_known(language: str) -> bool:
    return language in dict(site.LANGUAGES) and check_for_language(language)
