"""What every answer below `/api/` has in common: no cache keeps it, and an error is JSON of the API's one shape.

Django answers by a page what goes wrong before a view or beside it: a fault of ours, a request that it cannot read, an
address with odd bytes. `JSONAlone` stands in front of all other middleware, so each of these comes by here.
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
    """Return whether this is an address of the API, or would be one."""
    return path == "/api" or path.startswith("/api/")


class JSONAlone(MiddlewareMixin):
    """Turns an error that is no JSON into a problem, with the same status and headers."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, of which a program can read every error."""
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
    """Forbid caches to store what the API returns: it is for one caller, and some of it for once.

    What everybody may read says so itself (`games.infrastructure.open_reading`).

    The answer to a write says too how far its caller has used the limit for it (`tusac_site.security.write_limits`).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer with its header."""
        if request.path.startswith("/api/") or request.path == "/api":
            if "public" not in response.get("Cache-Control", ""):
                response["Cache-Control"] = "no-store"
            if standing := getattr(request, STANDING, None):
                for name, value in standing.headers().items():
                    response[name] = value
        return response
