"""Switches the coach on or off for one browser, by a cookie."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import queries
from games.presenters.learning.coach import Coach, coach_of
from games.queries.people.member import has_finished_a_lesson
from games.queries.play.seen_table import SeenTable
from games.web.requests import viewer_of

COOKIE = "coach"
_YEAR = 365 * 24 * 3600


_FIRST_DEALS = 3
"""A guest has the coach unasked in so many deals of a table."""


def coach_at(request: HttpRequest, page: SeenTable) -> Coach | None:
    """Return the coach for this browser; None if no coach is available at this table or the viewer has no seat.

    Until the player chooses, the coach is on in guests' first deals, and at members' own tables until they have
    finished a lesson.
    """
    wanted = request.COOKIES.get(COOKIE)
    if wanted is not None:
        return coach_of(page, on=wanted == "1")
    viewer, shown = viewer_of(request), page.current
    if viewer is None or shown is None or not page.table.has_coach:
        return coach_of(page, on=False)
    if viewer.is_guest:
        return coach_of(page, on=shown.deal.number <= _FIRST_DEALS, last_deal=_FIRST_DEALS)
    unlearned = page.table.opened_by_id == viewer.pk and not has_finished_a_lesson(viewer)
    return coach_of(page, on=unlearned, last_deal=0)


@never_cache
@require_http_methods(["GET", "POST"])
def coach(request: HttpRequest, table_id: int) -> HttpResponse:
    """Switch the coach on (`on=1`) or off, and redirect to the table."""
    back = redirect("table", queries.get_table(table_id).pk)
    if request.method == "POST":
        back.status_code = 303
        keep(request, back, on=request.POST.get("on") == "1")
    return back


def keep(request: HttpRequest, answer: HttpResponse, *, on: bool) -> None:
    """Store in this browser whether the coach is on."""
    value = "1" if on else "0"
    answer.set_cookie(
        COOKIE, value, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
    )
