"""Pages of a tournament's draws: checking a draw, giving one by hand, comparing the tables of a duplicate."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.common.name_lists import UnreadableList, decoded
from games.infrastructure.throttling import count_stranger
from games.inputs import form_field
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import viewer_of
from tournaments import commands, queries
from tournaments.engine.draws.fixed import Placed
from tournaments.errors import refusal
from tournaments.inputs import GiveDrawSerializer
from tournaments.models import Tournament
from tournaments.presenters.page import draws, duplicate
from tournaments.presenters.page.given_draw import (
    MOST_FAULTS,
    GivenPage,
    Wrong,
    given_page,
    unreadable_words,
    wrong_lines,
)
from tournaments.queries.given_draws import MOST_BYTES, Unread, read_draw
from tournaments.web.requests import IdempotentForm, director_of


@require_safe
@never_cache
def draw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show what the draws are committed to, and the rounds drawn so far."""
    return render(request, "tournaments/draw.html", {"draw": draws.draw_page(tournament_id)})


@require_safe
@never_cache
def certificate(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Show how balanced the draw of a round is, and how anyone can check it."""
    count_stranger(request)
    page = draws.certificate_page(tournament_id, number)
    return render(request, "tournaments/certificate.html", {"page": page, "draw": page.draw})


@require_safe
@never_cache
def certificate_file(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Return the certificate of a round as a file to keep, check and share."""
    count_stranger(request)
    answer = JsonResponse(
        draws.certificate_of(tournament_id, number), json_dumps_params={"indent": 1}
    )
    name = draws.file_name(tournament_id, number)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


class GiveDrawForm(IdempotentForm):
    """A draw given by hand: a file or pasted lines, one line for each seat of each round."""

    file = form_field(
        GiveDrawSerializer,
        "file",
        label=_("File (text, or CSV from Excel)"),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_("Columns: round, table, seat, member. Other columns are ignored."),
    )
    lines = form_field(
        GiveDrawSerializer,
        "lines",
        label=_("Or paste lines, one for each seat"),
        widget=forms.Textarea(attrs={"rows": 10, "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("For example: 1, 2, south, lan. Write “bot” for a bot."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """Take the `tournament` for which the draw is given."""
        super().__init__(*args, **kwargs)
        self._tournament = tournament
        self.places: list[Placed] = []
        self.unread: list[Unread] = []

    def clean(self) -> dict[str, Any]:
        """Read the lines. Raises ValidationError if they cannot be read at all."""
        read = super().clean() or {}
        file, lines = read.get("file"), read.get("lines", "")
        try:
            if file is not None:
                if lines.strip():
                    raise ValidationError(_("Choose a file or paste the lines, not both."))
                lines = decoded(file.read(MOST_BYTES + 1), MOST_BYTES)
            self.places, self.unread = read_draw(lines, filler=self._tournament.terms.filler)
            # A file's lines can be mended here.
            self.data = {**dict(self.data.items()), "lines": lines}
        except UnreadableList as wrong:
            self.add_error("lines" if file is None else "file", unreadable_words(wrong))
        return read

    @property
    def given(self) -> dict[str, Any]:
        """Return the input of a valid form, by the names of the command's parameters."""
        return {"places": self.places}


@require_safe
@never_cache
def given(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the tables of a round in the draw given by hand. Public."""
    asked = cursor(request.GET.get("round", "")) or 1
    page = given_page(tournament_id, round_number=asked)
    return render(request, "tournaments/given_draw.html", {"page": page})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def give(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Give the draw of all rounds before the start. Only directors who don't play may."""
    director = director_of(request)
    page = given_page(tournament_id)
    row = page.row
    if row.status != Tournament.Status.OPEN:
        raise refusal("tournament.already-started")
    if queries.entry_of(row.pk, director.pk) is not None:
        raise refusal("tournament.own-interest")
    if request.method == "GET":
        return _page(request, page, GiveDrawForm(tournament=row))
    form = GiveDrawForm(request.POST, request.FILES, tournament=row)
    if not form.is_valid():
        return _page(request, page, form, status=422)
    wrong = wrong_lines(row, form.places, form.unread)
    if wrong:
        return _page(request, page, form, wrong, status=422)
    if not form.carry_out(commands.give_draw, director, "give-draw", tournament_id=row.pk):
        return _page(request, page, form, status=form.status)
    return see_other("given-draw", row.pk)


def _page(
    request: HttpRequest,
    page: GivenPage,
    form: GiveDrawForm,
    wrong: list[Wrong] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    wrong = wrong or []
    return render(
        request,
        "tournaments/give_draw.html",
        {
            "page": page,
            "row": page.row,
            "form": form,
            "wrong": wrong[:MOST_FAULTS],
            "more": len(wrong) > MOST_FAULTS,
        },
        status=status,
    )


@require_safe
@never_cache
def compare(
    request: HttpRequest, tournament_id: int, round_number: int, number: int
) -> HttpResponse:
    """Show the tables' scores in one deal of a duplicate, each with its difference from the mean."""
    count_stranger(request)
    page = duplicate.compare_page(tournament_id, round_number, number, viewer=viewer_of(request))
    return render(request, "tournaments/duplicate.html", {"page": page, "row": page.row})


@require_safe
@never_cache
def compare_file(
    request: HttpRequest, tournament_id: int, round_number: int, number: int
) -> HttpResponse:
    """Return the comparison as a file to keep, check and share."""
    count_stranger(request)
    answer = JsonResponse(
        duplicate.comparison_of(tournament_id, round_number, number, viewer=viewer_of(request)),
        json_dumps_params={"indent": 1},
    )
    name = duplicate.file_name(tournament_id, round_number, number)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
