"""Page for the first start: the person with the link becomes the club's owner and enters its settings."""

from __future__ import annotations

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.club.settings import ClubSettings
from games.commands.club.founding import found_club, found_demo_club
from games.common.addresses import listens_to_the_room
from games.common.dialect import page_language
from games.errors import Refused
from games.models import Player
from games.queries.club.first_owner import opens
from games.web.answers import see_other
from games.web.forms import MemberForm
from games.web.views.club.forms import ClubSettingsForm, proposed_zone
from games.web.views.club.reached import tried_sites
from games.web.views.club.settings import keep_address


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def first_owner(request: HttpRequest) -> HttpResponse:
    """Ask for the first owner's account and the club's settings, and found the club.

    Raises Refused without the right link, and once the club has a member.
    """
    key = request.GET.get("key", "")
    if not opens(key):
        raise Refused("first-owner.closed")
    said = request.POST if request.method == "POST" else None
    if said is not None and said.get("act") == "demo" and not site.PRODUCTION:
        return _demo(request)
    account, held = _account_form(said), ClubSettings(language=page_language())
    form = ClubSettingsForm(said, held=held)
    status = 200
    if said is not None:
        status = 422
        # Both are asked, so that each says what is wrong with it.
        if all([account.is_valid(), form.is_valid()]):
            try:
                with transaction.atomic():
                    owner = _found(account, form.settings(held))
                    keep_address(form)
            except Refused as refused:
                if refused.code == "first-owner.closed":
                    raise
                form.add_error(refused.field or None, refused.sentence)
                status = refused.status
            else:
                login(request, owner)
                messages.success(
                    request, _("The club is yours, %(name)s.") % {"name": owner.shown_name}
                )
                return see_other("lobby")
    page = {
        "account": account,
        "form": form,
        "sites": tried_sites(),
        "room": listens_to_the_room(),
        "key": key,
        "demo": not site.PRODUCTION,
    }
    return render(request, "games/club/first_owner.html", page, status=status)


def _found(account: MemberForm, settings: ClubSettings) -> Player:
    read = account.cleaned_data
    return found_club(
        username=read["username"],
        display_name=read["display_name"],
        password=read["password1"],
        settings=settings,
        now=timezone.now(),
    )


def _demo(request: HttpRequest) -> HttpResponse:
    """Found the demo club, log in its owner, and show its accounts."""
    zone = "" if site.TUSAC_TIME_ZONE_IS_FIXED else proposed_zone()
    try:
        with transaction.atomic():
            made = found_demo_club(settings=ClubSettings(time_zone=zone), now=timezone.now())
            login(request, Player.objects.get(username=made[0].account.username))
    except OSError:
        raise Refused("club.disk") from None
    return render(request, "games/club/demo.html", {"made": made})


def _account_form(said: QueryDict | None) -> MemberForm:
    """Return the form for the owner's account, without autofocus since the club's own questions come first."""
    form = MemberForm(said)
    form.fields["username"].widget.attrs.pop("autofocus", None)
    return form
