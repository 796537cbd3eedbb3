"""Middleware for every response below `/api/`: caches don't keep it, and an error is JSON in the API's format.

Django itself answers with a page for errors before a view or outside it: an internal error, an unreadable request, an
address with invalid bytes. `JSONAlone` comes before all other middleware, so each of these passes through it.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.renderers import JSONRenderer

from games.infrastructure.throttling import STANDING
from tusac_site.api.errors import CODES
from tusac_site.api.parsers import TooLarge

_SENTENCES: Final[dict[int, str | Promise]] = {
    400: _("The request cannot be read. Check it against the description of the API."),
    403: _(
        "You are not allowed to do this. Log in, or send an access key in the Authorization header."
    ),
    404: _("There is nothing at this address. The description of the API lists every address."),
    405: _("This address doesn't take that method. The Allow header lists the methods it takes."),
    413: TooLarge.default_detail,
    500: _(
        "Something went wrong in the club's software. The error has been recorded; try again later."
    ),
}
_OTHERWISE: Final = _("The request was refused.")


def is_of_api(path: str) -> bool:
    """Return whether this path is, or could be, an address of the API."""
    return path == "/api" or path.startswith("/api/")


class JSONAlone(MiddlewareMixin):
    """Turns an error that is not JSON into one in the API's format, with the same status and headers."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, with an error of the API as JSON."""
        if response.status_code < 400 or not is_of_api(request.path_info):
            return response
        if response.get("Content-Type", "").partition(";")[0] == "application/json":
            return response
        return _told(response)


def _told(response: HttpResponseBase) -> HttpResponseBase:
    status = response.status_code
    said: dict[str, Any] = {
        "code": CODES.get(status, "service.fault" if status >= 500 else "request.refused"),
        "section": "",
        "detail": str(_SENTENCES.get(status, _OTHERWISE)),
    }
    answer = HttpResponse(JSONRenderer().render(said), status=status)
    for name, value in response.items():
        if name.lower() not in ("content-type", "content-length", "content-disposition"):
            answer[name] = value
    answer["Content-Type"] = "application/json"
    answer.cookies = response.cookies
    return answer


class NeverStored(MiddlewareMixin):
    """Forbids caches to store the API's responses: each is for one caller, and some hold a secret shown only once.

    Public responses override this themselves (`games.infrastructure.open_reading`). The response to a write also says
    how much of the limit its caller has used (`tusac_site.security.write_limits`).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response with these headers, if it is the API's."""
        if request.path.startswith("/api/") or request.path == "/api":
            if "public" not in response.get("Cache-Control", ""):
                response["Cache-Control"] = "no-store"
            if standing := getattr(request, STANDING, None):
                for name, value in standing.headers().items():
                    response[name] = value
        return response
