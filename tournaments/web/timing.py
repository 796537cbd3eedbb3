"""The director's page of a tournament's time: breaks, the clock of one table, and the start of a drawn round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands as club
from games.commands.deal.presence import MOST_GIVEN
from games.errors import Refused
from games.inputs import WholeField, form_field
from games.models import Player
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest
from tournaments import commands, queries
from tournaments.errors import refusal
from tournaments.inputs import BeginningSerializer, LongerSerializer
from tournaments.models import Tournament
from tournaments.presenters.page.clock import TEA, time_lines
from tournaments.web.requests import IdempotentForm, director_of, reason_field, say_done


class BreakForm(IdempotentForm):
    """The reason for pausing all tables."""

    reason = reason_field(
        _("Everybody can read your reason. If you leave it empty, the pause is called a break."),
        required=False,
    )

    @property
    def given(self) -> dict[str, Any]:
        """Return the reason; if none was given, that it is a break."""
        return {"reason": self.cleaned_data["reason"] or TEA}


class BeginForm(IdempotentForm):
    """The minutes until a drawn round begins."""

    minutes = form_field(
        BeginningSerializer,
        "minutes",
        label=_("Minutes from now"),
        initial=3,
        help_text=_("0 or empty: the round starts now."),
    )

    @property
    def given(self) -> dict[str, Any]:
        """Return the minutes; 0 if none were given."""
        return {"minutes": self.cleaned_data["minutes"] or 0}


class LongerForm(IdempotentForm):
    """The minutes by which the running round is extended, and why."""

    minutes = form_field(LongerSerializer, "minutes", label=_("Extra minutes"))
    reason = reason_field(_("Everybody can read it."))


class OneTableForm(IdempotentForm):
    """The table of the round whose clock is stopped, resumed or extended."""

    minutes = WholeField(
        label=_("Extra minutes"),
        required=False,
        min_value=1,
        max_value=MOST_GIVEN // 60,
        help_text=_("Only for “Give extra time”."),
    )

    def __init__(self, *args: Any, tables: Mapping[int, bool], **options: Any) -> None:
        """Offer `tables`: the numbers of those with a running deal, each with whether it is paused."""
        super().__init__(*args, **options)
        said = {False: gettext("Table %(number)s"), True: gettext("Table %(number)s, paused")}
        table = forms.TypedChoiceField(
            label=_("Table"),
            coerce=int,
            choices=[
                (number, said[paused] % {"number": number}) for number, paused in tables.items()
            ],
            error_messages={
                "invalid_choice": _("No deal is being played at this table right now.")
            },
        )
        self.fields = {"table": table, **self.fields}


_ACTS: Final[dict[str, tuple[type[IdempotentForm], Callable[..., int]]]] = {
    "tea": (BreakForm, commands.pause_all),
    "resume": (IdempotentForm, commands.resume_all),
    "begin": (BeginForm, commands.set_beginning),
    "longer": (LongerForm, commands.lengthen_round),
}
"""The form of each act on all tables, and what carries it out."""
_AT_ONE_TABLE: Final = ("pause-table", "resume-table", "time-table")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def time(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show directors the page of a tournament's time; POST carries out the action named in the form's `act`."""
    director = director_of(request)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if request.method == "POST" and act not in (*_ACTS, *_AT_ONE_TABLE):
        raise refusal("tournament.act-unknown")
    row = queries.get_tournament(tournament_id)
    tables = queries.paused_tables(row.pk, row.rounds_drawn)
    status = 200
    refused_form: IdempotentForm | None = None
    if act:
        form = refused_form = _form(act, tables, request.POST)
        if act in _AT_ONE_TABLE:
            done, page = partial(_at_one_table, act, row, form), "tournament-time"
        else:
            done, page = partial(_ACTS[act][1], tournament_id=row.pk), "tournament"
        if form.carry_out(done, director, act, refusals=Refused):
            say_done(request, row.pk, form.version)
            return see_other(page, tournament_id)
        status = form.status
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
    """Return the form of an act. Its fields have ids of their own, as one page shows several forms."""
    named = f"id_{act}_%s"
    if act in _AT_ONE_TABLE:
        return OneTableForm(data, tables=tables, auto_id=named)
    return _ACTS[act][0](data, auto_id=named)


def _at_one_table(
    act: str, row: Tournament, form: IdempotentForm, *, by: Player, table: int, **given: Any
) -> int:
    """Stop, resume or extend the clock of one table, without visiting the table.

    Nobody may watch the tables of a duplicate, so its directors need this (0186).
    """
    deal = queries.running_deals(row.pk, row.rounds_drawn).get(table)
    if deal is None:
        raise Refused("deal.over")
    if act == "time-table":
        club.give_time(
            by=by,
            deal_id=deal,
            seconds=60 * (given["minutes"] or 0),
            key=str(form.cleaned_data["idempotency_key"]),
            now=timezone.now,
        )
    else:
        club.pause_deal(by=by, deal_id=deal, resume=act == "resume-table", now=timezone.now)
    return 0
