"""The public page of a series or league, and the page on which directors change its scoring and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.common.joints import listed, with_brackets
from games.errors import Refused
from games.inputs import form_field
from games.web.requests import HtmxHttpRequest, viewer_of
from tournaments import commands, queries
from tournaments.engine.correcting.correction_events import Setting
from tournaments.engine.terms import DEFAULTS
from tournaments.errors import refusal
from tournaments.inputs import LeagueSerializer
from tournaments.models import Tournament
from tournaments.presenters.leagues.series import SeriesPage, series_page
from tournaments.web.forms import term_field
from tournaments.web.requests import ReasonForm, director_of


class TableForm(ReasonForm):
    """A form for how a league scores: points by place and for taking part, and how many evenings count."""

    series_points = term_field("series_points")
    series_present = form_field(
        LeagueSerializer,
        "present",
        label=_("Points for taking part"),
        help_text=_("For every member who plays at least one deal."),
    )
    series_best = form_field(LeagueSerializer, "best", label=_("Best evenings counted per member"))
    field_order = ("series_points", "series_present", "series_best", "reason")

    @property
    def given(self) -> dict[str, Any]:
        """Return the input of a valid form, by the names of the command's parameters."""
        read = self.cleaned_data
        return {
            "points": read["series_points"],
            "present": read["series_present"],
            "best": read["series_best"],
            "reason": read["reason"],
        }


class EveningForm(ReasonForm):
    """The tournament to add to a league, or to take out."""

    evening = forms.TypedChoiceField(label=_("Evening"), coerce=int)
    field_order = ("evening", "reason")

    def __init__(self, *args: Any, rows: Sequence[Tournament], **kwargs: Any) -> None:
        """Offer these tournaments."""
        super().__init__(*args, **kwargs)
        self.fields["evening"].choices = [  # type: ignore[attr-defined]
            (row.pk, _evening_words(row)) for row in rows
        ]


def _evening_words(row: Tournament) -> str:
    """Return the name of a tournament with its day: the evenings of a series often share a name."""
    day = row.ended_at or row.starts_at or row.created_at
    return with_brackets(
        listed((row.name, date_format(timezone.localtime(day), "SHORT_DATE_FORMAT"))),
        row.get_status_display(),
    )


@require_safe
@never_cache
def series(request: HttpRequest) -> HttpResponse:
    """Show the standings of the series named in the address. Public."""
    page = series_page(request.GET.get("name", ""))
    viewer = viewer_of(request)
    directs = viewer is not None and viewer.is_director
    return render(request, "tournaments/series.html", {"page": page, "directs": directs})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def edit(request: HtmxHttpRequest) -> HttpResponse:
    """Show directors a league's scoring and tournaments; POST carries out the action named in the form's `act`."""
    director, status = director_of(request), 200
    page = series_page(request.GET.get("name", ""))
    act = request.POST.get("act", "")
    filled = _forms(page, act, request)
    if request.method == "POST":
        if act not in filled:
            raise refusal("tournament.act-unknown")
        sent = filled[act]
        if act == "table":
            done = sent.carry_out(commands.set_league, director, "league", series=page.name)
        else:
            done = _moved(sent, director, page.name if act == "add" else "")
        if done:
            messages.success(request, gettext("The league has been changed."))
            last = act == "out" and len(page.evenings) == 1
            address = reverse("tournaments" if last else "series")
            query = "" if last else "?" + urlencode({"name": page.name})
            return HttpResponseRedirect(address + query, status=303)
        status = sent.status
    shown = {"page": page, "forms": filled}
    return render(request, "tournaments/edit_series.html", shown, status=status)


def _forms(page: SeriesPage, act: str, request: HtmxHttpRequest) -> dict[str, ReasonForm]:
    def data(name: str) -> Any:
        return request.POST if act == name else None

    inside = [one.row for one in page.evenings]
    return {
        "add": EveningForm(
            data("add"),
            rows=queries.without_series(),
            auto_id="add_%s",
            initial={"reason": gettext("Added to the league.")},
        ),
        "table": TableForm(
            data("table"),
            auto_id="table_%s",
            initial={
                "series_points": page.table,
                "series_present": page.present,
                "series_best": page.best,
                "reason": gettext("The league's points."),
            },
        ),
        "out": EveningForm(
            data("out"),
            rows=inside,
            auto_id="out_%s",
            initial={"reason": gettext("Not part of the league.")},
        ),
    }


def _moved(sent: ReasonForm, director: Any, series: str) -> bool:
    """Move the chosen tournament to this series, or out of any if `series` is empty; return whether that was done."""
    settings: dict[str, Setting] = {"series": series}
    if not series:
        settings |= {
            name: DEFAULTS[name] for name in ("series_best", "series_points", "series_present")
        }

    def move(*, evening: int, **told: Any) -> int:
        return commands.correct_settings(tournament_id=evening, settings=settings, **told)

    return sent.carry_out(move, director, "series", refusals=Refused)
