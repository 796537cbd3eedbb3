"""The hall screen of a tournament, and its address as a picture."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.queries.finished.pagination import cursor
from games.web.answers import qr_picture
from games.web.requests import HtmxHttpRequest
from tournaments import queries
from tournaments.presenters.printouts.hall import MANY, SECONDS, Asked, shown

_PAGES: Final = 40
"""More pages than a tournament has: what is asked for beyond is the same page, and kept once."""


@require_safe
@never_cache
@vary_on_headers("HX-Request", "Cookie")
def hall(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """A page of the hall screen; for htmx its part alone, or 204 where the same page would show the same."""
    said = request.GET
    kind = said.get("show", "")
    page = shown(
        tournament_id,
        Asked(
            page=min(cursor(said.get("page")) or 1, _PAGES),
            show=kind if kind in MANY else "",
            stay=bool(said.get("stay")),
        ),
    )
    if not request.htmx:
        return render(
            request,
            "tournaments/hall.html",
            {"page": page, "id": tournament_id, "seconds": SECONDS},
        )
    if not page.turns and said.get("shown") == page.etag:
        return HttpResponse(status=204)
    return HttpResponse(page.html)


@require_safe
@cache_control(public=True, max_age=3600)
def qr_code(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The address of a tournament as a picture: anybody may look there, so it tells nobody anything."""
    row = queries.get_tournament(tournament_id)
    return qr_picture(reverse("tournament", args=[row.pk]))
