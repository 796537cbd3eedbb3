"""The table page: one URL for viewing it, and one for each action at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import retarget

from games import commands, queries
from games.commands.table import friends
from games.common.addresses import whole_address
from games.engine.errors import BadNotation
from games.engine.moves import Meld, Move
from games.engine.recording.notation import parse_move
from games.engine.state import Phase
from games.errors import Refused, refused
from games.models import Player, Table
from games.presenters.learning.why import why_no_set
from games.presenters.play.table import build_table_page, etag_of
from games.presenters.qr import qr_svg
from games.queries.finished.scores import finished_at, players_of, players_who_go_on, scores_of
from games.queries.play.seen_table import is_shut
from games.templatetags.parts import PARTS, parts_held
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, guest_of, player_of, viewer_of, whole
from games.web.views.coach import coach_at

MOST_DEALS: Final = 100
"""Deals that the page of scores lists."""
Act = Callable[[HtmxHttpRequest, int], queries.JustNow | None]


@require_safe
@never_cache
@vary_on_headers("HX-Request", PARTS, "Cookie")
def table(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """Show the table as this viewer may see it; for htmx only the changing part, or 204 if nothing has changed.

    For a table with real cards, redirect to its page in the tournament.
    """
    try:
        return _show(request, table_id)
    except Refused as refusal:
        if refusal.code != "table.real-cards":
            raise
    return redirect("real-cards-table", table_id)


def _show(
    request: HtmxHttpRequest,
    table_id: int,
    *,
    status: int = 200,
    is_done: bool = False,
    just_now: queries.JustNow | None = None,
) -> HttpResponse:
    viewer = viewer_of(request)
    page = queries.see_table(table_id, viewer, just_now=just_now)
    if page.my_seat is None and page.table.closed_at is None:
        commands.note_watching(
            table=page.table, player=viewer, guest=guest_of(request), now=timezone.now()
        )
        if viewer is not None:
            commands.note_waiting(
                wait=page.wait, table=page.table, player=viewer, now=timezone.now()
            )
    is_poll = request.method == "GET" and request.htmx
    # The selection comes from the page itself: what a foreign link names must change nothing beside a hand (0129).
    # What was done has used its cards up: a twin of the discard is not selected for the next move.
    asked = QueryDict()
    if request.method == "POST" and not is_done:
        asked = request.POST
    elif is_poll:
        asked = request.GET
    if is_poll and page.my_seat is not None and page.sits_with_others:
        # The page's own looks alone: what follows a press by itself could tell that there was one (§6.10).
        commands.note_look(seat=page.seats[page.my_seat], table=page.table, now=timezone.now())
    if is_poll and asked.get("shown") == etag_of(page):
        return HttpResponse(status=204)
    felt = build_table_page(
        page,
        viewer,
        now=timezone.now(),
        chosen=asked.getlist("cards"),
        press=asked.get("select", ""),
    )
    part = "games/table.html#live" if request.htmx else "games/table.html"
    parts = parts_held(request, page) if request.htmx else None
    context = {"felt": felt, "coach": coach_at(request, page), "parts": parts}
    answer = render(request, part, context, status=status)
    if parts is not None:
        answer[PARTS] = parts.holder
    return answer


def _table(_request: HtmxHttpRequest, _table_id: int) -> str:
    return "table"


def action(
    act: Act, leads_to: Callable[[HtmxHttpRequest, int], str] = _table
) -> Callable[[HtmxHttpRequest, int], HttpResponse]:
    """Return a view that carries out ``act`` at a table and then answers with a page.

    To htmx the answer is the table; other requests are redirected to the page that ``leads_to`` names. If the action
    is refused, the table is shown with the refusal above it.
    """

    @never_cache
    @require_http_methods(["GET", "POST"])
    def view(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
        if request.method == "GET":
            # The address of a refused form, loaded again: there is nothing to read but the table.
            return redirect("table", table_id)
        try:
            just_now = act(request, table_id)
        except Refused as refusal:
            if refusal.code == "table.unknown":
                raise
            return _refuse(request, table_id, refusal)
        if request.htmx:
            return _show(request, table_id, is_done=True, just_now=just_now)
        return see_other(leads_to(request, table_id), table_id)

    view.refuse = _refuse  # type: ignore[attr-defined]  # what the limits of writes answer
    return view


def _refuse(request: HtmxHttpRequest, table_id: int, refusal: Refused) -> HttpResponse:
    messages.error(request, refusal.sentence)
    answer = _show(request, table_id, status=refusal.status)
    if request.htmx:
        retarget(answer, "#table")
    if refusal.wait is not None:
        answer["Retry-After"] = str(refusal.wait)
    return answer


def deal_at(request: HtmxHttpRequest, table_id: int) -> int:
    """Return the id of the deal that a form names. Raises Refused if it is not one of this table."""
    table = queries.get_table(table_id)
    deal = queries.get_deal(whole(request.POST.get("deal"), "deal.unknown"))
    if deal.table_id != table.pk:
        raise Refused("deal.unknown")
    return deal.pk


def _asked_for(request: HtmxHttpRequest, deal_id: int) -> str:
    """Return the move that a form asks for, as text.

    The field `move` holds the whole move, or only the word `discard` or `meld`; then `cards` holds the chosen cards.
    """
    text, cards = request.POST.get("move", "").strip(), request.POST.getlist("cards")
    if text == "discard":
        if len(cards) != 1:
            _require_discarding(player_of(request), deal_id)
            raise Refused("move.card")
        text = f"discard {cards[0]}"
    elif text == "meld":
        text = f"meld {' '.join(cards)}"
    return text


def _require_discarding(player: Player, deal_id: int) -> None:
    """Raise Refused, with the reason, if this player can't discard now.

    Called for a discard without exactly one card, so that this reason is given first.
    """
    view = queries.see_deal(queries.get_deal(deal_id), player).view
    if view.phase is Phase.TURN and view.turn == view.viewer:
        raise Refused("discard.not-now")
    if view.phase is Phase.CLAIMS:
        raise Refused("turn.claims-first")
    if view.viewer is not None and view.turn != view.viewer:
        raise Refused("turn.not-yours")


def _move(request: HtmxHttpRequest, table_id: int) -> queries.JustNow | None:
    player = player_of(request)
    deal_id = whole(request.POST.get("deal"), "deal.unknown")
    text, expected_version = _asked_for(request, deal_id), request.POST.get("expected_version")
    asked: Move | None = None

    def move_from(seat: int) -> Move:
        nonlocal asked
        try:
            asked = parse_move(text, seat)
        except BadNotation as error:
            raise refused(error) from error
        return asked

    try:
        moved = commands.make_move(
            by=player,
            table_id=table_id,
            deal_id=deal_id,
            move=move_from,
            move_id=request.POST.get("move_id", ""),
            expected_version=whole(expected_version, "move.version"),
            now=timezone.now,
        )
    except Refused as refusal:
        if refusal.code in ("deal.unknown", "move.version"):
            deal_at(request, table_id)
        if not isinstance(asked, Meld):
            raise
        if not asked.cards and refusal.code == "meld.not-a-set":
            raise Refused("move.set") from refusal
        seen = queries.see_deal(queries.get_deal(deal_id), player)
        detail = why_no_set(seen.view, asked.cards, refusal.code)
        raise Refused(refusal.code, detail, wait=refusal.wait) from refusal
    return None if moved.loaded is None else queries.JustNow(moved.deal, moved.loaded)


def _hold(request: HtmxHttpRequest, table_id: int) -> None:
    commands.hold_window(
        by=player_of(request),
        deal_id=deal_at(request, table_id),
        expected_version=whole(request.POST.get("expected_version"), "move.version"),
        now=timezone.now(),
    )


def _pairs(request: HtmxHttpRequest, table_id: int) -> None:
    commands.let_pairs_go(
        by=player_of(request),
        deal_id=deal_at(request, table_id),
        on=request.POST.get("on") == "yes",
        expected_version=whole(request.POST.get("expected_version"), "move.version"),
        now=timezone.now(),
    )


def _ready(request: HtmxHttpRequest, table_id: int) -> None:
    commands.get_ready(
        by=player_of(request),
        deal_id=deal_at(request, table_id),
        commitment=request.POST.get("commitment", "").strip(),
        now=timezone.now,
    )


def _start(request: HtmxHttpRequest, table_id: int) -> None:
    friends.start_now(by=player_of(request), table_id=table_id, now=timezone.now())


def _reveal(request: HtmxHttpRequest, table_id: int) -> None:
    commands.reveal_seed(
        by=player_of(request),
        deal_id=deal_at(request, table_id),
        seed=request.POST.get("seed", "").strip(),
        now=timezone.now,
    )


def _sit(request: HtmxHttpRequest, table_id: int) -> None:
    player, seat = player_of(request), whole(request.POST.get("seat"), "seat.unknown")
    try:
        commands.sit_down(by=player, table_id=table_id, seat=seat, now=timezone.now())
    except Refused as refusal:
        if refusal.code != "seat.twice":
            raise
        commands.change_seat(by=player, table_id=table_id, seat=seat, now=timezone.now())


def _leave(request: HtmxHttpRequest, table_id: int) -> None:
    player = player_of(request)
    try:
        commands.leave_table(by=player, table_id=table_id, now=timezone.now())
    except Refused as refusal:
        if refusal.code not in ("seat.none", "table.closed"):
            raise  # otherwise the form was sent twice, and the player is up already


def _close(request: HtmxHttpRequest, table_id: int) -> None:
    commands.close_table(
        by=player_of(request),
        table_id=table_id,
        now=timezone.now(),
        reason=request.POST.get("reason", ""),
    )


def _scores_or_table(request: HtmxHttpRequest, table_id: int) -> str:
    table = queries.get_table(table_id)
    played = players_of(table).filter(pk=player_of(request).pk)
    return "table-scores" if finished_at(table) and played.exists() else "table"


_submit = action(_move)


_select = never_cache(_show)


def move(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """Submit a move, or show the table with the cards that a form without scripts has selected."""
    if request.method == "POST" and "select" in request.POST and "move" not in request.POST:
        return _select(request, table_id)
    return _submit(request, table_id)


move.refuse = _refuse  # type: ignore[attr-defined]
hold = action(_hold)
"""Hold the open claim window up, asked or not."""
pairs = action(_pairs)
"""Let pairs go while one waits to win, or no more: `on` is yes or no (§13.6)."""
ready = action(_ready)
"""Say that one is ready for the prepared deal, bound to a seed of one's own or without."""
start = action(_start)
"""Start the first deal of a table that waits for friends."""
reveal = action(_reveal)
"""Open the seed that one is bound to, as the page does by itself."""
sit = action(_sit)
"""Take the seat `seat`, or move there."""
close = action(_close, leads_to=_scores_or_table)
"""Close the table between two deals, and show the scores of its evening to whoever played there."""


