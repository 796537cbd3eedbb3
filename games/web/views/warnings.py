"""Warning a member at a club table, and taking a warning back, for a referee or a director who does not play there."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.errors import Refused
from games.models import Player
from games.presenters.club.conduct import time_ahead, warning_page
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from games.web.warning_forms import WarningBackForm, WarningForm, WhomForm


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def warn(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """First whom and what, then which time it is this evening, and the words."""
    by = _judge(request)
    page = warning_page(table_id)
    asked = request.GET if "player" in request.GET or "kind" in request.GET else None
    whom = WhomForm(asked, page=page)
    call = request.GET.get("call", "")
    call = call if call.isascii() and call.isdecimal() and len(call) < 19 else ""  # it is hidden
    shown: dict[str, Any] = {"page": page, "form": whom, "call": call}
    if asked is None or not whom.is_valid():
        status = 200 if asked is None and request.method == "GET" else 422
        return render(request, "games/warn.html", shown, status=status)
    about, status = whom.cleaned_data, 200
    form = WarningForm(request.POST or None, initial={"call": call, "key": uuid4()})
    if request.method == "POST":
        status = 422
        if form.is_valid():
            read = form.cleaned_data
            try:
                commands.warn(
                    by=by,
                    table_id=table_id,
                    player_id=about["player"],
                    kind=about["kind"],
                    reason=read["reason"],
                    call_id=read["call"],
                    key=read["key"].hex,
                    now=timezone.now(),
                )
            except Refused as refused:
                form.add_error(None, refused.sentence)
                status = refused.status
            else:
                messages.success(request, _("The warning is written, and the member is told."))
                return see_other("warn", table_id)
    shown |= {
        "form": form,
        "name": dict(page.members)[about["player"]],
        "kind": dict(page.kinds)[about["kind"]],
        "time": time_ahead(about["player"], about["kind"], timezone.now()),
    }
    return render(request, "games/warn.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def take_back(request: HtmxHttpRequest, table_id: int, player_id: int, number: int) -> HttpResponse:
    """Take a warning back, with a reason."""
    by, page = _judge(request), warning_page(table_id)
    found = [one for one in page.warned if (one.player, one.number) == (player_id, number)]
    if not found:
        raise Refused("warning.unknown")
    form, status = WarningBackForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                commands.take_warning_back(
                    by=by, player_id=player_id, number=number, reason=reason, now=timezone.now()
                )
            except Refused as refused:
                form.add_error(None, refused.sentence)
                status = refused.status
            else:
                messages.success(request, _("The warning stands no more."))
                return see_other("warn", table_id)
    shown = {"page": page, "one": found[0], "form": form}
    return render(request, "games/warning_back.html", shown, status=status)


def _judge(request: HtmxHttpRequest) -> Player:
    by = player_of(request)
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    return by
