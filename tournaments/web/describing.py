"""Forms that announce a tournament with the terms of an earlier one, and the page that changes day and
description.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from tournaments import commands, queries
from tournaments.models import Tournament
from tournaments.queries.templates import get_template, known_terms, terms_of
from tournaments.web.forms import FILLERS_OFFERED, CreateForm, DescriptionForm
from tournaments.web.requests import director_of


def form_like(like: str | None, template: str | None = None) -> CreateForm:
    """Return a form to announce a tournament, with the terms of this tournament or template if one is given.

    Without either, real cards are ticked if the club's last tournament had them. Raises Refused:
    "tournament.unknown", "tournament.no-such-template".
    """
    if template is not None:
        return CreateForm(initial=_initial(known_terms(get_template(cursor(template) or 0))))
    if like is None:
        last = Tournament.objects.order_by("-pk").first()
        return CreateForm(initial={"cardboard": last is not None and last.cardboard})
    return CreateForm(initial=_initial(terms_of(queries.get_tournament(cursor(like) or 0))))


def form_again(row: Tournament) -> CreateForm:
    """Return a form to announce the same tournament again, at the next date with the same weekday and time."""
    return CreateForm(initial={**_initial(terms_of(row)), "starts_at": _weeks_later(row)})


def _weeks_later(row: Tournament) -> datetime | None:
    """Return the next future time on the same weekday and at the same hour; None if the tournament has no day."""
    began = row.starts_at or row.started_at
    if began is None:
        return None
    then = timezone.localtime(began).replace(tzinfo=None, second=0, microsecond=0)
    then -= timedelta(minutes=then.minute % 5)  # it starts a little late on most evenings
    now = timezone.localtime().replace(tzinfo=None)
    weeks = max(1, -(-(now - then) // timedelta(weeks=1)))
    return timezone.make_aware(then + timedelta(weeks=weeks))


def _initial(terms: dict[str, Any]) -> dict[str, Any]:
    """Return terms as the form's initial values.

    A bot that is no longer offered is left out, and so is filling up tables of real cards with bots.
    """
    said = dict(terms)
    if said.get("cardboard") and said.get("odd") == Tournament.Odd.BOTS:
        said.pop("odd")  # older tournaments knew nothing else; the form proposes tables of three
    for name in {"prize_shares", "prize_sums", "series_points"} & said.keys():
        said[name] = ", ".join(map(str, said[name]))
    if said.get("filler") not in FILLERS_OFFERED:
        said.pop("filler", None)
    if (
        said.get("format") != Tournament.Format.GROUPS
    ):  # the form's own, should groups be chosen now
        said.pop("final_rounds", None), said.pop("finalists", None)
    return said


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def describe(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change the day or description before the start. Only a director may."""
    director = director_of(request)
    row = queries.get_tournament(tournament_id)
    if request.method == "GET":
        said = {"starts_at": row.starts_at, "description": row.description}
        return _page(request, row, DescriptionForm(initial=said))
    form = DescriptionForm(request.POST)
    if form.carry_out(commands.describe, director, "describe", tournament_id=row.pk):
        return see_other("tournament", row.pk)
    return _page(request, row, form)


def _page(request: HttpRequest, row: Tournament, form: DescriptionForm) -> HttpResponse:
    shown = {"row": row, "form": form}
    return render(request, "tournaments/describe.html", shown, status=form.status)
