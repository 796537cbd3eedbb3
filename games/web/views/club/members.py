"""Pages on which directors manage members: balances, grants of chips, forgotten passwords, names, closing.

Owners also set duties there. Each button does one thing, at most once per page shown, and is logged with its author
and reason.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from games import commands
from games.commands.club.chips import needs_second
from games.commands.people.accounts import GIVEN_HERE, change_account, duties_of, set_duties
from games.commands.people.cards import evening_of, replace_password
from games.errors import Refused
from games.ledger.accounts import member_account as chips_of
from games.ledger.queries import balance, balances
from games.models import Player
from games.presenters.amounts import in_unit, of_unit
from games.presenters.club.acts import duties_words
from games.presenters.club.conduct import own_reports
from games.presenters.people.transfers import transfer_words
from games.queries.club.grants import grants_of
from games.queries.finished.pagination import cursor
from games.queries.people.member import get_member
from games.queries.people.people import searched
from games.web.answers import see_other
from games.web.requests import player_of
from games.web.views.club.member_forms import DutiesForm, GrantForm, MemberAccountForm, WhyForm
from games.web.views.newcomers.cards import print_sheet

PAGE = 100
"""Members on a page."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def members(request: HttpRequest) -> HttpResponse:
    """Show directors all members with their balances, and grant chips to several with one press."""
    by, status = _director(request), 200
    form = GrantForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        status = _carried(request, by, "grant", form)
        if status == 303:
            return HttpResponseRedirect(request.get_full_path(), status=303)
    term = request.GET.get("q", "")
    found = searched(Player.objects.filter(is_guest=False), term).order_by("searched", "pk")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    held = balances(chips_of(one.pk) for one in page)
    shown = {
        "page": page,
        "rows": [(one, held[chips_of(one.pk)]) for one in page],
        "term": term,
        "form": form,
        "chosen": {cursor(key) for key in request.POST.getlist("players")},
    }
    return render(request, "games/club/members.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def member_account(request: HttpRequest, member_id: int) -> HttpResponse:
    """Show directors one member's account, and carry out the form that they submit."""
    by, status = _director(request), 200
    player = get_member(cursor(str(member_id)) or 0)
    act = request.POST.get("act", "")

    def sent(wanted: str) -> Any:
        return request.POST if act == wanted else None

    page: dict[str, forms.BaseForm] = {
        "grant": GrantForm(sent("grant"), initial={"players": [player.pk]}, auto_id="grant_%s"),
        "take": WhyForm(sent("take"), auto_id="take_%s"),
        "card": WhyForm(sent("card"), auto_id="card_%s"),
        "save": MemberAccountForm(sent("save"), instance=get_member(player.pk), auto_id="save_%s"),
    }
    if by.is_superuser and by != player and player.is_active:
        held = {name: getattr(player, name) for name in GIVEN_HERE}
        page["duties"] = DutiesForm(sent("duties"), initial=held, auto_id="duties_%s")
    page["grant"].fields["amount"].label = of_unit(gettext_noop("%(unit)s to grant"))
    if request.method == "POST":
        if act not in page:
            raise Refused("list.filter")
        if act == "card":
            sheet = _card(request, by, player, page["card"])
            if sheet is not None:
                return sheet
            status = 422
        else:
            status = _carried(request, by, act, page[act], player)
        if status == 303:
            return see_other("member-account", player.pk)
    shown = {
        "member": player,
        "balance": balance(chips_of(player.pk)),
        "grants": [(one, transfer_words(one.key, one.memo, None)) for one in grants_of(player)],
        "reports": own_reports(player),
        "act": act,
        "wrong": page.get(act),
        "forms": page,
    }
    return render(request, "games/club/member_account.html", shown, status=status)


def _director(request: HttpRequest) -> Player:
    by = player_of(request)
    if not by.runs_the_club:
        raise Refused("member.director")
    return by


def _carried(
    request: HttpRequest, by: Player, act: str, form: Any, player: Player | None = None
) -> int:
    """Do what the form asks and return 303; if that fails, show the error in the form and return its status."""
    if not form.is_valid():
        return 422
    try:
        if player is None or act == "grant":
            said = _granted(by, form.cleaned_data)
        elif act == "take":
            said = _taken_back(by, player, request.POST.get("grant", ""), form.cleaned_data)
        elif act == "duties":
            said = _given_duties(by, player, form)
        else:
            said = _saved(by, form)
    except Refused as refused:
        form.add_error(None, refused.sentence)
        return refused.status
    messages.success(request, said)
    return 303


def _granted(by: Player, asked: dict[str, Any]) -> str:
    now, key = timezone.now(), asked["idempotency_key"]
    players, amount = list(asked["players"]), asked["amount"]
    waits = needs_second(by=by, chips=amount * len(players), wish=key.hex, now=now)
    granted = commands.grant_chips(
        by=by,
        players=players,
        amount=amount,
        reason=asked["reason"],
        idempotency_key=key,
        now=now,
    )
    if not granted:
        return _("This grant had already been made. Nothing was granted twice.")
    if waits:
        return _(
            "One person can't grant that much in a day. The grant waits until a second director "
            "confirms it under “%(page)s”."
        ) % {"page": _("Staff actions")}
    said = ngettext(
        "%(number)d member was granted %(amount)s.",
        "%(number)d members were granted %(amount)s each.",
        len(granted),
    )
    return said % {"number": len(granted), "amount": in_unit(amount)}


def _taken_back(by: Player, player: Player, key: str, asked: dict[str, Any]) -> str:
    given = {grant.key: grant for grant in grants_of(player)}
    if key not in given:
        raise Refused("chips.no-grant")
    if not commands.take_back_grant(by=by, key=key, reason=asked["reason"], now=timezone.now()):
        return _("This grant had already been taken back. Nothing was taken twice.")
    return _("Taken back from %(name)s: %(amount)s.") % {
        "name": player.shown_name,
        "amount": in_unit(given[key].amount),
    }


def _saved(by: Player, form: MemberAccountForm) -> str:
    if not form.changes:
        return _("Nothing was changed.")
    change_account(
        by=by,
        player=form.instance,
        changed=form.changes,
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    return _("The account of %(name)s has been changed.") % {"name": form.instance.shown_name}


def _given_duties(by: Player, player: Player, form: DutiesForm) -> str:
    changed = set_duties(
        by=by,
        player=player,
        duties=form.duties,
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    if not changed:
        return _("Nothing was changed.")
    duties = duties_of(get_member(player.pk))
    if not duties:
        return _("%(name)s no longer has any duties.") % {"name": player.shown_name}
    said = _("%(name)s now has these duties: %(duties)s.")
    return said % {"name": player.shown_name, "duties": duties_words(sorted(duties))}


@sensitive_variables()
def _card(request: HttpRequest, by: Player, player: Player, form: Any) -> HttpResponse | None:
    """Return the page with a login card that replaces a forgotten password; None if the form has an error."""
    if not form.is_valid():
        return None
    now = timezone.now()
    try:
        card = replace_password(by=by, player=player, reason=form.cleaned_data["reason"], now=now)
    except Refused as refused:
        form.add_error(None, refused.sentence)
        return None
    return print_sheet(request, [card], evening_of(now))
