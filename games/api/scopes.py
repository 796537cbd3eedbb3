"""What a token may be used for: each view says for each of its methods which scope it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.module_loading import import_string
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from games.errors import Refused
from games.models import ApiToken, Player
from games.queries.people import second_factor

if TYPE_CHECKING:  # views ask for this permission while they are made
    from rest_framework.views import APIView

READ, PLAY, DIRECT = ApiToken.Scope.READ, ApiToken.Scope.PLAY, ApiToken.Scope.DIRECT


class Scoped(IsAuthenticated):
    """For members; a token needs the scope that the view's `scopes` name for the method, and none opens what has none.

    A browser that is logged in has every scope, as its member has.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether a member asks. Raises Refused("token.scope"), Refused("factor.needed") or PermissionDenied."""
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
        if _is_act_of_duty(request, method):
            require(request, DIRECT)
        return True


def _is_act_of_duty(request: Request, method: str) -> bool:
    """Whether a member with a duty asks for what only the duty allows, at an address of members."""
    player, match = request.user, request._request.resolver_match
    if match is None or not isinstance(player, Player) or not player.has_duty:
        return False
    asked: bool = import_string(settings.TUSAC_DUTY_ACTS)(
        match.view_name, method, player, match.kwargs
    )
    return asked


def require(request: Request, scope: str) -> None:
    """Raises Refused("token.scope") for a token that is not for it, Refused("factor.needed") for a duty unproved."""
    token = request.auth
    if isinstance(token, ApiToken) and scope not in token.may:
        raise Refused("token.scope", f"({scope})")
    if scope == DIRECT and not _has_shown_who_it_is(request):
        raise Refused("factor.needed")


def _has_shown_who_it_is(request: Request) -> bool:
    """Whether who has a duty has also shown a second factor, where one is required: a token's maker has."""
    assert request.user.is_authenticated
    if not second_factor.is_required_of(request.user):
        return True
    if isinstance(request.auth, ApiToken):
        return request.auth.with_factor and second_factor.has_device(request.user)
    return second_factor.was_shown(request.user, request._request.session)
