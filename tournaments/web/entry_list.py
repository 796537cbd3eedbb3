"""Entering members from a list: a director reads what would become of each line, and then enters them."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.web.answers import see_other
from games.web.requests import player_of
from tournaments import commands, queries
from tournaments.errors import RefusedByTournament, refusal
from tournaments.models import Tournament
from tournaments.queries.entry_lists import (
    MOST_BYTES,
    MOST_LINES,
    Answer,
    Line,
    UnreadableList,
    decoded,
    read_list,
)
from tournaments.web.idempotent import IdempotentForm

WORDS: Final = {
    Answer.ENTERS: _("will be entered"),
    Answer.ENTERED: _("has entered already"),
    Answer.TWICE: _("stands in the list twice"),
    Answer.UNKNOWN: _("no member logs in by this name, or is shown by it"),
    Answer.SEVERAL: _("more than one member has this name: write the login name"),
    Answer.GUEST: _("is a guest, and only members can enter"),
    Answer.CLOSED: _("this account is closed"),
    Answer.COLUMNS: _("more than one column: write one name a line"),
}
_UNREADABLE: Final = {
    "too-large": _("This list is too large: at most %(kilobytes)s KB."),
    "too-long": _("This list is too long: at most %(lines)s lines."),
    "encoding": _(
        "Line %(line)s is not UTF-8. Save the file as “CSV UTF-8”, or paste the names instead."
    ),
    "quotes": _("The quotation marks of line %(line)s do not fit. Write one name a line."),
    "empty": _("Choose a file or paste names, one a line."),
}


class EntryListForm(IdempotentForm):
    """A file or pasted names, and what becomes of the rest where some cannot be entered."""

    file = forms.FileField(
        label=_("File (CSV)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_(
            "One column with login names or shown names; a line above them that says “username” is passed over."
        ),
    )
    names = forms.CharField(
        label=_("Or names, one a line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "none", "spellcheck": "false"}),
    )
    partly = forms.BooleanField(
        label=_("Leave wrong lines out"),
        required=False,
        help_text=_("Else nobody is entered as long as one line is wrong."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """`tournament` is what they are to be entered in."""
        super().__init__(*args, **kwargs)
        self._tournament = tournament
        self.lines: list[Line] = []
        """What becomes of each line of a valid form."""

    def clean(self) -> dict[str, Any] | None:
        """Read the list. Raises ValidationError where it cannot be read."""
        read = super().clean() or {}
        file, names = read.get("file"), read.get("names", "")
        field = "names" if file is None else "file"
        try:
            if file is not None:
                if names.strip():
                    raise ValidationError(_("Choose a file or paste names, not both."))
                names = decoded(file.read(MOST_BYTES + 1))
            self.lines = read_list(self._tournament.pk, names)
            self.data = {
                **dict(self.data.items()),
                "names": names,
            }  # a file's lines can be mended here
        except UnreadableList as wrong:
            facts = {"line": wrong.line, "lines": MOST_LINES, "kilobytes": MOST_BYTES // 1024}
            self.add_error(field, ValidationError(_UNREADABLE[wrong.code], params=facts))
        return {**read, "names": names}

    @property
    def new(self) -> list[int]:
        """The players that would be entered."""
        players = [line.player for line in self.lines if line.answer is Answer.ENTERS]
        return [player for player in players if player is not None]

    @property
    def wrong(self) -> list[Line]:
        """The lines that nobody can be entered by."""
        return [line for line in self.lines if line.wrong]

    @property
    def may_be_done(self) -> bool:
        """Whether there is somebody to enter, and no line stands against it."""
        return bool(self.new) and (self.cleaned_data["partly"] or not self.wrong)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Enter members from a list, after showing what becomes of each line; for directors, where there is no fee."""
    director = player_of(request)
    if not director.is_director:
        raise refusal("tournament.not-director")
    row = queries.get_tournament(tournament_id)
    if row.entry_fee and not row.club_pays:
        raise refusal("tournament.fee-of-member", fee=row.entry_fee)
    if row.status != Tournament.Status.OPEN:
        raise refusal("tournament.already-started")
    if request.method == "GET":
        return _page(request, row, EntryListForm(tournament=row))
    form = EntryListForm(request.POST, request.FILES, tournament=row)
    if not form.is_valid():
        return _page(request, row, form, status=422)
    if request.POST.get("step") != "enter":
        return _page(request, row, form)
    if form.wrong and not form.cleaned_data["partly"]:
        return _page(request, row, form, status=409)
    try:
        commands.enter_members(
            by=director,
            tournament_id=row.pk,
            players=form.new,
            now=timezone.now(),
            idempotency_key=f"enter-list:{director.pk}:{form.cleaned_data['idempotency_key']}",
        )
    except RefusedByTournament as refused:
        form.add_refusal(refused)
        return _page(request, row, form, status=refused.status)
    number = len(form.new)
    messages.success(
        request,
        ngettext("%(number)s member was entered.", "%(number)s members were entered.", number)
        % {"number": number}
        if number
        else _("All of them had entered already."),
    )
    return see_other("tournament", row.pk)


def _page(
    request: HttpRequest, row: Tournament, form: EntryListForm, *, status: int = 200
) -> HttpResponse:
    read = [(line, WORDS[line.answer]) for line in form.lines]
    # A list that was looked at anew is another wish.
    shown = {"row": row, "form": form, "lines": read, "idempotency_key": uuid4()}
    return render(request, "tournaments/entry_list.html", shown, status=status)
