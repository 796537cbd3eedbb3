"""Authenticates API tokens, and checks the scope that a view requires."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from games.commands.people.tokens import digest_of
from games.errors import Refused
from games.infrastructure.open_reading import READS
from games.models import ApiToken, Player
from games.queries.people import second_factor
from games.queries.people.token_tournaments import belongs_to

if TYPE_CHECKING:  # views ask for this permission while they are made
    from rest_framework.views import APIView


NOTED_EVERY: Final = timedelta(hours=1)
"""How exactly the time of the last use is kept."""


class HashedTokens(TokenAuthentication):
    """Authentication by `Authorization: Token <key>`, looked up by the key's digest."""

    def authenticate_credentials(self, key: str) -> tuple[Player, ApiToken]:
        """Return the player and the token. Raises AuthenticationFailed, with the same text for every cause."""
        now = timezone.now()
        known = ApiToken.objects.select_related("player").filter(digest=digest_of(key)).first()
        if known is not None and not known.player.is_active:
            known.player.end_keys()  # however the account was made inactive
            known = None
        if known is None or known.expires_at <= now:
            raise AuthenticationFailed(
                _("This access key is unknown or no longer works. Log in to make a new one.")
            )
        if known.last_used_at is None or known.last_used_at <= now - NOTED_EVERY:
            ApiToken.objects.filter(pk=known.pk).update(last_used_at=now)
        return known.player, known


READ, PLAY, DIRECT = ApiToken.Scope.READ, ApiToken.Scope.PLAY, ApiToken.Scope.DIRECT


class Scoped(IsAuthenticated):
    """Permission for members, with a token or a logged-in browser.

    A token needs the scope that the view's `scopes` give for the request's method; a method without a scope is
    refused. A logged-in browser has every scope.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the user is a member.

        Raises PermissionDenied if the view gives the method no scope. Raises Refused("token.scope") or
        Refused("factor.needed") as `require` does, or Refused("token.tournament").
        """
        if not super().has_permission(request, view):
            return False
        method = {"HEAD": "GET"}.get(str(request.method), str(request.method))
        if method == "OPTIONS":
            method = "GET" if hasattr(view, "get") else "POST"
        if not hasattr(view, method.lower()):
            return True  # 405 follows
        scope = getattr(view, "scopes", {}).get(method)
        if scope is None:
            raise PermissionDenied
        require(request, scope)
        _require_own_tournament(request, view)
        if _is_act_of_duty(request, method):
            require(request, DIRECT)
        return True


class OpenToRead(Scoped):
    """Permission for everybody to read, even without a login. A request with a token still needs the token's
    scope.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True for reading without a login; decide all other requests as `Scoped` does."""
        stranger = request.auth is None and not request.user.is_authenticated
        return (stranger and request.method in READS) or super().has_permission(request, view)


def _is_act_of_duty(request: Request, method: str) -> bool:
    """Return whether a member uses a duty in this request, at an address that is also open to other members."""
    player, match = request.user, request._request.resolver_match
    if match is None or not isinstance(player, Player) or not player.has_duty:
        return False
    asked: bool = import_string(settings.TUSAC_DUTY_ACTS)(
        match.view_name, method, player, match.kwargs
    )
    return asked


def require(request: Request, scope: str) -> None:
    """Raise Refused("token.scope") if the token lacks the scope.

    For the scope `direct`, also raise Refused("factor.needed") if a required second factor was not shown.
    """
    token = request.auth
    if isinstance(token, ApiToken) and scope not in token.may:
        raise Refused("token.scope", f"({scope})")
    if scope == DIRECT and not _has_shown_who_it_is(request):
        raise Refused("factor.needed")


def _require_own_tournament(request: Request, view: APIView) -> None:
    """Raise Refused("token.tournament") if the token is for one tournament and the request goes beyond it.

    It does if the address isn't part of the tournament, or if the view has `beyond_its_table`: its effect isn't
    limited to the table in the address.
    """
    token = request.auth
    if not isinstance(token, ApiToken) or token.tournament is None:
        return
    if getattr(view, "beyond_its_table", False) or not belongs_to(token.tournament, view.kwargs):
        raise Refused("token.tournament")


def _has_shown_who_it_is(request: Request) -> bool:
    """Return whether a second factor is not required of the user, or was shown in this session or for this token."""
    assert request.user.is_authenticated
    if not second_factor.is_required_of(request.user):
        return True
    if isinstance(request.auth, ApiToken):
        return request.auth.with_factor and second_factor.has_device(request.user)
    return second_factor.was_shown(request.user, request._request.session)
