"""Page of the club's backups, for owners: download the whole club as one file, and make the passphrase for it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands
from games.errors import Refused
from games.infrastructure.backup import shelf
from games.models import Player
from games.presenters.club.backups import backup_page
from games.web.answers import see_other
from games.web.requests import owner_of


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def backup(request: HttpRequest) -> HttpResponseBase:
    """Show owners when the last backup was made; a POST makes a backup or a new passphrase."""
    owner = owner_of(request)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            return _done(request, owner)
        except Refused as error:
            refused = error
            messages.error(request, error.sentence)
    return _page(request, status=refused.status if refused else 200)


def _done(request: HttpRequest, owner: Player) -> HttpResponseBase:
    act, now = request.POST.get("act", ""), timezone.now()
    if act == "make":
        digits = commands.make_passphrase(by=owner, known=request.POST.get("known", ""), now=now)
        return _page(request, digits=digits)
    if act == "try":
        commands.try_passphrase(by=owner, digits=request.POST.get("digits", ""))
        messages.success(request, _("The digits are correct: this paper opens the backups."))
        return see_other("backup")
    if act != "save":
        return see_other("backup")
    begun = commands.take_backup(by=owner, now=now)
    name = shelf.name_of(timezone.localdate(now))
    return StreamingHttpResponse(
        begun,
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _page(request: HttpRequest, *, digits: str = "", status: int = 200) -> HttpResponse:
    page = backup_page(now=timezone.now())
    return render(
        request,
        "games/backup.html",
        {"page": page, "digits": digits.split()},
        status=status,
    )
