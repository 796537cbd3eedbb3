"""Pages for the photographs of a result with real cards: showing, adding and removing them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from games.inputs import arguments
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands
from tournaments.engine.real_cards.photographs import KIND, LARGEST_FILE
from tournaments.errors import refusal
from tournaments.presenters.cardboard.photographs import (
    PhotographsPage,
    kept_bytes,
    photographs_page,
)
from tournaments.web.requests import key_in


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def photographs(
    request: HtmxHttpRequest, tournament_id: int, round_number: int, number: int, deal_id: int
) -> HttpResponse:
    """Show the photographs of a deal; POST adds the uploaded file, or removes one."""
    viewer, status = player_of(request), 200
    place = (tournament_id, round_number, number, deal_id)
    page = photographs_page(*place, viewer)
    key = key_in(request.POST)
    if request.method == "POST":
        try:
            said = _act(request, page, key)
        except Refused as refused:
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            messages.success(request, said)
            return see_other("deal-photographs", *place)
        page = photographs_page(*place, viewer)
    shown = {"page": page, "idempotency_key": key}
    return render(request, "tournaments/photographs.html", shown, status=status)


def _act(request: HtmxHttpRequest, page: PhotographsPage, key: str) -> str:
    by, asked, deal_id = player_of(request), request.POST, page.place[3]
    act = asked.get("act", "")
    if act == "remove":
        commands.remove_photograph(
            tournament_id=page.place[0],
            deal_id=deal_id,
            photograph=cursor(asked.get("photograph")) or 0,
            reason=asked.get("reason", ""),
            **arguments(by, "photograph-remove", key),
        )
        return _("The photo has been removed.")
    if act != "add":
        raise refusal("tournament.act-unknown")
    sent = request.FILES.get("photograph")
    # One byte more than is taken says that it is too large, and no more of it is read.
    file = b"" if sent is None else sent.read(LARGEST_FILE + 1)
    commands.add_photograph(
        tournament_id=page.place[0],
        deal_id=deal_id,
        file=file,
        **arguments(by, "photograph-add", key),
    )
    return _("The photo has been added.")


@login_required
@never_cache
@require_safe
def photograph(
    request: HtmxHttpRequest,
    tournament_id: int,
    round_number: int,
    number: int,
    deal_id: int,
    photograph_id: int,
) -> HttpResponse:
    """Return a photograph's bytes, if they match the log's digest."""
    page = photographs_page(tournament_id, round_number, number, deal_id, player_of(request))
    answer = HttpResponse(kept_bytes(page, photograph_id), content_type=KIND)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = f'inline; filename="deal-{deal_id}-{photograph_id}.jpg"'
    return answer