@never_cache
@require_http_methods(["GET", "POST"])
def leave(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """Stand up, and redirect to the lobby."""
    if request.method == "POST":
        try:
            _leave(request, table_id)
        except Refused as refusal:
            if refusal.code == "table.unknown":
                raise
            return _refuse(request, table_id, refusal)
    return redirect("lobby")


@never_cache
@require_safe
def scores(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the scores across an evening's deals at a lobby table, with links to the deals.

    It shows only names and payments, which everyone at the table has seen. Raises Refused for tournament tables, and
    for readers who neither played nor may watch.
    """
    table, viewer = queries.get_table(table_id), viewer_of(request)
    deals = finished_at(table)
    played = viewer is not None and players_of(table).filter(pk=viewer.pk).exists()
    open_to_viewer = played or (table.spectators and not is_shut(table, viewer))
    if table.admission == Table.Admission.FIXED or not open_to_viewer:
        raise Refused("table.unknown")
    link = whole_address(reverse("table-scores", args=[table.pk]))
    shown = {
        "table": table,
        "scores": scores_of(table),
        "deals": deals[:MOST_DEALS],
        "again": viewer is not None
        and table.closed_at is not None
        and players_who_go_on(table).filter(pk=viewer.pk).exists(),
        "stranger": table.spectators and not is_shut(table, None),
        "link": link,
        "qr": mark_safe(qr_svg(link)),  # noqa: S308 - drawn here
    }
    return render(request, "games/scores.html", shown)
