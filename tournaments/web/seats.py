"""The page of a tournament's reserve list and substitutes."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.models import Player
from games.queries.people.people import who_logs_in
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands
from tournaments.commands.authority import require_director
from tournaments.engine.entries import REASON_LENGTH
from tournaments.errors import refusal
from tournaments.presenters.log.seat_words import SPANS
from tournaments.presenters.page import seats as presenter
from tournaments.web.idempotent import IdempotentForm

_BOT, _OWNER = "bot", "owner"


class GiveForm(IdempotentForm):
    """Who gets which seat, for how long and why."""

    seat = forms.ChoiceField(label=gettext_lazy("Seat"))
    to = forms.ChoiceField(label=gettext_lazy("Who plays there from the next deal on"))
    span = forms.ChoiceField(label=gettext_lazy("How long"))
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, page: presenter.SeatsPage, **kwargs: Any) -> None:
        """The seats and substitutes of this page."""
        super().__init__(*args, **kwargs)
        seats, to, span = (self.fields[name] for name in ("seat", "to", "span"))
        assert isinstance(seats, forms.ChoiceField)
        assert isinstance(to, forms.ChoiceField)
        assert isinstance(span, forms.ChoiceField)
        seats.choices = [(line.value, line.words) for line in page.seats]
        seats.error_messages["invalid_choice"] = _(
            "This seat has changed meanwhile. Look at it again and choose once more."
        )
        to.choices = [
            *((str(one.pk), one.shown_name) for one in page.reserves),
            (_OWNER, _("The seat's owner again")),
            (_BOT, _("The careful bot")),
        ]
        span.choices = [(one.value, _(words)) for one, words in SPANS.items()]


class ReserveForm(IdempotentForm):
    """A member whom a director puts on the reserve list."""

    username = forms.CharField(label=gettext_lazy("Login name"), max_length=150)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def seats(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """The reserve list as members see it; POST does what its `act` says."""
    return _seats(request, tournament_id, directs=False)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def substitutes(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """The reserve list and the seats, as a director gives them; POST does what its `act` says."""
    require_director(player_of(request))
    return _seats(request, tournament_id, directs=True)


def _seats(request: HtmxHttpRequest, tournament_id: int, *, directs: bool) -> HttpResponse:
    viewer, status = player_of(request), 200
    page = presenter.seats_page(tournament_id, viewer, directs=directs)
    give, reserve = GiveForm(page=page), ReserveForm()
    if request.method == "POST":
        act, status = request.POST.get("act", ""), 422
        if act not in (_OF_DIRECTORS if directs else _OF_MEMBERS):
            raise refusal("tournament.act-unknown")
        sent: IdempotentForm = IdempotentForm(request.POST)
        if act == "give":
            sent = give = GiveForm(request.POST, page=page)
        elif act == "list-member":
            sent = reserve = ReserveForm(request.POST)
        if sent.is_valid():
            try:
                _carry_out(act, viewer, page, sent.cleaned_data, request.POST.get("player", ""))
            except Refused as refused:
                status = refused.status
                sent.add_refusal(refused)
            else:
                done = (_OF_DIRECTORS if directs else _OF_MEMBERS)[act]
                messages.success(request, _(done))
                return see_other(
                    "tournament-substitutes" if directs else "tournament-seats", tournament_id
                )
        if sent not in (give, reserve):
            for wrong in sent.non_field_errors():
                messages.error(request, str(wrong))
    shown = {"page": page, "give": give, "reserve": reserve}
    return render(request, "tournaments/seats.html", shown, status=status)


_OF_MEMBERS: Final = {
    "list": gettext_noop("You stand on the reserve list."),
    "unlist": gettext_noop("You stand on the reserve list no more."),
    "take-seat": gettext_noop("You play in a bot's seat from the next deal on."),
}
_OF_DIRECTORS: Final = {
    "list-member": gettext_noop("The member stands on the reserve list."),
    "unlist-member": gettext_noop("The member stands on the reserve list no more."),
    "allow-entry": gettext_noop("The member may enter again."),
    "give": gettext_noop("The seat is given from the next deal on."),
}
"""What a page's buttons do, and what is said when it is done."""


def _carry_out(
    act: str, by: Player, page: presenter.SeatsPage, given: dict[str, Any], sent: str
) -> None:
    said: dict[str, Any] = {
        "by": by,
        "tournament_id": page.row.pk,
        "now": timezone.now(),
        "idempotency_key": f"seats-{act}:{by.pk}:{given['idempotency_key']}",
    }
    if act == "give":
        table, seat, holder = given["seat"].split("/", 2)
        if given["to"] == _OWNER:
            player = presenter.owner_of(page.row, int(table), int(seat))
        else:
            player = None if given["to"] == _BOT else int(given["to"])
        commands.give_seat(
            table=int(table),
            seat=int(seat),
            player=player,
            span=given["span"],
            reason=given["reason"],
            instead_of=holder,
            **said,
        )
        return
    player_id = by.pk
    if act == "list-member":
        # Nobody hears here who has an account: whoever is no member is refused as a guest is.
        found = who_logs_in(given["username"])
        player_id = found.pk if found is not None else 0
    elif act in ("unlist-member", "allow-entry"):
        player_id = int(sent) if sent.isdecimal() and len(sent) < 19 else 0
    command = {
        "list": commands.list_reserve,
        "list-member": commands.list_reserve,
        "unlist": commands.leave_reserve,
        "unlist-member": commands.leave_reserve,
        "allow-entry": commands.allow_entry,
        "take-seat": commands.take_seat,
    }[act]
    command(player=player_id, **said)
