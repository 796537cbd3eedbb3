"""Adds members from a list: first a preview of each line's outcome, then all accounts and cards with one press."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from games.commands.people.cards import evening_of, make_cards
from games.commands.people.newcomers import Newcomer, add_members
from games.common.name_lists import UnreadableList, decoded
from games.errors import Refused
from games.models import Player
from games.presenters.name_lists import unreadable_list_words
from games.presenters.people.newcomers import shown_lines
from games.queries.people.newcomers import (
    MOST_BYTES,
    MOST_LINES,
    LineOutcome,
    NewLine,
    read_newcomers,
)
from games.web.requests import player_of
from games.web.views.newcomers.cards import evening_field, print_sheet


class NewcomersForm(forms.Form):
    """A form for a list of names, pasted or as a file, and for answers about names that look alike."""

    names = forms.CharField(
        label=_("Names, one per line"),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "autocapitalize": "words", "spellcheck": "false"}),
        help_text=_(
            "You can paste them from a chat or a spreadsheet. Line numbers, bullets and notes in "
            "brackets are ignored. A second column can give each member's starting sum."
        ),
    )
    file = forms.FileField(
        label=_("Or a file (text, or CSV from Excel)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    evening = evening_field(required=False)

    lines: list[NewLine] = []
    """What becomes of each line of a valid form."""

    def clean(self) -> dict[str, Any]:
        """Read the list. Raises ValidationError if it cannot be read."""
        read = super().clean() or {}
        file, names = read.get("file"), read.get("names", "")
        try:
            if file is not None:
                if names.strip():
                    raise ValidationError(_("Choose a file or paste names, not both."))
                names = decoded(file.read(MOST_BYTES + 1), MOST_BYTES)
            self.lines = read_newcomers(names, strangers=self._strangers())
            self.data = {
                **dict(self.data.items()),
                "names": names,
            }  # a file's lines can be mended here
        except UnreadableList as wrong:
            said = unreadable_list_words(wrong, lines=MOST_LINES, kilobytes=MOST_BYTES // 1024)
            self.add_error("names" if file is None else "file", said)
        return {**read, "names": names}

    def _strangers(self) -> set[int]:
        """Return the numbers of the lines whose person the director has marked as new."""
        return {line for line in range(1, MOST_LINES + 1) if self.data.get(f"line-{line}") == "new"}

    @property
    def new(self) -> list[NewLine]:
        """Return the lines that create an account."""
        return [line for line in self.lines if line.answer is LineOutcome.NEW]


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Show the outcome of each line of a list; then add the new members and show their cards. For directors."""
    by = player_of(request)
    if not by.runs_the_club:
        raise Refused("member.director")
    if request.method == "GET":
        return _page(request, NewcomersForm())
    today = {"evening": evening_of(timezone.now()).isoformat()}
    form = NewcomersForm({**today, **request.POST.dict()}, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    if request.POST.get("step") != "add" or not form.new:
        return _page(request, form)
    try:
        return _added(request, by, form)
    except Refused as refused:
        again = NewcomersForm({**today, "names": form.cleaned_data["names"]})
        again.is_valid()
        again.add_error(None, refused.sentence)
        return _page(request, again, status=refused.status)


@sensitive_variables()
def _added(request: HttpRequest, by: Player, form: NewcomersForm) -> HttpResponse:
    now = timezone.now()
    evening = form.cleaned_data["evening"] or evening_of(now)
    newcomers = [Newcomer(line.name, line.login, line.chips) for line in form.new]
    with transaction.atomic():
        members = add_members(by=by, newcomers=newcomers, now=now)
        cards = make_cards(by=by, players=members, evening=evening, now=now)
    return print_sheet(request, cards, evening, added=len(members))


def _page(request: HttpRequest, form: NewcomersForm, *, status: int = 200) -> HttpResponse:
    shown = {
        "form": form,
        "lines": shown_lines(form.lines),
        "wrong": [one for one in form.lines if one.wrong],
        "asks": [one for one in form.lines if one.answer is LineOutcome.ASKS],
    }
    return render(request, "games/add_members.html", shown, status=status)
