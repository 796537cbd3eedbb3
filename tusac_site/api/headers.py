"""What every answer of the API carries."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


class NeverStored(MiddlewareMixin):
    """Lets no cache keep what the API answers: it is for the one who asked, and some of it for once."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer with its header."""
        if request.path.startswith("/api/") or request.path == "/api":
            response["Cache-Control"] = "no-store"
        return response
