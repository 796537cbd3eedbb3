"""Who is invited to a table: its host invites more members after it was opened, and takes invitations back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.errors import Refused
from games.models import Player, Table
from games.queries import lobby
from games.web.requests import player_of, whole

TAKE_BACK = "take back"


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest, table_id: int) -> HttpResponse:
    """Who is invited to a table, with a form to invite one more and a button to take each invitation back."""
    player, table = player_of(request), queries.get_table(table_id)
    if refusal := lobby.why_not_invite(player, table):
        raise Refused(refusal)
    if request.method == "GET":
        return _page(request, table)
    try:
        messages.success(request, _act(request, player, table))
    except Refused as error:
        messages.error(request, error.sentence)
        return _page(request, table, status=error.status)
    answer = redirect("invitations", table_id)
    answer.status_code = 303
    return answer


def _act(request: HttpRequest, player: Player, table: Table) -> str:
    """Do what the form asks; what has been done, in a sentence. The form sent twice does it once."""
    number = whole(request.POST.get("player"), "invitation.who")
    member = queries.members().filter(pk=number).first()
    if request.POST.get("do") == TAKE_BACK:
        member = lobby.invited_to(table).filter(pk=number).first()
        if member is not None:
            commands.take_back_invitation(by=player, table_id=table.pk, player=member)
        return _("The invitation is taken back.")
    if member is None:
        raise Refused("invitation.who")
    commands.invite(by=player, table_id=table.pk, players=[member])
    return _("%(name)s is invited.") % {"name": member}


def _page(request: HttpRequest, table: Table, *, status: int = 200) -> HttpResponse:
    seated = {seat.player_id for seat in table.seats.all()}
    invited = list(lobby.invited_to(table))
    known = {member.pk for member in invited}
    context = {
        "table": table,
        "invited": [
            (member, member.pk == table.opened_by_id, member.pk in seated) for member in invited
        ],
        "others": [member for member in queries.members() if member.pk not in known],
        "take_back": TAKE_BACK,
    }
    return render(request, "games/invitations.html", context, status=status)
