"""What a page asks now and then wherever its reader is: at which other tables it is their turn."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.presenters.turns import turn_notices
from games.queries.pagination import cursor
from games.web.requests import viewer_of


@require_safe
@never_cache
def turns(request: HttpRequest) -> HttpResponse:
    """The notices for a page that shows the table `here`; 204 where they are those that it shows."""
    found = turn_notices(viewer_of(request), here=cursor(request.GET.get("here")))
    if request.GET.get("turns", "") == found.etag:
        return HttpResponse(status=204)
    return render(request, "games/_live.html#notices", {"turns": found})
