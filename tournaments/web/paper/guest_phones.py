"""The page of codes with which guests can play on their own phones at tables on screens."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from games.commands.people.cards import WEEKS_AHEAD, evening_of, make_cards
from games.errors import Refused
from games.models import Player
from games.web.forms import MembersField
from games.web.requests import HtmxHttpRequest
from games.web.views.newcomers.cards import print_sheet
from tournaments import queries
from tournaments.queries.tournaments import guests_of, guests_without_phone
from tournaments.web.requests import director_of


class PhonesForm(forms.Form):
    """The guests who get a code."""

    guests = MembersField(
        label=gettext_lazy("Guests"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "A new code replaces the earlier one and logs out the guest's phone."
        ),
        error_messages={"required": gettext_lazy("Choose at least one guest.")},
    )


@login_required
@never_cache
@sensitive_variables()
@require_http_methods(["GET", "POST"])
def guest_phones(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show directors the guests, those without a phone ticked; POST returns a printout of the ticked guests'
    codes.
    """
    by, row, status, now = (
        director_of(request),
        queries.get_tournament(tournament_id),
        200,
        timezone.now(),
    )
    without = guests_without_phone(row)
    form = PhonesForm(request.POST or None, initial={"guests": [guest.pk for guest in without]})
    guests = form.fields["guests"]
    assert isinstance(guests, MembersField)
    guests.queryset = guests_of(row)
    if request.method == "POST":
        status = 422
        if form.is_valid():
            evening = evening_of(min(max(now, row.starts_at or now), now + WEEKS_AHEAD))
            try:
                made = make_cards(
                    by=by, players=list(form.cleaned_data["guests"]), evening=evening, now=now
                )
            except Refused as refused:
                form.add_error(None, refused.sentence)
                status = refused.status
            else:
                page = reverse("tournament-entries", args=[row.pk])
                return print_sheet(request, made, evening, tournament=page)
    shown = {"row": row, "form": form, "some": guests_of(row).exists()}
    return render(request, "tournaments/guest_phones.html", shown, status=status)
