"""Pages of a tournament's entries, reserve list and substitutes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.inputs import form_field
from games.models import Player
from games.queries.finished.pagination import cursor
from games.queries.people.named import labelled, meant
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands
from tournaments.errors import refusal
from tournaments.inputs import BOT, OWNER, WalkInSerializer
from tournaments.models import Tournament
from tournaments.presenters.log.entry_event_words import SPANS
from tournaments.presenters.page import entry as presenter
from tournaments.presenters.page import seats as seats_presenter
from tournaments.queries.entry_lists import takes_guests
from tournaments.queries.tournaments import guests_without_phone
from tournaments.web.requests import (
    IdempotentForm,
    director_of,
    reason_field,
    say_done,
    say_refusals,
)

_Acts = dict[str, tuple[Callable[..., int], str]]

_OF_ALL: Final[_Acts] = {
    "check-in": (commands.check_in, gettext_noop("Checked in.")),
    "undo-check-in": (commands.undo_check_in, gettext_noop("The check-in has been undone.")),
    "take-seat": (
        commands.take_seat,
        gettext_noop("The member plays in a bot's seat from the next deal on."),
    ),
    "sit-out": (commands.sit_out, gettext_noop("The next round is drawn without this member.")),
    "sit-in": (commands.sit_in, gettext_noop("The next round is drawn with this member.")),
    "take-back": (commands.take_back, gettext_noop("The next round is drawn with this member.")),
}
_OF_MEMBERS: Final[_Acts] = {
    **_OF_ALL,
    "check-in": (commands.check_in, gettext_noop("You are checked in.")),
    "take-seat": (
        commands.take_seat,
        gettext_noop("You play in a bot's seat from the next deal on."),
    ),
    "sit-out": (commands.sit_out, gettext_noop("The next round is drawn without you.")),
    "sit-in": (commands.sit_in, gettext_noop("You're in the draw for the next round.")),
    "take-back": (commands.take_back, gettext_noop("You're in the draw for the next round.")),
    "leave": (commands.leave, gettext_noop("You have withdrawn from the tournament.")),
}
_OF_DIRECTORS: Final[_Acts] = {
    **_OF_ALL,
    "take-back": (partial(commands.take_back, as_director=True), _OF_ALL["take-back"][1]),
    "remove": (commands.remove, gettext_noop("The member has been removed.")),
}
"""What the buttons of an entry do, and what is said when it is done."""
_AT_SEATS_OF_MEMBERS: Final[_Acts] = {
    "list": (commands.list_reserve, gettext_noop("You are on the reserve list.")),
    "unlist": (commands.leave_reserve, gettext_noop("You are no longer on the reserve list.")),
    "take-seat": (commands.take_seat, _OF_MEMBERS["take-seat"][1]),
}
_AT_SEATS_OF_DIRECTORS: Final[_Acts] = {
    "list-member": (
        commands.list_reserve,
        gettext_noop("The member is on the reserve list."),
    ),
    "list-guest": (commands.list_guest, gettext_noop("The guest is on the reserve list.")),
    "unlist-member": (
        commands.leave_reserve,
        gettext_noop("The member is no longer on the reserve list."),
    ),
    "allow-entry": (commands.allow_entry, gettext_noop("The member may enter again.")),
    "give": (commands.give_seat, gettext_noop("The seat changes hands from the next deal on.")),
}
"""The same of the reserve list and the seats."""


class RemoveForm(IdempotentForm):
    """The reason for removing a member."""

    reason = reason_field(gettext_lazy("Everybody can read it in the standings."), rows=2)


class GuestForm(IdempotentForm):
    """The name of a guest without an account, to enter in this tournament."""

    name = form_field(
        WalkInSerializer,
        "name",
        label=gettext_lazy("Name of somebody without an account"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @property
    def given(self) -> dict[str, Any]:
        """Return the name of a valid form, as the command takes it."""
        return {"names": [self.cleaned_data["name"]]}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entries(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show directors all entries, each with a link to its page; POST enters a guest by name."""
    director = director_of(request)
    form, status = GuestForm(), 200
    if request.method == "POST":
        form = GuestForm(request.POST)
        if form.carry_out(
            commands.enter_guests,
            director,
            "walk-in",
            refusals=Refused,
            tournament_id=tournament_id,
        ):
            messages.success(request, _("The guest has entered."))
            return see_other("tournament-entries", tournament_id)
        status = form.status
    row, found = presenter.entries(tournament_id)
    shown = {
        "row": row,
        "entries": found,
        "phoneless": guests_without_phone(row),
        "idempotency_key": uuid4(),
        "form": form if form.is_bound or takes_guests(row) else None,
    }
    return render(request, "tournaments/entries.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry(request: HtmxHttpRequest, tournament_id: int, player_id: int) -> HttpResponse:
    """Show directors one entry; POST carries out the action named in the form's `act`."""
    director_of(request)
    return _entry(request, tournament_id, player_id, directs=True)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def own_entry(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show the viewer's own entry; POST carries out the action named in the form's `act`."""
    return _entry(request, tournament_id, player_of(request).pk, directs=False)


def _entry(
    request: HtmxHttpRequest, tournament_id: int, player_id: int, *, directs: bool
) -> HttpResponse:
    page = presenter.entry_page(tournament_id, player_id, directs=directs)
    form, status = RemoveForm(), 200
    if request.method == "POST":
        act = request.POST.get("act", "")
        command, said = (_OF_DIRECTORS if directs else _OF_MEMBERS).get(act, (_unknown, ""))
        sent = (RemoveForm if act == "remove" else IdempotentForm)(request.POST)
        whom: dict[str, Any] = {} if act == "leave" else {"player": player_id}
        if sent.carry_out(
            command,
            player_of(request),
            act,
            about=player_id,
            tournament_id=tournament_id,
            **whom,
        ):
            say_done(request, tournament_id, sent.version, _(said))
            if act in ("check-in", "undo-check-in") or _gone_before_start(page, act):
                # A second press in the same spot must not hit another button.
                return see_other("tournament-entries" if directs else "tournament", tournament_id)
            if directs:
                return see_other("tournament-entry", tournament_id, player_id)
            return see_other("own-entry", tournament_id)
        status = sent.status
        page = presenter.entry_page(tournament_id, player_id, directs=directs)
        if isinstance(sent, RemoveForm) and page.remove:
            form = sent  # what is wrong with it stands in it
        else:
            say_refusals(request, sent)
    shown = {"page": page, "form": form}
    return render(request, "tournaments/entry.html", shown, status=status)


def _unknown(**_told: Any) -> int:
    raise refusal("tournament.act-unknown")


def _gone_before_start(page: presenter.EntryPage, act: str) -> bool:
    """Return whether a removal before the start has deleted the entry, so that it has no page any more."""
    return act == "remove" and page.row.status == Tournament.Status.OPEN


class GiveForm(IdempotentForm):
    """A form to give a seat to somebody else: the seat, its new player, for how long, and why."""

    seat = forms.ChoiceField(label=gettext_lazy("Seat"))
    to = forms.ChoiceField(label=gettext_lazy("New player from the next deal on"))
    span = forms.ChoiceField(label=gettext_lazy("How long"))
    reason = reason_field()

    def __init__(self, *args: Any, page: seats_presenter.SeatsPage, **kwargs: Any) -> None:
        """Offer the seats and substitutes of this page."""
        super().__init__(*args, **kwargs)
        self._row = page.row
        seats, to, span = (self.fields[name] for name in ("seat", "to", "span"))
        assert isinstance(seats, forms.ChoiceField)
        assert isinstance(to, forms.ChoiceField)
        assert isinstance(span, forms.ChoiceField)
        seats.choices = [(line.value, line.words) for line in page.seats]
        seats.error_messages["invalid_choice"] = _(
            "This seat has changed in the meantime. Check it and choose again."
        )
        to.choices = [
            *((str(one.pk), one.shown_name) for one in page.reserves),
            (OWNER, _("The seat's owner again")),
            (BOT, _("The careful bot")),
        ]
        span.choices = [(one.value, _(words)) for one, words in SPANS.items()]

    @property
    def given(self) -> dict[str, Any]:
        """Return the input of a valid form, by the names of the command's parameters."""
        read = self.cleaned_data
        table, seat, holder = read["seat"].split("/", 2)
        if read["to"] == OWNER:
            player = seats_presenter.owner_of(self._row, int(table), int(seat))
        else:
            player = None if read["to"] == BOT else int(read["to"])
        return {
            "table": int(table),
            "seat": int(seat),
            "player": player,
            "span": read["span"],
            "reason": read["reason"],
            "instead_of": holder,
        }


class ReserveForm(IdempotentForm):
    """A member whom a director puts on the reserve list, by the name or the login."""

    username = forms.CharField(label=gettext_lazy("Member's name"), max_length=150)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin with no suggestions of members."""
        super().__init__(*args, **kwargs)
        self.offered: tuple[tuple[str, str], ...] = ()
        """The login and label of each member who may be meant, where the name says it of nobody, or of several."""

    def clean_username(self) -> str:
        """Return the member's login.

        Raises ValidationError unless the name means exactly one member; the members it may mean are then offered.
        """
        found, near = meant(self.cleaned_data["username"])
        if len(found) == 1:
            return found[0].username
        self.offered = tuple((one.username, labelled(one)) for one in (found or near))
        raise forms.ValidationError(
            _("More than one member has this name. Choose one.")
            if found
            else _("No member has this name. Did you mean one of these?")
            if near
            else _("No member has this name.")
        )

    @property
    def given(self) -> dict[str, Any]:
        """Return the member's id as the command takes it."""
        return {"player": Player.objects.get(username=self.cleaned_data["username"]).pk}


class ReserveGuestForm(ReserveForm):
    """The guest without an account whom a director puts on the reserve list, by name."""

    def clean_username(self) -> str:
        """Return the name as it was typed."""
        return str(self.cleaned_data["username"])

    @property
    def given(self) -> dict[str, Any]:
        """Return the name."""
        return {"name": self.cleaned_data["username"]}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def seats(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show the reserve list to members; POST carries out the action named in the form's `act`."""
    return _seats(request, tournament_id, directs=False)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def substitutes(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show the reserve list and the seats to a director; POST carries out the action named in the form's `act`."""
    director_of(request)
    return _seats(request, tournament_id, directs=True)


_BY_NAME: Final[dict[str, type[ReserveForm]]] = {
    "list-member": ReserveForm,
    "list-guest": ReserveGuestForm,
}
"""The forms by which a director puts somebody on the reserve list."""


def _seats(request: HtmxHttpRequest, tournament_id: int, *, directs: bool) -> HttpResponse:
    viewer, status = player_of(request), 200
    page = seats_presenter.seats_page(tournament_id, viewer, directs=directs)
    give, reserve = GiveForm(page=page), ReserveForm()
    if request.method == "POST":
        act = request.POST.get("act", "")
        acts = _AT_SEATS_OF_DIRECTORS if directs else _AT_SEATS_OF_MEMBERS
        if act not in acts:
            raise refusal("tournament.act-unknown")
        command, done = acts[act]
        whom: dict[str, Any] = {} if act in ("give", *_BY_NAME) else {"player": viewer.pk}
        sent: IdempotentForm = IdempotentForm(request.POST)
        if act == "give":
            sent = give = GiveForm(request.POST, page=page)
        elif act in _BY_NAME:
            sent = reserve = _BY_NAME[act](request.POST)
        elif directs:
            whom = {"player": cursor(request.POST.get("player")) or 0}
        if sent.carry_out(
            command, viewer, f"seats-{act}", refusals=Refused, tournament_id=page.row.pk, **whom
        ):
            say_done(request, tournament_id, sent.version, _(done))
            return see_other(
                "tournament-substitutes" if directs else "tournament-seats", tournament_id
            )
        status = sent.status
        if sent not in (give, reserve):
            say_refusals(request, sent)
    shown = {"page": page, "give": give, "reserve": reserve}
    return render(request, "tournaments/seats.html", shown, status=status)
