"""The rules of the house, for whoever looks; an owner sets them here."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.errors import Refused
from games.presenters.house import house_page
from games.queries.club import house_rules
from games.web.answers import see_other
from games.web.forms import HouseRulesForm
from games.web.requests import player_of, viewer_of


@never_cache
@require_http_methods(["GET", "POST"])
def house(request: HttpRequest) -> HttpResponse:
    """What the club has decided for itself, and what became of it when; with the form for an owner."""
    viewer = viewer_of(request)
    form, status = HouseRulesForm(held=house_rules()), 200
    if request.method == "POST":
        viewer = player_of(request)
        if not viewer.is_superuser:
            raise Refused("club.owner")
        form = HouseRulesForm(request.POST, held=house_rules())
        if form.is_valid():
            commands.set_house_rules(by=viewer, rules=form.rules(), now=timezone.now())
            messages.success(
                request, _("The rules of the house are set; everybody can read them here.")
            )
            return see_other("house")
        status = 422
    owner = viewer is not None and viewer.is_superuser
    page = {"page": house_page(), "form": form if owner else None}
    return render(request, "games/house.html", page, status=status)
