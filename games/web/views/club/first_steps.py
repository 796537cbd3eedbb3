"""Shows the first steps in the lobby to a new club's owner, and a form for a time zone that isn't set yet."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings as site
from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.commands.club.founding import set_club_settings
from games.errors import Refused
from games.models import Player
from games.queries.club.first_steps import FirstSteps, first_steps
from games.queries.club.house import club_settings
from games.web.answers import see_other
from games.web.views.club.forms import ClubSettingsForm

COOKIE = "first_steps"
_MONTHS = 90 * 24 * 3600


def in_lobby(request: HttpRequest, viewer: Player | None) -> dict[str, FirstSteps | BoundField]:
    """Return what the lobby shows only to owners; empty for others.

    `clock` is the field for an unset time zone, `steps` are the first steps.
    """
    found: dict[str, FirstSteps | BoundField] = {}
    if viewer is None or not viewer.is_superuser:
        return found
    if not site.TUSAC_TIME_ZONE_IS_FIXED and not (held := club_settings()).time_zone:
        found["clock"] = ClubSettingsForm(held=held)["time_zone"]
    if COOKIE not in request.COOKIES and (steps := first_steps(viewer, now=timezone.now())):
        found["steps"] = steps
    return found


def set_clock(request: HttpRequest, by: Player) -> HttpResponse:
    """Set only the club's time zone, as an owner, and redirect to the lobby. Raises Refused."""
    zone = request.POST.get("time_zone", "")
    if not zone or site.TUSAC_TIME_ZONE_IS_FIXED:
        raise Refused("settings.time-zone")
    set_club_settings(by=by, settings=replace(club_settings(), time_zone=zone), now=timezone.now())
    messages.success(request, _("The club's settings have been saved."))
    return see_other("lobby")


def put_away(request: HttpRequest) -> HttpResponse:
    """Hide the first steps in this browser from now on, and redirect to the lobby."""
    answer = see_other("lobby")
    answer.set_cookie(
        COOKIE,
        "away",
        max_age=_MONTHS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer
