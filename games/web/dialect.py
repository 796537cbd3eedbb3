"""Pages with the reader's words for cards (Northern or Southern), without a change of the declared language."""

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
    """Activate this language with the reader's words for cards; without the database, with the usual words."""
    with suppress(DatabaseError, InterfaceError):
        language = language_for(language, preferences_of(request))
    translation.activate(language)
    request.LANGUAGE_CODE = page_language()


class Dialect(MiddlewareMixin):
    """Middleware that applies Vietnamese readers' preference for words.

    Comes after authentication; the API is left out.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Read the preference, for Vietnamese readers only."""
        if (
            translation.get_language() == "vi"
            and request.path not in WITHOUT
            and not request.path.startswith("/api/")
        ):
            speak(request, "vi")

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Declare one of the site's languages in the response's header."""
        response.headers.setdefault("Content-Language", page_language())
        return response
