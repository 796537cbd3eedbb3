"""Pages on which a director uploads or pastes a list of members to enter or invite."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.commands.people.newcomers import Newcomer, add_members
from games.common.joints import said_of
from games.common.name_lists import UnreadableList, decoded
from games.errors import Refused
from games.inputs import form_field
from games.models import Player
from games.presenters.people.newcomers import line_words
from games.queries.finished.pagination import cursor
from games.queries.people.newcomers import MOST_LINES as MOST_NEW
from games.queries.people.newcomers import LineOutcome as Joins
from games.queries.people.newcomers import read_newcomers
from games.web.answers import see_other
from tournaments import commands, queries
from tournaments.inputs import EnterListSerializer
from tournaments.models import Tournament
from tournaments.presenters.page.name_list import lines_in_words, unreadable_words
from tournaments.queries.entry_lists import (
    DONE,
    HARMLESS,
    MOST_BYTES,
    EntryLineOutcome,
    ListLine,
    answered,
    played_in,
    read_invitations,
    read_list,
    takes_guests,
    taking_entries,
)
from tournaments.web.requests import IdempotentForm, director_of, say_done, say_refusals


class NameListForm(IdempotentForm):
    """A list of names, one a line, as a file or pasted."""

    file = forms.FileField(
        label=_("File (text, or CSV from Excel)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
        help_text=_("One name per line. Headings, line numbers, bullets and remarks are ignored."),
    )
    names = form_field(
        EnterListSerializer,
        "names",
        label=_("Or paste names, one per line"),
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(
        self, *args: Any, read: Callable[[str], list[ListLine]] = lambda _text: [], **kwargs: Any
    ) -> None:
        """Take the function `read`, which returns each line with its outcome or raises UnreadableList."""
        super().__init__(*args, **kwargs)
        self._read = read
        self.lines: list[ListLine] = []
        """What becomes of each line of a valid form."""
        sent = self.data if isinstance(self.data, QueryDict) else QueryDict()
        self.ticked = {cursor(one) for one in sent.getlist("player")}
        """The players whom the director ticked."""
        self.strangers = {cursor(one) for one in sent.getlist("new")}
        """The numbers of the lines whose person is ticked as new."""

    def clean(self) -> dict[str, Any] | None:
        """Read the list. Raises ValidationError if it cannot be read."""
        read = super().clean() or {}
        file, names = read.get("file"), read.get("names", "")
        field = "names" if file is None else "file"
        try:
            if file is not None:
                if names.strip():
                    raise ValidationError(_("Choose a file or paste names, not both."))
                names = decoded(file.read(MOST_BYTES + 1), MOST_BYTES)
            self.lines = self._read(names)
            self.data = {
                **dict(self.data.items()),
                "names": names,
            }  # a file's lines can be mended here
        except UnreadableList as wrong:
            self.add_error(field, unreadable_words(wrong))
        return {**read, "names": names}

    @property
    def new(self) -> list[int]:
        """Return the player ids of the members on the list's lines who can be entered or invited."""
        return answered(self.lines, *DONE)

    @property
    def given(self) -> dict[str, Any]:
        """Return the ids of the ticked players among those whom the lines name or may mean.

        Players already entered stay included, so that pressing twice sends the same.
        """
        named = answered(self.lines, *HARMLESS)
        may = [*named, *(one.pk for line in self.lines for one in line.near)]
        return {"players": [one for one in dict.fromkeys(may) if one in self.ticked]}

    @property
    def may_be_done(self) -> bool:
        """Return whether there is anybody to tick."""
        return any(line.able or line.can_be_done or line.returns for line in self.lines)

    @property
    def open_names(self) -> list[str]:
        """Return the names on unusable lines for which nobody is ticked, to show them again."""
        return [
            line.name
            for line in self.wrong
            if line.answer is not EntryLineOutcome.TWICE
            and not self.ticked & {one.pk for one in line.near}
        ]

    @property
    def new_names(self) -> list[str]:
        """Return the unknown names that the director ticked as new guests."""
        return [line.name for line in self.lines if line.unknown and line.number in self.strangers]

    @property
    def guest_names(self) -> list[str]:
        """Return the names of the ticked guests of earlier evenings."""
        return [line.name for line in self.lines if line.returns and line.number in self.strangers]

    @property
    def returning(self) -> list[ListLine]:
        """Return the lines with guests of earlier evenings."""
        return [line for line in self.lines if line.returns]

    @property
    def any_unknown(self) -> bool:
        """Return whether any line has a name that no member has."""
        return any(line.unknown for line in self.lines)

    @property
    def wrong(self) -> list[ListLine]:
        """Return the lines that cannot be used."""
        return [line for line in self.lines if line.wrong]

    @property
    def in_words(self) -> list[tuple[ListLine, str]]:
        """Return pairs of a line and its outcome in words, without the lines of returning guests."""
        return lines_in_words(line for line in self.lines if not line.returns)


