"""Entering members from a list: a director reads what would become of each line, and then enters them."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.web.answers import see_other
from games.web.requests import player_of
from tournaments import commands
from tournaments.commands.authority import require_director
from tournaments.models import Tournament
from tournaments.queries.entry_lists import Answer, answered, read_list, taking_entries
from tournaments.web.name_list import NameListForm


class EntryListForm(NameListForm):
    """Who is to be entered, and what becomes of the rest where some cannot be."""

    partly = forms.BooleanField(
        label=_("Leave wrong lines out"),
        required=False,
        help_text=_("Else nobody is entered as long as one line is wrong."),
    )

    agreed = forms.BooleanField(
        label=_("All of them have asked to enter, and know the fee"),
        error_messages={
            "required": _(
                "Enter nobody who has not asked for it: each pays the fee of their own chips."
            )
        },
    )

    def __init__(self, *args: Any, pays: bool, **kwargs: Any) -> None:
        """Whether each member `pays` a fee."""
        super().__init__(*args, **kwargs)
        if not pays:
            del self.fields["agreed"]

    @property
    def new(self) -> list[int]:
        """The players that would be entered."""
        return answered(self.lines, Answer.ENTERS)

    @property
    def may_be_done(self) -> bool:
        """Whether there is somebody to enter, and no line stands against it."""
        return bool(self.new) and (self.cleaned_data["partly"] or not self.wrong)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def entry_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Enter members from a list, after showing what becomes of each line; for directors, late ones too."""
    director = player_of(request)
    require_director(director)
    row = taking_entries(tournament_id)
    pays = row.own_fee > 0
    if request.method == "GET":
        return _page(request, row, EntryListForm(pays=pays))
    read = partial(read_list, row.pk)
    form = EntryListForm(request.POST, request.FILES, pays=pays, read=read)
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
    except Refused as refused:
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
    # A list that was looked at anew is another wish.
    shown = {
        "row": row,
        "form": form,
        "lines": form.in_words,
        "fee": row.own_fee,
        "late": row.status == Tournament.Status.RUNNING,
        "idempotency_key": uuid4(),
    }
    return render(request, "tournaments/entry_list.html", shown, status=status)
