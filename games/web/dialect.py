"""Shows Vietnamese pages with the reader's words for cards (Northern or Southern).

The declared language of the pages stays the same.
"""

from __future__ import annotations

from contextlib import suppress

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from games.common.dialect import language_for, page_language
from games.web.club_locale import WITHOUT
from games.web.preferences import preferences_of


def speak(request: HttpRequest, language: str) -> None:
    """Activate this language with the words for cards that the reader prefers.

    If the database is unavailable, the usual words are used.
    """
    with suppress(DatabaseError, InterfaceError):
        language = language_for(language, preferences_of(request))
    translation.activate(language)
    request.LANGUAGE_CODE = page_language()


class Dialect(MiddlewareMixin):
    """Middleware that applies Vietnamese readers' preferred words. Comes after authentication; leaves out the API."""

    def process_request(self, request: HttpRequest) -> None:
        """Apply the preference, if the page is in Vietnamese."""
        if (
            translation.get_language() == "vi"
            and request.path not in WITHOUT
            and not request.path.startswith("/api/")
        ):
            speak(request, "vi")

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Declare the page's language in the response's header, as one of the site's languages."""
        response.headers.setdefault("Content-Language", page_language())
        return response
