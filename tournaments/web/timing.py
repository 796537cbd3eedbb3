"""The time of a tournament as its director sets it: tea, one table's clock, and when the drawn round begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands as club
from games.errors import Refused
from games.models import Player
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.errors import refusal
from tournaments.models import Tournament
from tournaments.presenters.page.clock import TEA, time_lines
from tournaments.web.act_forms import BeginForm, LongerForm, OneTableForm, TeaForm
from tournaments.web.idempotent import IdempotentForm

_FORMS: dict[str, type[IdempotentForm]] = {
    "tea": TeaForm,
    "resume": IdempotentForm,
    "begin": BeginForm,
    "longer": LongerForm,
}
_AT_ONE_TABLE: Final = ("pause-table", "resume-table", "time-table")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def time(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """The page of a tournament's time; POST does what its `act` says. Only a director may."""
    director = player_of(request)
    require_director(director)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if request.method == "POST" and act not in (*_FORMS, *_AT_ONE_TABLE):
        raise refusal("tournament.act-unknown")
    row = queries.get_tournament(tournament_id)
    tables = queries.paused_tables(row.pk, row.rounds_drawn)
    status = 200
    refused_form: IdempotentForm | None = None
    if act:
        one = act in _AT_ONE_TABLE
        form = _form(act, tables, request.POST)
        try:
            if form.is_valid():
                if one:
                    _at_one_table(act, director, row, form)
                    return see_other("tournament-time", tournament_id)
                _carry_out(act, director, tournament_id, form)
                return see_other("tournament", tournament_id)
            status = 422
        except Refused as refused:
            form.add_refusal(refused)
            status = refused.status
        refused_form = form
    shown = {
        "row": row,
        "lines": time_lines(row, now=timezone.now()),
        "tea": refused_form if act in ("tea", "resume") else _form("tea", tables),
        "begin": refused_form if act == "begin" else _form("begin", tables),
        "longer": refused_form if act == "longer" else _form("longer", tables),
        "one": refused_form if act in _AT_ONE_TABLE else _form("time-table", tables),
        "tables": tables,
        "runs": row.clock_until is not None and not row.waits,
    }
    return render(request, "tournaments/time.html", shown, status=status)


def _form(act: str, tables: Mapping[int, bool], data: QueryDict | None = None) -> IdempotentForm:
    """The form of an act; forms that stand on one page have labels of their own, so ids of their own."""
    named = f"id_{act}_%s"
    if act in _AT_ONE_TABLE:
        return OneTableForm(data, tables=tables, auto_id=named)
    return _FORMS[act](data, auto_id=named)


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


def _at_one_table(act: str, director: Player, row: Tournament, form: IdempotentForm) -> None:
    """A duplicate's tables are looked at by nobody (0186), so their clocks are set from here."""
    given = form.cleaned_data
    deal = queries.running_deals(row.pk, row.rounds_drawn).get(given["table"])
    if deal is None:
        raise Refused("deal.over")
    if act == "time-table":
        club.give_time(
            by=director,
            deal_id=deal,
            seconds=60 * (given["minutes"] or 0),
            key=str(given["idempotency_key"]),
            now=timezone.now,
        )
    else:
        club.pause_deal(by=director, deal_id=deal, resume=act == "resume-table", now=timezone.now)
