"""The page of what the staff does: who did what, when and why; and what waits for a second person."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.commands.club.chips import confirm_grant, decline_grant
from games.errors import Refused
from games.presenters.staff import staff_page
from games.queries.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of, viewer_of


@never_cache
@require_http_methods(["GET", "POST"])
def staff(request: HtmxHttpRequest) -> HttpResponse:
    """All acts of the staff, for everybody to read; a director confirms here, or declines, what another asked for."""
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
        return _("The chips are granted.")
    decline_grant(by=by, wish=wish, now=now)
    return _("Nothing is granted.")
