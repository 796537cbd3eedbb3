"""A draw that is given by hand: a page on which everybody reads it, and one on which a director gives it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import player_of
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.engine.draws.fixed import Placed
from tournaments.errors import RefusedByTournament, refusal
from tournaments.models import Tournament
from tournaments.presenters.page.given_draw import (
    MOST_FAULTS,
    GivenPage,
    Wrong,
    given_page,
    unreadable_words,
    wrong_lines,
)
from tournaments.queries.entry_lists import UnreadableList, decoded
from tournaments.queries.given_draws import MOST_BYTES, Unread, read_draw
from tournaments.web.idempotent import IdempotentForm


class GiveDrawForm(IdempotentForm):
    """A file or pasted lines, one for each seat of each round."""

    file = forms.FileField(
        label=_("File (CSV)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_("Columns: round, table, seat, member. More columns are passed over."),
    )
    lines = forms.CharField(
        label=_("Or the lines, one for each seat"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Such as: 1, 2, south, lan. Write “bot” where a bot sits."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """`tournament` is whose draw it is to be."""
        super().__init__(*args, **kwargs)
        self._tournament = tournament
        self.places: list[Placed] = []
        self.unread: list[Unread] = []

    def clean(self) -> dict[str, Any]:
        """Read the lines. Raises ValidationError where they cannot be read at all."""
        read = super().clean() or {}
        file, lines = read.get("file"), read.get("lines", "")
        try:
            if file is not None:
                if lines.strip():
                    raise ValidationError(_("Choose a file or paste the lines, not both."))
                lines = decoded(file.read(MOST_BYTES + 1), MOST_BYTES)
            self.places, self.unread = read_draw(lines, filler=self._tournament.filler)
            # A file's lines can be mended here.
            self.data = {**dict(self.data.items()), "lines": lines}
        except UnreadableList as wrong:
            self.add_error("lines" if file is None else "file", unreadable_words(wrong))
        return read


@require_safe
@never_cache
def given(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tables of a round as they were given. Anybody may look."""
    asked = cursor(request.GET.get("round", "")) or 1
    page = given_page(tournament_id, round_number=asked)
    return render(request, "tournaments/given_draw.html", {"page": page})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def give(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Give the draw of every round before the start. Only a director may who does not play."""
    director = player_of(request)
    require_director(director)
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
    try:
        commands.give_draw(
            by=director,
            tournament_id=row.pk,
            places=form.places,
            now=timezone.now(),
            idempotency_key=f"give-draw:{director.pk}:{form.cleaned_data['idempotency_key']}",
        )
    except RefusedByTournament as refused:
        form.add_refusal(refused)
        return _page(request, page, form, status=refused.status)
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
