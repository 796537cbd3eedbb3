"""Play now, with or without an account; how a guest becomes a member; and coming to a table by its code."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.commands.people import guests
from games.commands.table import codes
from games.engine.rules import PRESETS
from games.errors import Refused
from games.models import Player
from games.queries.club.house import club_settings, house_rules
from games.web import preferences
from games.web.forms import MemberForm
from games.web.requests import viewer_of
from games.web.views import lessons


@never_cache
@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Sit down among bots and be ready, in one press; somebody without an account becomes a guest of this browser."""
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
def join(request: HttpRequest) -> HttpResponse:
    """Join a table by its host's code; a link may contain it, and only the button uses it."""
    typed = request.POST.get("code", request.GET.get("code", ""))[:40]
    if request.method == "GET":
        return render(request, "games/join.html", {"code": typed})
    viewer, now = viewer_of(request), timezone.now()
    try:
        with codes.wrong_codes_counted(by=viewer, now=now), transaction.atomic():
            table = codes.table_of_code(typed)
            if viewer is None and table.chips_per_point:
                raise Refused("guest.member-only")
            player = viewer or guests.new_guest(now=now)
            codes.join_by_code(by=player, code=typed)
    except Refused as refusal:
        context = {"code": typed, "refusal": refusal}
        return render(request, "games/join.html", context, status=refusal.status)
    if viewer is None:
        _let_in(request, player)
    return redirect("table", table.pk)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def become_member(request: HttpRequest) -> HttpResponse:
    """Choose a name and a password: a guest's deals stay theirs. An invitation's key comes with its link."""
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
    """Log in a new guest or member, with what this browser preferred and learned."""
    preferences.carry_over(request, player)
    lessons.carry_over(request, player)
    login(request, player)
