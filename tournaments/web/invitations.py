"""The page on which a director keeps who is invited: invite from a list, take an invitation back."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from games.models import Player
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import player_of
from tournaments import commands, queries
from tournaments.commands.authority import require_director
from tournaments.models import Tournament
from tournaments.queries.entry_lists import Answer, answered, read_invitations
from tournaments.web.idempotent import IdempotentForm
from tournaments.web.name_list import NameListForm


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Who is invited; POST invites the names of a list, or takes an invitation back. For directors."""
    director = player_of(request)
    require_director(director)
    row = queries.get_tournament(tournament_id)
    if request.method == "GET":
        return _page(request, row, NameListForm())
    if request.POST.get("act") == "take-back":
        return _take_back(request, row, director)
    form = NameListForm(request.POST, request.FILES, read=partial(read_invitations, row.pk))
    if not form.is_valid():
        return _page(request, row, form, status=422)
    if form.wrong:
        return _page(request, row, form, status=409)
    new = answered(form.lines, Answer.INVITES)
    try:
        commands.invite(
            by=director,
            tournament_id=row.pk,
            players=new,
            now=timezone.now(),
            idempotency_key=f"invite:{director.pk}:{form.cleaned_data['idempotency_key']}",
        )
    except Refused as refused:
        form.add_refusal(refused)
        return _page(request, row, form, status=refused.status)
    messages.success(
        request,
        ngettext("%(number)s member was invited.", "%(number)s members were invited.", len(new))
        % {"number": len(new)}
        if new
        else _("All of them were invited already."),
    )
    return see_other("tournament-invitations", row.pk)


def _take_back(request: HttpRequest, row: Tournament, director: Player) -> HttpResponse:
    sent, asked = IdempotentForm(request.POST), request.POST.get("player", "")
    status = 422
    if sent.is_valid():
        try:
            commands.take_invitation_back(
                by=director,
                tournament_id=row.pk,
                player=cursor(asked) or 0,
                now=timezone.now(),
                idempotency_key=f"uninvite:{director.pk}:{sent.cleaned_data['idempotency_key']}",
            )
        except Refused as refused:
            status = refused.status
            sent.add_refusal(refused)
        else:
            messages.success(request, _("The invitation is taken back."))
            return see_other("tournament-invitations", row.pk)
    for wrong in sent.non_field_errors():
        messages.error(request, str(wrong))
    return _page(request, row, NameListForm(), status=status)


def _page(
    request: HttpRequest, row: Tournament, form: NameListForm, *, status: int = 200
) -> HttpResponse:
    going = row.status in (Tournament.Status.OPEN, Tournament.Status.RUNNING)
    shown = {
        "row": row,
        "form": form,
        "going": going,
        "asks": row.admits == Tournament.Admits.INVITED,
        "invited": queries.invitations_of(row.pk),
        "idempotency_key": IdempotentForm().initial["idempotency_key"],
    }
    return render(request, "tournaments/invitations.html", shown, status=status)