class EntryListForm(NameListForm):
    """The form with a list of members to enter; only members whose names or suggestions are ticked are entered."""

    agreed = forms.BooleanField(label=_("All wanted to enter and know the fee"), required=False)

    def __init__(self, *args: Any, pays: bool, enters: bool = False, **kwargs: Any) -> None:
        """Ask whether members agreed to the fee only if each member `pays` it.

        With `enters`, a tick is required, and this consent if asked for.
        """
        super().__init__(*args, **kwargs)
        self._enters = enters
        if not pays:
            del self.fields["agreed"]

    def clean(self) -> dict[str, Any] | None:
        """If members are to be entered now, require a tick, and that they agreed to the fee."""
        read = super().clean() or {}
        if self._enters and not self.errors and not (self.given["players"] or self.guest_names):
            self.add_error(None, _("Tick the members who will play."))
        elif self._enters and not read.get("agreed", True):
            self.add_error("agreed", _FEE_UNASKED)
        return read


_FEE_UNASKED: Final = _(
    "Enter only members who have asked to enter: each pays the fee from their own balance."
)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Enter members from a list, after showing each line's outcome. For directors, also after the start."""
    director = director_of(request)
    row = taking_entries(tournament_id)
    made = partial(EntryListForm, pays=row.own_fee > 0, read=partial(read_list, row.pk))
    if request.method == "GET":
        before = cursor(request.GET.get("again"))
        return _looked_at(
            request, row, made, "" if before is None else "\n".join(played_in(before))
        )
    enters = request.POST.get("step") == "enter"
    form = made(request.POST, request.FILES, enters=enters)
    if not form.is_valid():
        return _page(request, row, form, status=422)
    if request.POST.get("step") == "join":
        if form.new_names or not form.strangers:  # else a second press
            _join(request, director, form.new_names)
        return _looked_at(request, row, made, form.cleaned_data["names"], form.ticked)
    if request.POST.get("step") == "guests":
        names = [*form.new_names, *form.guest_names]
        others = form.cleaned_data["names"]
        if _enter_guests(request, director, row, form, names):
            others = "\n".join(line.name for line in form.lines if line.name not in names)
        if not others:
            return see_other("tournament", row.pk)
        return _looked_at(request, row, made, others, form.ticked)
    if not enters:
        return _page(request, row, form)
    guests = form.guest_names
    if guests and not _enter_guests(request, director, row, form, guests):
        return _page(request, row, form, status=409)
    if not form.given["players"]:
        left = form.open_names
        return (
            _looked_at(request, row, made, "\n".join(left))
            if left
            else see_other("tournament", row.pk)
        )
    number, left = len(form.given["players"]), form.open_names
    if not form.carry_out(
        commands.enter_members, director, "enter-list", refusals=Refused, tournament_id=row.pk
    ):
        return _page(request, row, form, status=form.status)
    said = ngettext("%(number)s member was entered.", "%(number)s members were entered.", number)
    say_done(request, row.pk, form.version, said % {"number": number})
    if not left:
        return see_other("tournament", row.pk)
    return _looked_at(request, row, made, "\n".join(left))


def _join(request: HttpRequest, by: Player, names: list[str]) -> None:
    """Add new members with these names to the club.

    Messages say how many were added, and why others were not.
    """
    try:
        read = read_newcomers("\n".join(names), strangers=range(1, len(names) + 1))
        people = [Newcomer(one.name, one.login) for one in read if one.answer is Joins.NEW]
        add_members(by=by, newcomers=people, now=timezone.now())
    except UnreadableList:
        few = gettext("Tick the names that are new, at most %(lines)s.") % {"lines": MOST_NEW}
        messages.error(request, few)
        return
    except Refused as refused:
        messages.error(request, refused.sentence)
        return
    for one in read:
        if one.wrong:
            messages.error(request, said_of(one.name, line_words(one)))
    said = ngettext("%(number)s member was added.", "%(number)s members were added.", len(people))
    messages.success(request, said % {"number": len(people)})


