"""Page of the house rules, which anyone can read and owners can change."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.errors import Refused
from games.models import Player
from games.presenters.club.house import house_page
from games.queries.club.house import house_rules
from games.web.answers import see_other
from games.web.forms import HouseRulesForm
from games.web.requests import owner_of, viewer_of, whole

SET: Final = gettext_noop("The club rules are saved. Everyone can read them here.")
WAITS: Final = gettext_noop(
    "Your other changes apply now. Higher limits have to be confirmed first. "
    "Everyone can read the proposal here."
)


@never_cache
@require_http_methods(["GET", "POST"])
def house(request: HttpRequest) -> HttpResponse:
    """Show the house rules and their history; owners also get the form."""
    viewer = viewer_of(request)
    form, status = HouseRulesForm(held=house_rules()), 200
    if request.method == "POST":
        viewer = owner_of(request)
        if request.POST.get("act") in ("sign", "decline"):
            return _decide(request, viewer)
        form = HouseRulesForm(request.POST, held=house_rules())
        if form.is_valid() and (said := _set(viewer, form)):
            messages.success(request, said)
            return see_other("house")
        status = 422
    owner = viewer is not None and viewer.is_superuser
    page = {
        "page": house_page(viewer, now=timezone.now()),
        "form": form if owner else None,
    }
    return render(request, "games/house.html", page, status=status)


def _set(viewer: Player, form: HouseRulesForm) -> str:
    """Set the house rules and return a message; empty if the form shows an error."""
    try:
        waits = commands.set_house_rules(
            by=viewer, rules=form.rules(), reason=form.reason(), now=timezone.now()
        )
    except Refused as refused:
        if refused.code not in ("limits.reason", "limits.waits", "limits.owner-put-out"):
            raise
        form.add_error(refused.field or None, refused.sentence)
        return ""
    return _(WAITS) if waits else _(SET)


def _decide(request: HttpRequest, viewer: Player) -> HttpResponse:
    """Sign or decline a proposal to raise limits, and redirect to the house rules.

    For its author, declining means withdrawing it.
    """
    number, now = whole(request.POST.get("number"), "limits.none"), timezone.now()
    if request.POST.get("act") == "sign":
        commands.sign_limits(by=viewer, number=number, now=now)
        messages.success(request, _("The limits have been raised."))
    else:
        commands.decline_limits(by=viewer, number=number, now=now)
        messages.success(request, _("The limits stay as they were."))
    return see_other("house")
