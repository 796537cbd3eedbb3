"""Calling the referee from a table, and the queue of those who come."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.club.calls import WORDS
from games.errors import Refused
from games.presenters.play.calls import queue
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of, whole
from games.web.views.table import action


def _call(request: HtmxHttpRequest, table_id: int) -> None:
    said = request.POST
    if "off" in said:
        call_id = whole(said.get("off"), "call.unknown")
        commands.call_off(by=player_of(request), call_id=call_id, now=timezone.now())
        return
    commands.call_referee(
        by=player_of(request),
        table_id=table_id,
        reason=said.get("reason", ""),
        words=said.get("words", ""),
        now=timezone.now(),
    )


call = action(_call)
"""Call the referee to a table, or call it off."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calls(request: HtmxHttpRequest) -> HttpResponse:
    """The queue of calls, for referees and directors: who comes says so, and answers here."""
    player, status = player_of(request), 200
    if not (player.is_referee or player.runs_the_club):
        raise Refused("call.duty")
    if request.method == "POST":
        try:
            _act(request)
        except Refused as error:
            messages.error(request, error.sentence)
            status = error.status
        else:
            return see_other("calls")
    part = "games/calls.html#queue" if request.htmx and status == 200 else "games/calls.html"
    return render(
        request,
        part,
        {
            "calls": queue(player, timezone.now()),
            "most": WORDS,
            "words": request.POST.get("words", ""),
            "about": request.POST.get("call", ""),
        },
        status=status,
    )


def _act(request: HttpRequest) -> None:
    said, player, now = request.POST, player_of(request), timezone.now()
    call_id = whole(said.get("call"), "call.unknown")
    act = said.get("act")
    if act == "take":
        commands.take_call(by=player, call_id=call_id, now=now)
    elif act == "off":
        commands.call_off(by=player, call_id=call_id, now=now)
    else:
        commands.answer_call(
            by=player,
            call_id=call_id,
            words=said.get("words", ""),
            section=said.get("section", ""),
            now=now,
        )
