"""The page of a hypothetical line of play: another move at a decision of a finished deal."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from games.errors import Refused
from games.infrastructure.throttling import count, counted_as
from games.web.requests import HtmxHttpRequest
from replays import queries
from replays.presenters.what_if import WhatIfRequest, what_if_page
from replays.queries.replay import OPEN
from replays.queries.what_if import decision_at, line_of
from replays.web.steps_cache import board
from replays.web.view_options import by_link, version_of, view_options_of


@require_GET
@vary_on_headers("Cookie")
@by_link
def page(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Show the decision `?at=VERSION` with its moves, and the line of play after the moves chosen with `&move=`.

    With `&play=own` the viewer is asked for each further decision of that seat; otherwise bots play on after the
    first.
    """
    deal, whole = queries.get_replay(deal_id)
    view_options = view_options_of(request, len(whole.players))
    seen = view_options.seen(whole)
    at = version_of(request.GET.get("at"))
    if at is None:
        raise Refused("replay.step")
    decision = decision_at(seen, at)
    if view_options.eyes not in (OPEN, str(decision.seat)):
        raise Refused("replay.eyes-of-decision")
    asked = WhatIfRequest(
        at=at,
        wishes=tuple(request.GET.getlist("move")),
        alone=request.GET.get("play") == "own",
        view_options=view_options,
        step=version_of(request.GET.get("step")),
    )
    count("lines", counted_as(request))
    line = line_of(whole, decision, asked.wishes, alone=asked.alone)
    drawn = what_if_page(deal, whole, line, asked)
    context = {
        "page": drawn,
        "board": board(drawn.shown),
        "back": reverse("replay", args=[deal_id]) + drawn.back,
    }
    return render(request, "replays/what_if.html", context)
