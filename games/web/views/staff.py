"""Pages about the staff's acts, for everyone, and about alarms and flows of points between members, for owners."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands
from games.commands.club.chips import confirm_grant, decline_grant
from games.errors import Refused
from games.presenters.club.alarms import shown_alarms
from games.presenters.club.backups import backup_page
from games.presenters.club.flows import PERIODS, STRIKING, flows_page
from games.presenters.club.staff import staff_page
from games.queries.finished.pagination import cursor
from games.queries.people.people import members_with_names_alike
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, owner_of, player_of, viewer_of, whole


@never_cache
@require_http_methods(["GET", "POST"])
def staff(request: HtmxHttpRequest) -> HttpResponse:
    """Show everyone the staff's acts; directors confirm or decline requests here."""
    status = 200
    if request.method == "POST":
        try:
            said = _decide(request)
        except Refused as error:
            messages.error(request, error.sentence)
            status = error.status
        else:
            messages.success(request, said)
            return see_other("staff")
    page = staff_page(
        viewer_of(request),
        now=timezone.now(),
        by=cursor(request.GET.get("by")),
        before=cursor(request.GET.get("before")),
    )
    return render(request, "games/staff.html", {"page": page}, status=status)


def _decide(request: HtmxHttpRequest) -> str:
    if not request.user.is_authenticated:
        raise Refused("login.needed")
    by, wish, now = player_of(request), request.POST.get("wish", ""), timezone.now()
    if request.POST.get("act") == "confirm":
        confirm_grant(by=by, wish=wish, now=now)
        return _("Granted.")
    decline_grant(by=by, wish=wish, now=now)
    return _("Nothing was granted.")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def alarms(request: HttpRequest) -> HttpResponse:
    """Show owners the open alarms, or answer an alarm. The owner has to give a reason for the answer."""
    player = owner_of(request)
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
        {
            "alarms": shown_alarms(),
            "alike": members_with_names_alike(),
            "backups_old": backup_page(now=timezone.now()).old,
        },
        status=status,
    )


@login_required
@never_cache
@require_safe
def flows(request: HttpRequest) -> HttpResponse:
    """Show owners how points flowed between pairs of members, the pairs least explained by chance first.

    Raises Refused("list.filter") for an invalid page or period.
    """
    owner_of(request)
    days = whole(request.GET.get("days", "90"), "list.filter")
    page = whole(request.GET.get("page", "1"), "list.filter")
    if days not in PERIODS or page < 1:
        raise Refused("list.filter")
    shown = flows_page(now=timezone.now(), days=days, page=page)
    return render(
        request, "games/flows.html", {"page": shown, "periods": PERIODS, "striking": STRIKING}
    )