def _enter_guests(
    request: HttpRequest, by: Player, row: Tournament, form: EntryListForm, names: list[str]
) -> bool:
    """Enter these names as guests. Return False, with a message, if that is refused."""
    try:
        commands.enter_guests(
            tournament_id=row.pk, names=names, **form.arguments(by, "enter-guests")
        )
    except Refused as refused:
        messages.error(request, refused.sentence)
        return False
    number = len(names)
    said = ngettext("%(number)s guest was entered.", "%(number)s guests were entered.", number)
    messages.success(request, said % {"number": number})
    return True


def _looked_at(
    request: HttpRequest,
    row: Tournament,
    made: Callable[..., EntryListForm],
    names: str,
    ticked: Collection[int | None] = (),
) -> HttpResponse:
    """Show what would become of each of these names; if there are none, show an empty form."""
    if not names:
        return _page(request, row, made())
    form = made(_names_alone(names))
    status = 200 if form.is_valid() else 422
    form.ticked = {*ticked, *form.new} if ticked else set()
    return _page(request, row, form, status=status)


def _names_alone(names: str) -> dict[str, str]:
    """Return the data of a form in which only these names are filled in."""
    return {"names": names, "idempotency_key": str(uuid4())}


def _page(
    request: HttpRequest, row: Tournament, form: EntryListForm, *, status: int = 200
) -> HttpResponse:
    # A list reviewed again is a new request.
    shown = {
        "row": row,
        "form": form,
        "lines": form.lines,
        "fee": row.own_fee,
        "guests": takes_guests(row),
        "late": row.status == Tournament.Status.RUNNING,
        "idempotency_key": uuid4(),
    }
    return render(request, "tournaments/entry_list.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the invitations; POST invites a list's names, or takes an invitation back. For directors."""
    director = director_of(request)
    row = queries.get_tournament(tournament_id)
    if request.method == "GET":
        return _invited(request, row, NameListForm())
    if request.POST.get("act") == "take-back":
        return _take_back(request, row, director)
    made = partial(NameListForm, read=partial(read_invitations, row.pk))
    form = made(request.POST, request.FILES)
    if not form.is_valid():
        return _invited(request, row, form, status=422)
    if not form.ticked:
        if form.wrong:
            return _invited(request, row, form, status=409)
        form.ticked = set(form.new)
    new, left = form.given["players"], form.open_names
    if not form.carry_out(
        commands.invite, director, "invite", refusals=Refused, tournament_id=row.pk
    ):
        return _invited(request, row, form, status=form.status)
    said = gettext("All of them were invited already.")
    if new:
        said = ngettext(
            "%(number)s member was invited.", "%(number)s members were invited.", len(new)
        ) % {"number": len(new)}
    say_done(request, row.pk, form.version, said)
    if not left:
        return see_other("tournament-invitations", row.pk)
    form = made(_names_alone("\n".join(left)))
    return _invited(request, row, form, status=200 if form.is_valid() else 422)


def _take_back(request: HttpRequest, row: Tournament, director: Player) -> HttpResponse:
    sent = IdempotentForm(request.POST)
    if sent.carry_out(
        commands.take_invitation_back,
        director,
        "uninvite",
        refusals=Refused,
        tournament_id=row.pk,
        player=cursor(request.POST.get("player")) or 0,
    ):
        say_done(request, row.pk, sent.version, gettext("The invitation has been taken back."))
        return see_other("tournament-invitations", row.pk)
    say_refusals(request, sent)
    return _invited(request, row, NameListForm(), status=sent.status)


def _invited(
    request: HttpRequest, row: Tournament, form: NameListForm, *, status: int = 200
) -> HttpResponse:
    going = row.status in (Tournament.Status.OPEN, Tournament.Status.RUNNING)
    shown = {
        "row": row,
        "form": form,
        "going": going,
        "asks": row.terms.admits == Tournament.Admits.INVITED,
        "invited": queries.invitations_of(row.pk),
        "idempotency_key": IdempotentForm().initial["idempotency_key"],
    }
    return render(request, "tournaments/invitations.html", shown, status=status)
