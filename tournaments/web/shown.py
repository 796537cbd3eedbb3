"""Pages that change nothing: the log, how a place came about, the hall screen, printouts, standings for other sites."""

from __future__ import annotations

from typing import Final, cast

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.infrastructure.open_reading import open_to_sites
from games.infrastructure.throttling import count_stranger
from games.queries.finished.pagination import cursor
from games.web.answers import qr_picture
from games.web.dialect import speak
from games.web.requests import HtmxHttpRequest, viewer_of
from tournaments import queries
from tournaments.presenters.log.event_log import LINES, log_page, moment
from tournaments.presenters.page.places import place_page
from tournaments.presenters.page.shared_lists import made_once
from tournaments.presenters.printouts.hall import MANY, SECONDS, HallRequest, shown
from tournaments.presenters.printouts.result import result_page
from tournaments.presenters.printouts.slips import paper


@require_safe
@never_cache
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the events of a tournament, the newest first."""
    page = log_page(
        tournament_id, cursor(request.GET.get("before")), LINES, viewer=viewer_of(request)
    )
    return render(request, "tournaments/log.html", {"page": page, "row": page.row})


@require_safe
@never_cache
def moment_of(request: HttpRequest, tournament_id: int, version: int) -> HttpResponse:
    """Show the tournament as it was right after an event, with links to the events before and after."""
    count_stranger(request)
    page = moment(tournament_id, version, viewer=viewer_of(request))
    # They never change, and four hundred cost a quarter of a second.
    lines = made_once(
        f"moment:{tournament_id}:{version}:{get_language()}",
        lambda: render_to_string("tournaments/tournament.html#lines", {"page": page}),
    )
    shown = {"page": page, "row": page.row, "shared": {"lines": SafeString(lines)}}
    return render(request, "tournaments/moment.html", shown)


@require_safe
@never_cache
def place(request: HtmxHttpRequest, tournament_id: int, player_id: int) -> HttpResponse:
    """Show how a member's line in the standings is computed, as of the event `at` if given."""
    count_stranger(request)
    at = cursor(request.GET.get("at"))
    page = place_page(tournament_id, player_id, viewer_of(request), at)
    return render(request, "tournaments/place.html", {"page": page, "row": page.row})


_PAGES: Final = 40
"""More pages than a tournament has: what is asked for beyond is the same page, and kept once."""


@require_safe
@never_cache
@vary_on_headers("HX-Request", "Cookie")
def hall(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show one page of the hall screen. Requests by htmx get only the part that changes, or 204 if nothing would."""
    said = request.GET
    kind = said.get("show", "")
    page = shown(
        tournament_id,
        HallRequest(
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
    """Return the address of a tournament's public page as a QR code."""
    row = queries.get_tournament(tournament_id)
    return qr_picture(reverse("tournament", args=[row.pk]))


@require_safe
@never_cache
def result(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the standings on one page for the notice board, and as a message to copy."""
    page, viewer = result_page(tournament_id), viewer_of(request)
    directs = viewer is not None and viewer.is_director
    shown = {"page": page, "row": page.row, "directs": directs}
    return render(request, "tournaments/result_page.html", shown)


# Outside, so that they mark the 304 too, by which a browser renews the headers of what it holds.
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@open_to_sites
@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the standings for embedding elsewhere, in the language `lang` if the club has it.

    Who is logged in makes no difference.
    """
    language = request.GET.get("lang", "")
    if language in dict(settings.LANGUAGES):
        speak(cast(HtmxHttpRequest, request), language)
    page = result_page(tournament_id)
    return render(request, "tournaments/embedded.html", {"page": page, "row": page.row})


@require_safe
@never_cache
def slips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show a slip for each member with their seat."""
    return _printed(request, tournament_id, "slips")


@require_safe
@never_cache
def sheets(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show a score sheet for each table."""
    return _printed(request, tournament_id, "sheets")


def _printed(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    page = paper(tournament_id, cursor(request.GET.get("round")) or 0)
    return render(request, "tournaments/paper.html", {"page": page, "row": page.row, "what": what})
