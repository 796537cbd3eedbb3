"""Pages for playing immediately, with or without an account, becoming a member, and joining a table by its code."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.commands.people import guests
from games.commands.people.cards import make_way_back
from games.commands.table import codes, friends
from games.common.addresses import network_of, whole_address
from games.common.joints import listed
from games.engine.rules import PRESETS
from games.errors import Refused
from games.infrastructure.throttling import note, require_left
from games.models import Player, Table
from games.presenters.qr import qr_svg
from games.queries.club.house import club_settings, house_rules
from games.queries.play.lobby import (
    seated_at,
    table_of,
    table_where_i_am,
    wait_at,
    waits_for_seat,
)
from games.web import preferences
from games.web.elsewhere import note_link
from games.web.forms import MemberForm
from games.web.requests import player_of, viewer_of
from games.web.views import lessons

JOIN: Final = "games/join.html"


@never_cache
@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat the caller among bots, ready to play, with one press; a caller without an account becomes a guest."""
    if request.method == "GET":
        return redirect("lobby")  # the address of a refused form, loaded again
    first, *_others = club_settings().presets
    rules = PRESETS.get(request.POST.get("rules", first.key))
    if rules is None:
        raise Refused("table.rules")
    now = timezone.now()
    with transaction.atomic():  # no guest stays behind without a table
        viewer = viewer_of(request)
        player = viewer or guests.new_guest(now=now)
        table = guests.play_now(
            by=player,
            rules=rules,
            commitment=request.POST.get("commitment", "").strip(),
            now=now,
        )
    if viewer is None:
        _let_in(request, player)
    return redirect("table", table.pk)


