"""Page of the club's settings, for its owners."""

from __future__ import annotations

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.commands.club.founding import set_club_settings
from games.common.addresses import listens_to_the_room
from games.common.own_address import keep
from games.errors import Refused
from games.queries.club.house import club_settings
from games.web.answers import see_other
from games.web.requests import owner_of
from games.web.views.club.first_steps import put_away, set_clock
from games.web.views.club.forms import ClubSettingsForm
from games.web.views.club.reached import tried_sites


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def club_settings_page(request: HttpRequest) -> HttpResponse:
    """Show owners the club's settings, and save them."""
    by, held, status = owner_of(request), club_settings(), 200
    if request.POST.get("act") == "away":
        return put_away(request)
    if request.POST.get("act") == "clock":
        return set_clock(request, by)
    form = ClubSettingsForm(request.POST or None, held=held)
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                with transaction.atomic():
                    set_club_settings(by=by, settings=form.settings(held), now=timezone.now())
                    keep_address(form)
            except Refused as refused:
                form.add_error(refused.field or None, refused.sentence)
                status = refused.status
            else:
                messages.success(request, _("The club's settings have been saved."))
                return see_other("club-settings")
    page = {
        "form": form,
        "sites": tried_sites(),
        "room": listens_to_the_room(),
        "version": site.TUSAC_VERSION,
    }
    return render(request, "games/club/settings.html", page, status=status)


def keep_address(form: ClubSettingsForm) -> None:
    """Save the address of a valid form, unless the environment sets it. Raises Refused("club.disk")."""
    if site.TUSAC_SITE_IS_FIXED:
        return
    try:
        keep(site.VAR_DIR, form.cleaned_data["address"])
    except OSError:
        raise Refused("club.disk") from None
