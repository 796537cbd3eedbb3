"""The page that says how far the analyses of a tournament's deals are; a director starts and stops them there."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from replays.commands.analysing_tournaments import analyse_tournament, stop_analysing
from replays.presenters.tournament_analysis import run_page
from replays.queries.analyses import progress_of
from replays.web.access import club_only


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie", "HX-Request")
@club_only
def progress(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """How far it is; to post is to start it, or with `act=stop` to stop it.

    A look of a page that shows the same already (`seen`) is answered by 204, so that nothing is read out again.
    """
    player = player_of(request)
    if request.method == "POST":
        change = stop_analysing if request.POST.get("act") == "stop" else analyse_tournament
        change(by=player, tournament_id=tournament_id, now=timezone.now())
        return see_other("tournament-analysis", tournament_id)
    page = run_page(progress_of(tournament_id), tournament_id, player, now=timezone.now())
    if request.htmx and request.GET.get("seen") == page.seen:
        return HttpResponse(status=204)
    part = (
        "replays/tournament_analysis.html#news"
        if request.htmx
        else "replays/tournament_analysis.html"
    )
    return render(request, part, {"page": page})
