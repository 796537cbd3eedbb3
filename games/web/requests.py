"""Reads a request: its player, and whole numbers in forms."""

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
    """The request that views get; ``htmx`` is true if htmx asks for a part of an open page."""

    htmx: HtmxDetails


def viewer_of(request: HttpRequest) -> Player | None:
    """Return the logged-in player, or None."""
    return request.user if request.user.is_authenticated else None


def player_of(request: HttpRequest) -> Player:
    """Return the logged-in player.

    Raises Refused("login.needed"), or "guest.elsewhere" if the guest has continued in another browser.
    """
    player = viewer_of(request)
    if player is None:
        raise plays_elsewhere(request) or Refused("login.needed")
    return player


def owner_of(request: HttpRequest) -> Player:
    """Return the acting owner of the club. Raises Refused("club.owner") for anybody else."""
    player = player_of(request)
    if not player.is_superuser:
        raise Refused("club.owner")
    return player


def guest_of(request: HttpRequest) -> str:
    """Return a digest of the request's network, so that it can be counted once without storing its address."""
    said = network_of(request.META.get("REMOTE_ADDR"))
    return salted_hmac("games.web.guest", said, algorithm="sha256").hexdigest()[:32]


def whole(text: str | None, refusal: str) -> int:
    """Return a whole number from a form. Raises Refused with this code if there is none."""
    if text is None or not _WHOLE.fullmatch(text):
        raise Refused(refusal)
    return int(text)
