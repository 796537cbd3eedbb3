"""Pages about members: one member's page, ratings, and an invitation to become a member."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.commands.people import guests
from games.commands.people.preferences import hide_rating
from games.common.addresses import whole_address
from games.engine.rules import PRESETS
from games.errors import Refused
from games.presenters.people.member import member_page
from games.presenters.people.ratings import ratings_page
from games.presenters.qr import qr_svg
from games.queries.finished.pagination import cursor
from games.queries.people.member import get_member, get_walk_in, goes_on_as
from games.queries.people.ratings import rated_rules
from games.web.requests import player_of


@login_required
@never_cache
@require_safe
def member(request: HttpRequest, member_id: int) -> HttpResponse:
    """Show members the page of a member; for a merged account, redirect to the account that stayed."""
    number = cursor(str(member_id)) or 0
    if (stays := goes_on_as(number)) is not None:
        return redirect("member", stays)
    page = member_page(
        get_member(number),
        player_of(request),
        before=cursor(request.GET.get("before")),
        after=cursor(request.GET.get("after")),
    )
    return render(request, "games/member.html", {"page": page})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invite_to_club(request: HttpRequest) -> HttpResponse:
    """Make a link with which one person can become a member. It is shown only this once."""
    by = player_of(request)
    if not by.runs_the_club:
        raise Refused("member.director")
    sent = request.POST.get("guest") or request.GET.get("guest")
    guest = get_walk_in(cursor(sent) or 0) if sent else None
    context: dict[str, object] = {"guest": guest}
    if request.method == "POST":
        key = guests.invite_to_club(by=by, guest=guest, now=timezone.now())
        address = f"{reverse('become-member')}?{urlencode({'key': key})}"
        link = whole_address(address)
        context |= {"link": link, "qr": mark_safe(qr_svg(link))}  # noqa: S308 - drawn here
    return render(request, "games/invite_to_club.html", context)


@login_required
@never_cache
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Show members the ratings under a rule set; an unknown one shows the first rule set's."""
    known = rated_rules() or list(PRESETS)
    asked = request.GET.get("rules", "")
    page = ratings_page(
        player_of(request),
        asked if asked in known else known[0],
        before=cursor(request.GET.get("before")),
        provisional=request.GET.get("provisional") == "1",
    )
    return render(request, "games/ratings.html", {"page": page})


@login_required
@require_POST
def hide(request: HttpRequest) -> HttpResponse:
    """Hide the viewer's own ratings from everyone else, or show them again."""
    hide_rating(by=player_of(request), hidden=request.POST.get("hidden") == "1")
    return redirect("ratings")
