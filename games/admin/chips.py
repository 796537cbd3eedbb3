"""The director's two actions in the list of players: to grant chips, and to take a mistaken grant back.

Each asks, shows what it will do, and does it: three steps of one address. Only the last one writes, once for each page
that was confirmed, however often its button is pressed.
"""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import commands
from games.admin.forms import GrantForm, TakeBackForm
from games.commands.club.chips import needs_second
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balances
from games.models import Player
from games.presenters.amounts import in_unit, of_unit
from games.presenters.people import transfers
from games.queries.club.grants import grants_of

ASK, SHOW, DO = "ask", "show", "do"
"""The value of `step` in what is sent: nothing or `ask` gives the form, `show` the confirmation, `do` does it."""


@admin.action(
    permissions=["grant"],
    description=of_unit(gettext_noop("Grant %(unit)s to the selected players")),
)
def grant_chips(
    modeladmin: Any, request: HttpRequest, queryset: QuerySet[Player]
) -> HttpResponse | None:
    """Grant the selected members so many chips each, for a reason."""
    players = list(queryset.order_by("display_name", "username"))
    step = request.POST.get("step")
    form = GrantForm(request.POST if step in (SHOW, DO) else None)
    page: dict[str, Any] = {"action": "grant_chips", "players": players}
    page["title"] = of_unit(gettext_noop("Grant %(unit)s"))
    if step not in (SHOW, DO) or not form.is_valid():
        return _asked(modeladmin, request, form, page)
    amount, reason = form.cleaned_data["amount"], form.cleaned_data["reason"]
    if step == SHOW:
        return _shown(modeladmin, request, form, page, dict.fromkeys(players, amount))
    by, now = cast(Player, request.user), timezone.now()
    try:
        key = _idempotency_key(request)
        waits = needs_second(by=by, chips=amount * len(players), wish=key.hex, now=now)
        granted = commands.grant_chips(
            by=by,
            players=players,
            amount=amount,
            reason=reason,
            idempotency_key=key,
            now=now,
        )
    except Refused as error:
        form.add_error(None, error.sentence)
        return _asked(modeladmin, request, form, page, status=error.status)
    if not granted:
        return _done(request, _("This was granted before; nothing was granted twice."))
    if waits:
        said = _("A second director has to confirm that: it waits under %(page)s.")
        return _done(request, said % {"page": reverse("staff")})
    for player in granted:
        modeladmin.log_change(
            request,
            player,
            _("Granted %(sum)s: %(reason)s") % {"sum": in_unit(amount), "reason": reason},
        )
    said = ngettext(
        "%(sum)s were granted to %(number)d player.",
        "%(sum)s were granted to each of %(number)d players.",
        len(granted),
    )
    return _done(request, said % {"sum": in_unit(amount), "number": len(granted)})


@admin.action(
    permissions=["grant"],
    description=of_unit(gettext_noop("Take a mistaken grant of %(unit)s back")),
)
def take_back_chips(
    modeladmin: Any, request: HttpRequest, queryset: QuerySet[Player]
) -> HttpResponse | None:
    """Take one grant to the selected member back, for a reason."""
    players = list(queryset[:2])
    if len(players) != 1:
        modeladmin.message_user(request, _("Select one player."), messages.ERROR)
        return None
    player, step = players[0], request.POST.get("step")
    given = {grant.key: grant for grant in grants_of(player)}
    chosen = given.get(request.POST.get("grant", ""))
    if step == DO and chosen is not None and chosen.taken_back:
        return _done(request, _("This grant was taken back before; nothing was taken twice."))
    form = TakeBackForm(
        request.POST if step in (SHOW, DO) else None,
        choices=[
            (grant.key, _words(grant.key, grant.memo, grant.amount, grant.at))
            for grant in given.values()
            if not grant.taken_back
        ],
    )
    page: dict[str, Any] = {
        "action": "take_back_chips",
        "title": _("Take a grant back"),
        "players": players,
        "nothing": not form.fields["grant"].choices,  # type: ignore[attr-defined]
    }
    if step not in (SHOW, DO) or not form.is_valid() or chosen is None:
        return _asked(modeladmin, request, form, page)
    if step == SHOW:
        return _shown(modeladmin, request, form, page, {player: -chosen.amount})
    reason = form.cleaned_data["reason"]
    try:
        commands.take_back_grant(
            by=cast(Player, request.user), key=chosen.key, reason=reason, now=timezone.now()
        )
    except Refused as error:
        form.add_error(None, error.sentence)
        return _asked(modeladmin, request, form, page, status=error.status)
    said = {"sum": in_unit(chosen.amount), "reason": reason}
    modeladmin.log_change(request, player, _("Took %(sum)s back: %(reason)s") % said)
    return _done(request, _("%(sum)s were taken back.") % said)


def _words(key: str, memo: str, amount: int, at: Any) -> str:
    when = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
    return f"{when} · {amount} · {transfers.transfer_words(key, memo, None)}"


def _idempotency_key(request: HttpRequest) -> UUID:
    """Return the id of the confirmation page. Raises Refused where it has none."""
    try:
        return UUID(request.POST.get("idempotency_key", ""))
    except ValueError as error:
        raise Refused("chips.form") from error


def _asked(
    modeladmin: Any, request: HttpRequest, form: Any, page: dict[str, Any], status: int = 200
) -> HttpResponse:
    if form.errors and status == 200:
        status = 422
    return _page(modeladmin, request, {**page, "form": form, "next": SHOW}, status)


def _shown(
    modeladmin: Any,
    request: HttpRequest,
    form: Any,
    page: dict[str, Any],
    amounts: dict[Player, int],
) -> HttpResponse:
    """Yield what will be done, player by player; the button sends a key that counts once."""
    held = balances(member_account(player.pk) for player in amounts)
    rows = [
        (player, held[member_account(player.pk)], amount, held[member_account(player.pk)] + amount)
        for player, amount in amounts.items()
    ]
    more = {"rows": rows, "said": form.cleaned_data, "idempotency_key": uuid4(), "next": DO}
    return _page(modeladmin, request, {**page, **more}, 200)


def _page(modeladmin: Any, request: HttpRequest, page: dict[str, Any], status: int) -> HttpResponse:
    context = {**modeladmin.admin_site.each_context(request), "opts": modeladmin.opts, **page}
    return TemplateResponse(request, "admin/games/player/chips.html", context, status=status)


def _done(request: HttpRequest, said: str) -> HttpResponse:
    messages.success(request, said)
    return HttpResponseRedirect(request.get_full_path())
