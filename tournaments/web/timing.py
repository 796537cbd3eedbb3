"""The time of a tournament as its director sets it: tea, and when the drawn round begins."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Player
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.errors import RefusedByTournament, refusal
from tournaments.presenters.clock import TEA, time_lines
from tournaments.web.act_forms import BeginForm, LongerForm, TeaForm
from tournaments.web.idempotent import IdempotentForm

_FORMS: dict[str, type[IdempotentForm]] = {
    "tea": TeaForm,
    "resume": IdempotentForm,
    "begin": BeginForm,
    "longer": LongerForm,
}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def time(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """The page of a tournament's time; POST does what its `act` says. Only a director may."""
    director = player_of(request)
    require_director(director)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if request.method == "POST" and act not in _FORMS:
        raise refusal("tournament.act-unknown")
    status = 200
    refused_form: IdempotentForm | None = None
    if act:
        form = _FORMS[act](request.POST)
        try:
            if form.is_valid():
                _carry_out(act, director, tournament_id, form)
                return see_other("tournament", tournament_id)
            status = 422
        except RefusedByTournament as refused:
            if refused.code == "tournament.unknown":
                raise
            form.add_refusal(refused)
            status = refused.status
        refused_form = form
    row = queries.get_tournament(tournament_id)
    shown = {
        "row": row,
        "lines": time_lines(row, now=timezone.now()),
        "tea": refused_form if act in ("tea", "resume") else TeaForm(),
        "begin": refused_form if act == "begin" else BeginForm(),
        "longer": refused_form if act == "longer" else LongerForm(),
        "runs": row.clock_until is not None and not row.waits,
    }
    return render(request, "tournaments/time.html", shown, status=status)


def _carry_out(act: str, director: Player, tournament_id: int, form: IdempotentForm) -> None:
    given = form.cleaned_data
    said: dict[str, Any] = {
        "by": director,
        "tournament_id": tournament_id,
        "now": timezone.now(),
        "idempotency_key": f"{act}:{director.pk}:{given['idempotency_key']}",
    }
    if act == "tea":
        commands.pause_all(reason=given["reason"] or TEA, **said)
    elif act == "resume":
        commands.resume_all(**said)
    elif act == "longer":
        commands.lengthen_round(minutes=given["minutes"], reason=given["reason"], **said)
    else:
        commands.set_beginning(minutes=given["minutes"] or 0, **said)
