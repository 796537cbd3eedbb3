"""Pages that are made to be printed: seat slips and score sheets of a round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.finished.pagination import cursor
from tournaments.presenters.printouts.slips import paper


@require_safe
@never_cache
def slips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A slip for each member: where they sit."""
    return _printed(request, tournament_id, "slips")


@require_safe
@never_cache
def sheets(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A score sheet for each table."""
    return _printed(request, tournament_id, "sheets")


def _printed(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    page = paper(tournament_id, cursor(request.GET.get("round")) or 0)
    return render(request, "tournaments/paper.html", {"page": page, "row": page.row, "what": what})
