"""Pages of the analysis of one deal, and of the progress in analysing a whole tournament."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.infrastructure.throttling import count_stranger
from games.queries.play.deals import seat_of
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of, viewer_of
from replays import queries
from replays.commands.analysing import ask_for_analysis
from replays.commands.analysing_tournaments import analyse_tournament, stop_analysing
from replays.models.analyses import STILL
from replays.presenters.analysis import analysis_page
from replays.presenters.tournament_analysis import run_page
from replays.queries.analyses import ahead_of, analysis_of, progress_of
from replays.web.view_options import by_link, club_only


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie", "HX-Request")
def analysis(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Show what a deal's analysis has found so far; a POST requests the analysis."""
    answer = _ask if request.method == "POST" else _show
    return answer(request, deal_id=deal_id)


@by_link
def _show(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    deal, looked_back = queries.get_replay(deal_id)
    count_stranger(request)  # the course of the deal is computed for each view
    kept = analysis_of(deal_id)
    page = analysis_page(deal, looked_back, kept, mine=seat_of(deal_id, viewer_of(request)))
    context = {
        "page": page,
        "ahead": ahead_of(kept) if kept and page.is_running else 0,
        "may_ask": viewer_of(request) is not None
        and (kept is None or (page.is_running and kept.touched_at + STILL < timezone.now())),
    }
    part = "replays/analysis.html#found" if request.htmx else "replays/analysis.html"
    return render(request, part, context)


@club_only
def _ask(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    ask_for_analysis(deal_id=deal_id, now=timezone.now())
    return redirect("replay-analysis", deal_id)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie", "HX-Request")
@club_only
def progress(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show the progress of a tournament's analyses; a POST starts them, or with `act=stop` stops them.

    A page that polls sends the value of what it shows as `seen`. If that value is still current, the answer is 204,
    so that screen readers do not repeat the page.
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
