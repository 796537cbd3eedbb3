"""The tournament's log: every event in words, and the standings behind any of them. Anybody may read it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.finished.pagination import cursor
from games.throttling import count_stranger
from games.web.requests import viewer_of
from tournaments.presenters.log.event_log import LINES, log_page, moment
from tournaments.presenters.page.shared_lists import made_once


@require_safe
@never_cache
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The events, the newest first."""
    page = log_page(
        tournament_id, cursor(request.GET.get("before")), LINES, viewer=viewer_of(request)
    )
    return render(request, "tournaments/log.html", {"page": page, "row": page.row})


@require_safe
@never_cache
def moment_of(request: HttpRequest, tournament_id: int, version: int) -> HttpResponse:
    """The tournament right behind one event, to be stepped to the one before and the next."""
    count_stranger(request)
    page = moment(tournament_id, version, viewer=viewer_of(request))
    # They never change, and four hundred cost a quarter of a second.
    lines = made_once(
        f"moment:{tournament_id}:{version}:{get_language()}",
        lambda: render_to_string("tournaments/tournament.html#lines", {"page": page}),
    )
    shown = {"page": page, "row": page.row, "shared": {"lines": SafeString(lines)}}
    return render(request, "tournaments/moment.html", shown)
