"""Pages for inviting others to a table: its link as a QR code, the host's code, and invited members."""

from __future__ import annotations

import math

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import commands, queries
from games.commands.table import codes, friends
from games.common.addresses import whole_address
from games.common.joints import listed
from games.errors import Refused
from games.models import Player, Table
from games.presenters.qr import qr_svg, way_to
from games.queries.play import lobby
from games.queries.play.participants import BOT_CHOICES
from games.web.answers import qr_picture, see_other
from games.web.requests import HtmxHttpRequest, player_of, viewer_of, whole

TAKE_BACK, MAKE_CODE, TAKE_CODE = "take back", "make code", "take code back"
RENEW, REMOVE, BOTS, CALL = "renew", "remove", "bots", "call link"


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """Show a table's link and code, and the invited members of a closed table, with forms to change them.

    While the table waits for friends, the page polls for who has joined, and opens the table when its game starts.
    """
    player, table = player_of(request), queries.get_table(table_id)
    if refusal := lobby.why_not_share(player, table):
        raise Refused(refusal)
    if request.method == "GET":
        if request.htmx and not table.waits_for_friends:
            return HttpResponseClientRedirect(reverse("table", args=[table.pk]))
        return _page(request, table)
    try:
        messages.success(request, _act(request, player, table))
    except Refused as error:
        messages.error(request, error.sentence)
        return _page(request, table, status=error.status)
    return see_other("invitations", table_id)


@never_cache
@require_safe
def qr_code(request: HttpRequest, table_id: int) -> HttpResponse:
    """Return a table's address as a QR code, for anybody. Those who may invite get the link that gives seats."""
    table, viewer = queries.get_table(table_id), viewer_of(request)
    mine = viewer is not None and not lobby.why_not_share(viewer, table)
    return qr_picture(way_to(table, seats=mine))


def _act(request: HttpRequest, player: Player, table: Table) -> str:
    """Do what the form asks, and return a message. Sending the form twice has no further effect."""
    asked = request.POST.get("do")
    if asked == MAKE_CODE:
        codes.make_code(by=player, table_id=table.pk)
        return _("Anyone who opens the link can sit down.")
    if asked == TAKE_CODE:
        codes.take_code_back(by=player, table_id=table.pk)
        return _("The link and its code no longer work.")
    if asked == RENEW:
        friends.renew_link(by=player, table_id=table.pk)
        return _("This is the new link. The old one no longer works.")
    if asked == BOTS:
        bot = request.POST.get("bot", "")
        friends.choose_bots(by=player, table_id=table.pk, bot=bot, now=timezone.now())
        return _("From the next deal on, these bots will take the free seats.")
    if asked == CALL:
        typed = request.POST.get("call_link", "")
        friends.choose_call_link(by=player, table_id=table.pk, typed=typed)
        return _("Saved. Everyone at the table can see it.")
    number = whole(request.POST.get("player"), "invitation.who")
    if asked == REMOVE:
        guest = lobby.guests_at(table).filter(pk=number).first()
        if guest is None:
            raise Refused("seat.none")
        friends.remove_guest(by=player, table_id=table.pk, guest=guest, now=timezone.now())
        return _("%(name)s has been removed, and the link has changed.") % {"name": guest}
    if asked == TAKE_BACK:
        if player.is_guest:  # the page names no member to a guest, and neither does a number
            raise Refused("invitation.who")
        invited = lobby.invited_to(table).filter(pk=number).first()
        if invited is not None:
            commands.take_back_invitation(by=player, table_id=table.pk, player=invited)
        return _("The invitation has been taken back.")
    (member,) = queries.members_named([number], by=player)
    commands.invite(by=player, table_id=table.pk, players=[member])
    return _("%(name)s has been invited.") % {"name": member}


def _page(request: HttpRequest, table: Table, *, status: int = 200) -> HttpResponse:
    seated = {seat.player_id for seat in table.seats.all()}
    invited = list(lobby.invited_to(table))
    known = {member.pk for member in invited}
    link = whole_address(way_to(table))
    context = {
        "table": table,
        "link": link,
        "qr": mark_safe(qr_svg(link)),  # noqa: S308 - drawn here
        "named_only": table.admission == Table.Admission.INVITED,
        "invited": [
            (member, member.pk == table.opened_by_id, member.pk in seated) for member in invited
        ],
        "others": [member for member in queries.members() if member.pk not in known],
        "guests": lobby.guests_at(table),
        "seated": listed(lobby.seated_at(table)),
        "starts_in": table.starts_at
        and math.ceil(max(0.0, (table.starts_at - timezone.now()).total_seconds())),
        "names": not player_of(request).is_guest,
        "bots": BOT_CHOICES if table.filler else (),
        "choose_bots": BOTS,
        "choose_call": CALL if player_of(request).pk == table.opened_by_id else "",
        "call_link": request.POST.get("call_link", table.call_link),
        "renew": RENEW,
        "remove": REMOVE,
        "take_back": TAKE_BACK,
        "make_code": MAKE_CODE,
        "take_code": TAKE_CODE,
    }
    return render(request, "games/invitations.html", context, status=status)
