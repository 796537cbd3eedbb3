"""Refuses requests from a page whose reader has logged out, or in whose browser another member has logged in.

On a shared phone a page stays open while another person logs in. With every htmx request a page sends its reader's
mark; if that is not the current user's, the answer is 403 and the page empties itself (`static/js/leave.js`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin

from games.errors import Refused
from games.web.elsewhere import plays_elsewhere
from games.web.requests import HtmxHttpRequest
from tusac_site.errors import answer

HEADER: Final = "X-Member"
"""Whose page asks."""


class SameMember(MiddlewareMixin):
    """Refuse requests from a page that was made for another member, and keep browsers from caching members' pages."""

    def process_request(self, request: HtmxHttpRequest) -> HttpResponseBase | None:
        """Return a refusal if the requesting page was made for another member, otherwise None.

        Stores the user as `request.reader`, since addresses that accept no guests treat a guest as a stranger.
        """
        request.reader = request.user  # type: ignore[attr-defined]
        said = request.headers.get(HEADER)
        if not request.htmx or not said or said == mark_of(request.user):
            return None
        if request.user.is_authenticated:
            return answer(request, Refused("login.other"))
        return answer(request, plays_elsewhere(request) or Refused("login.ended"))

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer; browsers must not cache a member's page, unless the view allows it."""
        session = getattr(request, "session", None)
        if (
            session is not None
            and session.accessed
            and not response.has_header("Cache-Control")
            and request.user.is_authenticated
        ):
            add_never_cache_headers(response)
        return response


def mark_of(user: Any) -> str:
    """Return the mark of a page's reader: one per member, not secret, empty for a stranger."""
    return _mark(user.pk) if user.is_authenticated else ""


@lru_cache(maxsize=1024)
def _mark(player_id: int) -> str:
    digest = salted_hmac("tusac_site.security.same_member", str(player_id), algorithm="sha256")
    return digest.hexdigest()[:16]


def member_mark(request: HttpRequest) -> dict[str, str]:
    """Provide templates with the mark of the page's reader, as `member_mark`."""
    reader = getattr(request, "reader", None) or getattr(request, "user", None)
    return {"member_mark": "" if reader is None else mark_of(reader)}
