"""The owner's page of alarms: what was found, and a form to answer each."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.errors import Refused
from games.presenters.club.alarms import shown_alarms
from games.queries.people.people import members_with_names_alike
from games.web.answers import see_other
from games.web.requests import player_of, whole


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def alarms(request: HttpRequest) -> HttpResponse:
    """The alarms that stand; for owners alone. An answer needs its reason."""
    player = player_of(request)
    if not player.is_superuser:
        raise Refused("club.owner")
    status = 200
    if request.method == "POST":
        try:
            commands.answer_alarm(
                by=player,
                alarm=whole(request.POST.get("alarm"), "alarm.unknown"),
                reason=request.POST.get("reason", ""),
                now=timezone.now(),
            )
        except Refused as error:
            messages.error(request, error.sentence)
            status = error.status
        else:
            messages.success(request, _("The alarm is answered; your reason is in the log."))
            return see_other("alarms")
    return render(
        request,
        "games/alarms.html",
        {"alarms": shown_alarms(), "alike": members_with_names_alike()},
        status=status,
    )
