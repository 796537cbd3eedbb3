"""Properties of every answer below `/api/`: no cache keeps it, and an error is JSON in the API's form.

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
    """Turns an error that is not JSON into a problem, with the same status and headers."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer; an error is in a form that a program can read."""
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
    """Forbid caches to store the API's answers: they are for one caller, and some of them only for once.

    Public answers override this themselves (`games.infrastructure.open_reading`).

    The answer to a write also tells how much of the limit its caller has used (`tusac_site.security.write_limits`).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer with these headers."""
        if request.path.startswith("/api/") or request.path == "/api":
            if "public" not in response.get("Cache-Control", ""):
                response["Cache-Control"] = "no-store"
            if standing := getattr(request, STANDING, None):
                for name, value in standing.headers().items():
                    response[name] = value
        return response
