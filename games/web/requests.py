"""Reading a request: its player, and whole numbers of a form."""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django_htmx.middleware import HtmxDetails

from games.common.addresses import network_of
from games.errors import Refused
from games.models import Player
from games.web.elsewhere import plays_elsewhere

_WHOLE = re.compile(r"[0-9]{1,9}")


class HtmxHttpRequest(HttpRequest):
    """A request as a view gets it: ``htmx`` is true where htmx asks for a part of a page that is already open."""

    htmx: HtmxDetails


def viewer_of(request: HttpRequest) -> Player | None:
    """Return the logged-in player, None for a stranger."""
    return request.user if request.user.is_authenticated else None


def player_of(request: HttpRequest) -> Player:
    """Return the acting player. Raises Refused("login.needed"), or "guest.elsewhere" in a browser that the guest has
    left.
    """
    player = viewer_of(request)
    if player is None:
        raise plays_elsewhere(request) or Refused("login.needed")
    return player


def owner_of(request: HttpRequest) -> Player:
    """Return the owner of the club who acts. Raises Refused("club.owner") for anybody else."""
    player = player_of(request)
    if not player.is_superuser:
        raise Refused("club.owner")
    return player


def guest_of(request: HttpRequest) -> str:
    """Return a digest by which a network without logins is counted once; it reveals nothing about it."""
    said = network_of(request.META.get("REMOTE_ADDR"))
    return salted_hmac("games.web.guest", said, algorithm="sha256").hexdigest()[:32]


def whole(text: str | None, refusal: str) -> int:
    """Return a whole number from a form. Raises Refused with this code if there is none."""
    if text is None or not _WHOLE.fullmatch(text):
        raise Refused(refusal)
    return int(text)
