"""What a director says about a tournament: its day and description, and the terms of one like it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.queries.pagination import cursor
from games.web.answers import see_other
from games.web.requests import player_of
from tournaments import commands, queries
from tournaments.errors import RefusedByTournament, refusal
from tournaments.models import Tournament
from tournaments.web.forms import FILLERS_OFFERED, CreateForm, DescriptionForm

_OF_ITS_OWN = frozenset({"starts_at", "idempotency_key"})
"""What no tournament takes over from another."""


def form_like(asked: str | None) -> CreateForm:
    """The form of an announcement; with the terms of the tournament of this id, if one is asked for.

    Raises Refused("tournament.unknown").
    """
    if asked is None:
        return CreateForm()
    row = queries.get_tournament(cursor(asked) or 0)
    return CreateForm(initial=_terms(row))


def _terms(row: Tournament) -> dict[str, Any]:
    """Every field of the form that the row knows; a bot that is offered no more is left out."""
    names = CreateForm.base_fields.keys() - _OF_ITS_OWN
    terms = {name: getattr(row, name) for name in names if hasattr(row, name)}
    for amounts in ("prize_shares", "prize_sums"):
        terms[amounts] = ", ".join(map(str, getattr(row, amounts)))
    if row.filler not in FILLERS_OFFERED:
        del terms["filler"]
    if row.format != Tournament.Format.GROUPS:  # the form's own, should groups be chosen now
        del terms["final_rounds"], terms["finalists"]
    return terms


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def describe(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Set another day or description before the start. Only a director may."""
    director = player_of(request)
    if not director.is_director:
        raise refusal("tournament.not-director")
    row = queries.get_tournament(tournament_id)
    if request.method == "GET":
        said = {"starts_at": row.starts_at, "description": row.description}
        return _page(request, row, DescriptionForm(initial=said))
    form = DescriptionForm(request.POST)
    if not form.is_valid():
        return _page(request, row, form, 422)
    given = dict(form.cleaned_data)
    key = given.pop("idempotency_key")
    try:
        commands.describe(
            by=director,
            tournament_id=row.pk,
            now=timezone.now(),
            idempotency_key=f"describe:{director.pk}:{key}",
            **given,
        )
    except RefusedByTournament as refused:
        form.add_refusal(refused)
        return _page(request, row, form, refused.status)
    return see_other("tournament", row.pk)


def _page(
    request: HttpRequest, row: Tournament, form: DescriptionForm, status: int = 200
) -> HttpResponse:
    return render(request, "tournaments/describe.html", {"row": row, "form": form}, status=status)
