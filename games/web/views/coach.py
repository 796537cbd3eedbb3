"""Switching the coach on or off, each for themselves: a cookie of the browser."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import queries
from games.queries.seen import SeenTable
from games.web.requests import viewer_of

COOKIE = "coach"
_YEAR = 365 * 24 * 3600


_FIRST_DEALS = 3
"""A guest has the coach unasked in so many deals of a table."""


def is_on(request: HttpRequest, page: SeenTable) -> bool:
    """Whether this browser wants the coach, where a table allows it; a guest who has not said so needs it at first."""
    wanted = request.COOKIES.get(COOKIE)
    if wanted is not None:
        return wanted == "1"
    viewer, shown = viewer_of(request), page.current
    if viewer is None or not viewer.is_guest or shown is None:
        return False
    return (shown.deal.number or 1) <= _FIRST_DEALS


@never_cache
@require_http_methods(["GET", "POST"])
def coach(request: HttpRequest, table_id: int) -> HttpResponse:
    """Switch the coach on (`on=1`) or off, and back to the table."""
    back = redirect("table", queries.get_table(table_id).pk)
    if request.method == "POST":
        on = "1" if request.POST.get("on") == "1" else "0"
        back.status_code = 303
        back.set_cookie(
            COOKIE, on, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
        )
    return back
