"""The page of notices, and the poll by which every page gets its news."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.common.dialect import page_language
from games.models import Player
from games.queries.finished.pagination import cursor
from games.web.requests import player_of, viewer_of
from notices import commands, queries
from notices.presenters.words import lines, news, shown_count


@require_safe
@never_cache
def turns(request: HttpRequest) -> HttpResponse:
    """Return the news for a page that shows the table `here`; 204 if the page already has this news."""
    found = news(viewer_of(request), here=cursor(request.GET.get("here")))
    if request.GET.get("turns", "") == found.etag:
        return HttpResponse(status=204)
    return render(request, "games/_live.html#notices", {"turns": found})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """Show the tables that await the member, and their notices, newest first.

    A POST marks notices as read, or sets whether they come by mail.
    """
    player = player_of(request)
    if request.method == "POST":
        if "mail" in request.POST:
            commands.wish_mail(
                by=player, by_mail=request.POST["mail"] == "1", language=page_language()
            )
        upto = cursor(request.POST.get("upto"))
        if upto is not None:
            commands.mark_read(by=player, upto=upto)
        return HttpResponseRedirect(reverse("notices"), status=303)
    before = cursor(request.GET.get("before"))
    page = queries.page_of_notices(player, before=before)
    found = news(player) if before is None else None
    return render(
        request,
        "notices/notices.html",
        {
            "waiting": found.notices if found else (),
            "told": found.etag if found else "",
            "lines": lines(page.notices),
            "older": page.older,
            "newest": page.notices[0].pk if page.notices else None,
            "club_mails": bool(settings.EMAIL_HOST),
            "by_mail": queries.wants_mail(player),
            "has_address": bool(player.email),
        },
    )


def unread(request: HttpRequest) -> dict[str, Callable[[], str]]:
    """Provide templates with the number of unread notices; it is read only if a template uses it, and only once."""

    @cache
    def unread_notices() -> str:
        viewer: Player | None = viewer_of(request) if hasattr(request, "user") else None
        return "" if viewer is None or viewer.is_guest else shown_count(queries.unread(viewer))

    return {"unread_notices": unread_notices}