@never_cache
@require_http_methods(["GET", "POST"])
def play_with_friends(request: HttpRequest) -> HttpResponse:
    """Open a table for friends, or find the player's open one, and show its link."""
    if request.method == "GET":
        return redirect("lobby")
    now = timezone.now()
    with transaction.atomic():  # no guest stays behind without a table
        viewer = viewer_of(request)
        player = viewer or guests.new_guest(now=now)
        rules = club_settings().presets[0]
        table = friends.open_for_friends(by=player, rules=rules, now=now)
    if viewer is None:
        _let_in(request, player)
    return redirect("invitations", table.pk)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def play_again(request: HttpRequest, table_id: int) -> HttpResponse:
    """Redirect players of a closed table to the table that follows it. It is opened if it doesn't exist."""
    if request.method == "GET":
        return redirect("table", table_id)
    by, now = player_of(request), timezone.now()
    table = friends.play_again(by=by, table_id=table_id, now=now)
    return redirect("table", table.pk)


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Seat the reader at a table by its host's link or code, immediately or after the current deal.

    A GET only shows a page with a button, so that a link preview seats nobody. Visitors may give a name and become
    guests.
    """
    typed = request.POST.get("code", request.GET.get("code", ""))[:40]
    viewer, now = viewer_of(request), timezone.now()
    context: dict[str, object] = {"code": typed, "name": request.POST.get("name", "")}
    if request.method == "GET":
        if viewer is not None and (table := table_where_i_am(viewer, typed)) is not None:
            return redirect("table", table.pk)
        return _invitation(request, typed, context) if typed else render(request, JOIN, context)
    table = None
    try:
        with codes.wrong_codes_counted(by=viewer, now=now), transaction.atomic():
            table = friends.table_of_link(typed)
            if viewer is None and table.chips_per_point:
                raise Refused("guest.member-only")
            player = viewer or guests.new_guest(now=now, name=request.POST.get("name", "").strip())
            friends.come_by_link(by=player, code=typed, now=now)
    except Refused as refusal:
        invites = {} if table is None else _who_invites(table)  # of a wrong code nothing is said
        context |= {"refusal": refusal, **invites}
        return render(request, JOIN, context, status=refusal.status)
    if viewer is None:
        _let_in(request, player)
    if not table.spectators and waits_for_seat(table.pk, player):
        free = table.seats.filter(player=None).count()
        said = _(
            "You'll get a seat as soon as the current deal is over. The table will appear on this page."
        )
        if wait_at(table, player, free=free).kind == "full":
            said = _(
                "The table is full. You'll get the next free seat, and the table will appear on this page."
            )
        messages.success(request, said)
        return redirect("lobby")
    return redirect("table", table.pk)


def _invitation(request: HttpRequest, code: str, context: dict[str, object]) -> HttpResponse:
    """Show who invites by this link and who sits at the table, or that the link no longer works.

    Opening the page with a wrong code counts as an attempt to guess one, as pressing its button does; visitors are
    counted by their network's address. Correct codes are not counted.
    """
    viewer = viewer_of(request)
    known = viewer is not None and not viewer.is_guest
    who = (
        f"player:{request.user.pk}"
        if known
        else f"address:{network_of(request.META.get('REMOTE_ADDR'))}"
    )
    try:
        require_left("joins", who)
        with codes.wrong_codes_counted(by=viewer, now=timezone.now()):
            table = codes.table_of_code(code)
    except Refused as refusal:
        if refusal.code == "code.unknown":
            note("joins", who)
        said = Refused("code.ended") if refusal.code == "code.unknown" else refusal
        return render(request, JOIN, {"refusal": said, "name": ""}, status=said.status)
    return render(request, JOIN, {**context, **_who_invites(table)})


def _who_invites(table: Table) -> dict[str, object]:
    """Return the table's host and the names of the people seated there, for the page of an invitation."""
    return {"host": table.opened_by, "seated": listed(seated_at(table))}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def way_back(request: HttpRequest) -> HttpResponse:
    """Offer guests a link for continuing in another browser. Each POST makes a new one."""
    if not player_of(request).is_guest:
        return redirect("lobby")
    table = table_of(player_of(request))
    if request.method == "GET":
        return render(request, "games/way_back.html", {"table": table})
    key = make_way_back(by=player_of(request), now=timezone.now())
    link = whole_address(f"{reverse('login-card')}?{urlencode({'key': key})}")
    shown = {"table": table, "link": link, "qr": mark_safe(qr_svg(link))}  # noqa: S308 - drawn here
    response = render(request, "games/way_back.html", shown)
    note_link(request, response, player_of(request))
    return response


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def become_member(request: HttpRequest) -> HttpResponse:
    """Ask for a name and a password, and make a member.

    Guests keep their deals. The link may carry the key of an invitation.
    """
    viewer = viewer_of(request)
    if viewer is not None and not viewer.is_guest:
        return redirect("lobby")
    now, key = timezone.now(), request.POST.get("key", request.GET.get("key", ""))[:60]
    invited = guests.invitation_of(key, now=now) if key else None
    guest = viewer if invited is None or invited.guest is None else invited.guest
    context: dict[str, object] = {
        "key": key,
        "may": invited or bool(house_rules().guests_join),
        "stale": key and not invited,
        "guest": guest,
    }
    if request.method == "GET":
        form = MemberForm(initial={"display_name": guest.display_name} if guest else None)
        return render(request, "games/become_member.html", {**context, "form": form})
    form = MemberForm(request.POST, instance=Player(pk=guest.pk) if guest else None)
    if not form.is_valid():
        return render(request, "games/become_member.html", {**context, "form": form}, status=422)
    read = form.cleaned_data
    try:
        member = guests.become_member(
            guest=guest,
            username=read["username"],
            display_name=read["display_name"],
            password=read["password1"],
            key=key,
            now=now,
        )
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        context["form"] = form
        return render(request, "games/become_member.html", context, status=refusal.status)
    _let_in(request, member)
    messages.success(request, _("Welcome to the club, %(name)s.") % {"name": member.shown_name})
    return redirect("lobby")


def _let_in(request: HttpRequest, player: Player) -> None:
    """Log in a new guest or member, and copy this browser's preferences and progress in the lessons to them."""
    preferences.carry_over(request, player)
    lessons.carry_over(request, player)
    login(request, player)
