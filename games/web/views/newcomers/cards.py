"""Pages for login cards of members without a password and of guests: printing them, and using one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from games.commands.deal.presence import come_back
from games.commands.people.cards import (
    OWN,
    PrintedCard,
    card_of,
    evening_of,
    make_cards,
    morning_after,
    use_card,
)
from games.errors import Refused
from games.models import Player, Table
from games.presenters.people.newcomers import CardSheet, shown_cards
from games.queries.club.grants import waiting_wishes
from games.queries.people.cards import who_may_have_card
from games.queries.play.lobby import table_of
from games.queries.play.rows import RUNNING
from games.web import preferences
from games.web.elsewhere import forget_link
from games.web.forms import MembersField
from games.web.requests import player_of, viewer_of
from games.web.views import lessons


def evening_field(**options: Any) -> forms.DateField:
    """Return the form field for the evening on which the cards are used."""
    return forms.DateField(
        label=gettext_lazy("Evening"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("The six digits work until 6 o'clock the next morning."),
        **options,
    )


class CardsForm(forms.Form):
    """A form for the members whose cards are printed, and the evening for which the digits are valid."""

    evening = evening_field()
    players = MembersField(
        label=gettext_lazy("Members"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one member.")},
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def cards(request: HttpRequest) -> HttpResponse:
    """Print cards for members who have not chosen a password, and for guests. For directors."""
    by, now, status = player_of(request), timezone.now(), 200
    if not by.runs_the_club:
        raise Refused("member.director")
    form = CardsForm(request.POST or None, initial={"evening": evening_of(now)})
    members = who_may_have_card()
    players = form.fields["players"]
    assert isinstance(players, MembersField)
    players.queryset = members
    if request.method == "POST" and form.is_valid():
        chosen, evening = list(form.cleaned_data["players"]), form.cleaned_data["evening"]
        try:
            made = make_cards(by=by, players=chosen, evening=evening, now=now)
        except Refused as refused:
            form.add_error(refused.field or None, refused.sentence)
            status = refused.status
        else:
            return print_sheet(request, made, evening)
    elif request.method == "POST":
        status = 422
    return render(
        request, "games/cards.html", {"form": form, "some": members.exists()}, status=status
    )


@sensitive_variables()
def print_sheet(
    request: HttpRequest,
    made: Sequence[PrintedCard],
    evening: date,
    *,
    added: int = 0,
    tournament: str = "",
) -> HttpResponse:
    """Return the page for printing these cards. Their secrets are shown only on this page.

    If the cards are for a tournament, the page links back to the address `tournament`.
    """
    waiting = {player.pk for one in waiting_wishes() for player in one.wish.players}
    shown = {
        "sheet": CardSheet(shown_cards(made), morning_after(evening)),
        "added": added,
        "tournament": tournament,
        "waiting": len(waiting & {card.player.pk for card in made}),
    }
    return render(request, "games/card_sheet.html", shown)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def login_card(request: HttpRequest) -> HttpResponse:
    """Show whose account a card's code, or a guest's own link, opens, and log in when the button is pressed.

    A GET logs nobody in, so that link previews don't use up the code.
    """
    now, key = timezone.now(), request.POST.get("key", request.GET.get("key", ""))[:60]
    try:
        if request.method == "POST":
            player = use_card(key=key, now=now)
        else:
            context = {
                "key": key,
                "name": card_of(key, now=now).player.shown_name,
                "own": key.startswith(OWN),
            }
            return render(request, "games/login_card.html", context)
    except Refused as refused:
        context = {"refusal": refused, "own": key.startswith(OWN)}
        return render(request, "games/login_card.html", context, status=refused.status)
    if viewer_of(request) is None:
        preferences.carry_over(request, player)
        lessons.carry_over(request, player)
    login(request, player)
    # As after a password: owners see which accounts are used from one browser (0266).
    request.known_name = player.username  # type: ignore[attr-defined]
    if player.is_guest and (table := table_of(player)) is not None:
        _play_again_oneself(player, table)
        response = redirect("table", table.pk)
        forget_link(response)
        return response
    said = (
        _("You're playing as %(name)s on this phone. Your table will appear on this page.")
        if player.is_guest
        else _("Welcome to the club, %(name)s.")
    )
    messages.success(request, said % {"name": player.shown_name})
    response = redirect("lobby")
    forget_link(response)
    return response


def _play_again_oneself(player: Player, table: Table) -> None:
    """If a deal is running, take over the seat from the bot for a guest who has just logged in again."""
    deal = RUNNING.first(table.pk)
    if deal is None:
        return
    with suppress(Refused):  # no card is dealt yet, or the deal ended at this moment
        come_back(by=player, deal_id=deal.pk, now=timezone.now)
