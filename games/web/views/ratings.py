"""Ratings: the list by rule set, and not wanting to be in it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.commands.people.preferences import hide_rating
from games.engine.rules import PRESETS
from games.presenters.ratings import ratings_page
from games.queries.pagination import cursor
from games.queries.ratings import rated_rules
from games.web.requests import player_of


@login_required
@never_cache
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Who plays how well by a rule set, for members; an unknown one is the first."""
    known = rated_rules() or list(PRESETS)
    asked = request.GET.get("rules", "")
    page = ratings_page(
        player_of(request),
        asked if asked in known else known[0],
        before=cursor(request.GET.get("before")),
        provisional=request.GET.get("provisional") == "1",
    )
    return render(request, "games/ratings.html", {"page": page})


@login_required
@require_POST
def hide(request: HttpRequest) -> HttpResponse:
    """Hide the own ratings from all others, or show them again."""
    hide_rating(by=player_of(request), hidden=request.POST.get("hidden") == "1")
    return redirect("ratings")
