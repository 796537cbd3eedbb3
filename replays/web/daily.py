"""The page of the puzzle of the day, for anybody.

The answer and the streak are kept in the browser, in a signed cookie.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.engine.cards import Card
from games.errors import Refused
from games.infrastructure.throttling import count_stranger
from games.queries.play.deals import seat_of
from games.web.answers import see_other
from games.web.requests import viewer_of
from replays.presenters.puzzles import puzzle_page
from replays.queries.daily import puzzle_of
from replays.queries.puzzles import Posed, choice_of

COOKIE: Final = "daily_puzzle"
_SALT: Final = "replays.daily"
_KEPT: Final = 60 * 24 * 3600


class Answered(NamedTuple):
    """The last answer of this browser."""

    day: date
    puzzle: str
    card: int
    streak: int
    """Days in a row with an answer."""


@require_http_methods(["GET", "POST"])
@never_cache
@vary_on_headers("Cookie")
def daily(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day; a POST answers it once."""
    count_stranger(request)  # a whole deal is worked through for each look
    today = timezone.localdate()
    posed = puzzle_of(today)
    before = _answered(request)
    own = before if before and (before.day, before.puzzle) == (today, str(posed.puzzle)) else None
    deal = posed.deal
    knows_it = deal is not None and seat_of(deal.pk, viewer_of(request)) is not None
    refusal = None
    if request.method == "POST" and not (own or knows_it):
        try:
            return _keep(request, posed, today, before)
        except Refused as error:
            refusal = error
    page = puzzle_page(posed, answer=Card(own.card) if own else None, knows_it=knows_it, answers={})
    context = {"page": page, "refusal": refusal, "streak": own.streak if own else 0}
    return render(request, "replays/puzzle.html", context, status=422 if refusal else 200)


def _keep(request: HttpRequest, posed: Posed, today: date, before: Answered | None) -> HttpResponse:
    """Store the answer and the streak in the browser's cookie. Raises Refused("puzzle.no-choice")."""
    card = choice_of(posed, request.POST.get("card", ""))
    streak = 1
    if (
        before and before.day == today
    ):  # the deal of the morning was shut: it was answered all the same
        streak = before.streak
    elif before and before.day == today - timedelta(days=1):
        streak = before.streak + 1
    answer = see_other("daily-puzzle")
    answer["Location"] = reverse("daily-puzzle") + "#solved"
    answer.set_signed_cookie(
        COOKIE,
        f"{today.isoformat()} {posed.puzzle} {int(card)} {streak}",
        salt=_SALT,
        max_age=_KEPT,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer


def _answered(request: HttpRequest) -> Answered | None:
    kept = request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=_KEPT)
    if not kept:
        return None
    day, puzzle, card, streak = kept.split()
    return Answered(date.fromisoformat(day), puzzle, int(card), int(streak))
