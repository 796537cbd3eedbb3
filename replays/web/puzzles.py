"""Pages of puzzles, which ask members what they would discard at a moment of a real deal."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.common.addresses import whole_address
from games.errors import Refused
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from replays import queries
from replays.commands.puzzles import answer_puzzle, ask_puzzle, remove_puzzle
from replays.presenters.puzzles import puzzle_page
from replays.presenters.replay import draw_before, names_in
from replays.queries.puzzles import answer_of, answers_of, discard_at, knows_it, posed, puzzles
from replays.web.steps_cache import board
from replays.web.view_options import club_only, version_of


@require_safe
@vary_on_headers("Cookie")
@club_only
def every(request: HtmxHttpRequest) -> HttpResponse:
    """Show the club's newest puzzles, and mark those that the viewer has not answered."""
    return render(request, "replays/puzzles.html", {"puzzles": puzzles(player_of(request))})


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def ask(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Preview the discard `at` as a puzzle; a POST asks it. Raises Refused if there is no such discard."""
    said = request.POST if request.method == "POST" else request.GET
    at = version_of(said.get("at"))
    if at is None:
        raise Refused("puzzle.no-discard")
    if request.method == "POST":
        asked = ask_puzzle(by=player_of(request), deal_id=deal_id, version=at, now=timezone.now())
        return see_other("puzzle", asked.pk)
    deal, replay = queries.get_replay(deal_id)
    decision, _choices, _played = discard_at(replay, at)
    context = {
        "deal": deal,
        "at": at,
        "who": names_in(deal, replay)[decision.seat],
        "shown": draw_before(deal, replay, decision.seat, at),
    }
    return render(request, "replays/puzzle_asked.html", context)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def one(request: HtmxHttpRequest, puzzle_id: int) -> HttpResponse:
    """Show the puzzle; a POST answers it, or for its author removes it."""
    player = player_of(request)
    refusal = None
    if request.method == "POST":
        if "remove" in request.POST:
            remove_puzzle(by=player, puzzle_id=puzzle_id)
            messages.success(request, _("The puzzle and its answers have been deleted."))
            return see_other("puzzles")
        try:
            answer_puzzle(
                by=player,
                puzzle_id=puzzle_id,
                card=request.POST.get("card", ""),
                now=timezone.now(),
            )
        except Refused as error:
            if error.code == "puzzle.answered":  # pressed twice: the first one counts
                return redirect(reverse("puzzle", args=[puzzle_id]) + "#solved")
            if error.code != "puzzle.no-choice":
                raise
            refusal = error
        else:
            return redirect(reverse("puzzle", args=[puzzle_id]) + "#solved")
    asked = posed(puzzle_id)
    page = puzzle_page(
        asked,
        answer=answer_of(asked.puzzle, player),
        knows_it=knows_it(asked.puzzle, player),
        answers=answers_of(asked.puzzle),
    )
    context = {
        "page": page,
        "mine": asked.puzzle.by_id == player.pk,
        "refusal": refusal,
        "verdict": None if page.solved is None else board(page.solved.judged),
        "address": whole_address(reverse("puzzle", args=[puzzle_id])),
    }
    return render(request, "replays/puzzle.html", context, status=422 if refusal else 200)
