"""Tells guests who return to their old browser that they have continued in another one.

A signed cookie marks the old browser. It grants nothing: it is set when the link to continue is shown, and takes
effect once that link has been used.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse

from games.commands.people.cards import CODE_WORKS
from games.errors import Refused
from games.models import Player
from games.queries.people.cards import went_on_elsewhere
from games.web.forms import LoginForm

_COOKIE: Final = "guest_before"
_SALT: Final = "games.web.elsewhere"


def note_link(request: HttpRequest, response: HttpResponse, guest: Player) -> None:
    """Set the cookie by which this browser knows that its guest may continue in another one."""
    response.set_signed_cookie(
        _COOKIE,
        str(guest.pk),
        salt=_SALT,
        max_age=int(CODE_WORKS.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def forget_link(response: HttpResponse) -> None:
    """Delete the cookie, because a guest plays in this browser again."""
    response.delete_cookie(_COOKIE, samesite="Lax")


def plays_elsewhere(request: HttpRequest) -> Refused | None:
    """Return a refusal if this browser's guest has continued in another browser, otherwise None."""
    guest = request.get_signed_cookie(
        _COOKIE, default="", salt=_SALT, max_age=int(CODE_WORKS.total_seconds())
    )
    return Refused("guest.elsewhere") if guest and went_on_elsewhere(int(guest)) else None


class Login(LoginView):
    """The login page. Guests who continued in another browser are told so."""

    authentication_form = LoginForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the context of the page."""
        is_stranger = not self.request.user.is_authenticated
        moved = plays_elsewhere(self.request) if is_stranger and self.get_redirect_url() else None
        return {**super().get_context_data(**kwargs), "moved": moved}
