"""Why somebody has a place. Anybody may read it; what a referee wrote is for members."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.finished.pagination import cursor
from games.throttling import count_stranger
from games.web.requests import HtmxHttpRequest, viewer_of
from tournaments.presenters.page.places import place_page


@require_safe
@never_cache
def place(request: HtmxHttpRequest, tournament_id: int, player_id: int) -> HttpResponse:
    """The arithmetic of a member's line of the standings, behind the event `at` if one is asked for."""
    count_stranger(request)
    at = cursor(request.GET.get("at"))
    page = place_page(tournament_id, player_id, viewer_of(request), at)
    return render(request, "tournaments/place.html", {"page": page, "row": page.row})
