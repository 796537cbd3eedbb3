"""The owner's page of flows of points between members."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import Refused
from games.presenters.club.flows import PERIODS, STRIKING, flows_page
from games.web.requests import player_of, whole


@login_required
@never_cache
@require_safe
def flows(request: HttpRequest) -> HttpResponse:
    """The pairs whom luck explains least, first; for owners alone. Raises Refused("list.filter") on a strange page."""
    if not player_of(request).is_superuser:
        raise Refused("club.owner")
    days = whole(request.GET.get("days", "90"), "list.filter")
    page = whole(request.GET.get("page", "1"), "list.filter")
    if days not in PERIODS or page < 1:
        raise Refused("list.filter")
    shown = flows_page(now=timezone.now(), days=days, page=page)
    return render(
        request, "games/flows.html", {"page": shown, "periods": PERIODS, "striking": STRIKING}
    )
