"""The page on which a director types in all handwritten score sheets of a round."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.inputs import arguments
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest
from tournaments import commands, queries
from tournaments.errors import RefusedByTournament, refusal
from tournaments.presenters.cardboard.written_sheets import written_sheets_page
from tournaments.web.requests import director_of, key_in


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def written_sheets(request: HtmxHttpRequest, tournament_id: int, round_number: int) -> HttpResponse:
    """Show a round's score sheets with payments and sums for what was filled in.

    The act `save` also enters the results, all or none.
    """
    director, status, asked = director_of(request), 200, request.POST
    page = written_sheets_page(tournament_id, round_number, asked)
    key = key_in(asked)
    act = asked.get("act", "check")
    if act not in ("check", "save"):
        raise refusal("tournament.act-unknown")
    if page.wrong:
        status = 422
    elif request.method == "POST" and act == "save":
        try:
            commands.enter_sheets(
                tournament_id=tournament_id,
                round_number=round_number,
                deals=page.deals,
                **arguments(director, "enter-sheets", key),
            )
        except RefusedByTournament as refused:
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            messages.success(request, _("The sheets are saved."))
            return see_other("enter-sheets", tournament_id, round_number)
    plays = queries.current(tournament_id).state.interested(director.pk)
    shown = {
        "page": page,
        "plays": plays,
        "idempotency_key": key,
        "refused": status != 200 and act == "save",
    }
    return render(request, "tournaments/written_sheets.html", shown, status=status)
