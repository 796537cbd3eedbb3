"""Pages for tables with real cards: entering a result, confirming it, and choosing the tables that use real cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.commands.table.calls import call_off, call_referee
from games.engine.cards import CARD_BY_NAME
from games.errors import Refused
from games.inputs import arguments as arguments_of
from games.models import Player
from games.presenters.cards import card_name
from games.queries.club.house import rules_named
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands, queries
from tournaments.engine.real_cards.events import Lay
from tournaments.errors import RefusedByTournament, refusal
from tournaments.presenters.cardboard import results as presenter
from tournaments.presenters.cardboard.draft import Draft
from tournaments.presenters.cardboard.marks import marks_page
from tournaments.presenters.cardboard.sheet_line import SheetLine
from tournaments.web.requests import director_of, key_in, say_done

_SAID: Final = {
    "enter": gettext_noop("The result has been entered. Ask the others to confirm it."),
    "confirm": gettext_noop("The confirmation has been saved."),
    "confirm-others": gettext_noop("The confirmation has been saved."),
    "confirm-all": gettext_noop("The confirmations have been saved."),
    "digits": gettext_noop("The confirmation has been saved."),
    "contradict": gettext_noop("The director has been told that the result is wrong."),
    "correct": gettext_noop("The result has been corrected."),
    "call": gettext_noop("The referee has been called."),
    "call-off": gettext_noop("The call has been cancelled."),
    "round": gettext_noop("The round has been closed."),
    "done": gettext_noop("This table has finished this round."),
}


@require_safe
@never_cache
def club_table(request: HtmxHttpRequest, table_id: int) -> HttpResponse:
    """Redirect from a club table with real cards to its page in the tournament."""
    place = queries.place_of_table(table_id)
    if place is None:
        raise refusal("tournament.no-such-table")
    return redirect("table-result", *place)


@sensitive_post_parameters("digits")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@vary_on_headers("HX-Request", "Cookie")
def result(
    request: HtmxHttpRequest, tournament_id: int, round_number: int, number: int
) -> HttpResponse:
    """Show a table's results to its players; POST carries out the action named in the form's `act`.

    The draft of a result is kept in the address.
    """
    return _result(request, (tournament_id, round_number, number), directs=False)


@sensitive_post_parameters("digits")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@vary_on_headers("HX-Request", "Cookie")
def decide(
    request: HtmxHttpRequest, tournament_id: int, round_number: int, number: int
) -> HttpResponse:
    """Show a table's results to directors, who can enter, decide and correct them, or to a referee on appeal."""
    viewer = player_of(request)
    if not (viewer.is_director or viewer.is_referee):
        raise refusal("tournament.not-director")
    return _result(request, (tournament_id, round_number, number), directs=True)


def _result(
    request: HtmxHttpRequest, place: tuple[int, int, int], *, directs: bool
) -> HttpResponse:
    viewer, status = player_of(request), 200
    asked = request.POST if request.method == "POST" else request.GET
    draft = Draft.read(asked, asked.getlist("set"), asked.getlist("aside"))
    key = key_in(asked)
    if request.method == "POST":
        # The form must name its section: the first one offered is not filled in unseen.
        draft = replace(draft, section=asked.get("section", ""))
        try:
            version = _act(viewer, asked, place, draft, key, directs=directs)
        except Refused as refused:
            if refused.status == 404 and refused.code != "tournament.no-such-deal":
                raise
            name_card(refused)
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            say_done(request, place[0], version, _said(asked, place[0]))
            to = see_other("decide-result" if directs else "table-result", *place)
            if _by_points(asked):  # the next deal of the pile too
                to["Location"] += "?by=points"
            return to
    correct = cursor(asked.get("correct"))
    page = presenter.result_page(
        *place, viewer, draft, directs=directs, correct=correct, asked=asked
    )
    part = ""
    if request.htmx and request.method == "GET":
        if "results" in asked and asked.get("shown") == page.shown:
            return HttpResponse(status=204)
        part = "#results" if "results" in asked else "#entry"
    shown = {"page": page, "idempotency_key": key}
    return render(request, f"tournaments/result.html{part}", shown, status=status)


def _act(
    by: Player,
    asked: QueryDict,
    place: tuple[int, int, int],
    draft: Draft,
    key: str,
    *,
    directs: bool,
) -> int:
    """Carry out the pressed button, and return the tournament's new version.

    The version is 0 for calling a referee. Raises RefusedByTournament.
    """
    act = asked.get("act", "")
    if act not in _SAID:
        raise refusal("tournament.act-unknown")
    told: dict[str, Any] = {"tournament_id": place[0], **arguments_of(by, f"result-{act}", key)}
    if act in ("call", "call-off"):
        _call(by, asked, place)
        return 0
    if act == "round":
        return commands.close_round(round_number=place[1], **told)
    if act == "enter":
        told |= {"round_number": place[1], "table": place[2], "lay": _lay(asked, draft, place[0])}
        deal = cursor(asked.get("deal")) or 0
        return commands.enter_result(deal_number=deal, as_director=directs, **told)
    if act == "done":
        told |= {"round_number": place[1], "table": place[2]}
        return commands.play_no_more(as_director=directs, **told)
    others = [seat for text in asked.getlist("other") if (seat := cursor(text)) is not None]
    if act == "confirm-all":
        pairs = [text.partition(":") for text in asked.getlist("result")]
        results = [(cursor(deal) or 0, cursor(revision) or 0) for deal, _sep, revision in pairs]
        return commands.confirm_results(results=results, others=others, **told)
    told |= {
        "deal_id": cursor(asked.get("correct" if act == "correct" else "deal_id")) or 0,
        "revision": cursor(asked.get("revision")) or 0,
    }
    if act in ("confirm", "confirm-others"):
        return commands.confirm_result(others=others, as_director=directs, **told)
    if act == "digits":
        seat, digits = cursor(asked.get("seat")), asked.get("digits", "")
        return commands.confirm_by_digits(seat=-1 if seat is None else seat, digits=digits, **told)
    if act == "contradict":
        return commands.contradict_result(reason=asked.get("reason", ""), **told)
    if not directs:
        raise refusal("tournament.not-director")
    lay = _lay(asked, draft, place[0])
    return commands.correct_result(lay=lay, reason=asked.get("reason", ""), **told)


def _said(asked: QueryDict, tournament_id: int) -> str:
    """Return a message that says what was done.

    If a confirmation does not suffice by itself, the message says what else is needed.
    """
    for_others = asked["act"] == "confirm-others" or asked.get("for") == "others"
    if for_others and not asked.getlist("other"):
        return _("Nobody was ticked, so nothing was confirmed.")
    if asked["act"] == "digits":
        found = queries.current(tournament_id).state.find_deal(cursor(asked.get("deal_id")) or 0)
        paper = None if found is None else found[2].paper
        if paper and paper.alone and cursor(asked.get("seat")) in paper.with_director:
            return _(
                "The digits are right, but they were entered on the device of a director who is "
                "playing. One more player has to confirm this result on a different phone."
            )
    return _(_SAID[asked.get("act", "")])


def _by_points(asked: QueryDict) -> bool:
    return asked.get("by") == "points"


def _lay(asked: QueryDict, draft: Draft, tournament_id: int) -> Lay:
    """Return the result entered in the form, as sets or as the figures of a score sheet. Raises Refused."""
    if _by_points(asked):
        rules = rules_named(queries.current(tournament_id).state.options.rules)
        return SheetLine.read(asked, rules).lay
    if not draft.winner:
        raise refusal("tournament.cardboard-winner")
    return draft.lay


def _call(by: Player, asked: QueryDict, place: tuple[int, int, int]) -> None:
    """Call a referee to this table, or cancel the call."""
    if asked.get("act") == "call-off":
        call_off(by=by, call_id=cursor(asked.get("off")) or 0, now=timezone.now())
        return
    table = queries.games_table_of(*place)
    if table is None:
        raise refusal("tournament.cardboard-unopened", table=place[2])
    reason, words = asked.get("call_reason", ""), asked.get("words", "")
    call_referee(by=by, table_id=table, reason=reason, words=words, now=timezone.now())


def name_card(refused: Refused) -> None:
    """Replace the code of a card in a refusal with the card's name."""
    if not isinstance(refused, RefusedByTournament):
        return
    card = CARD_BY_NAME.get(str(refused.params.get("card", "")))
    if card is not None:
        refused.params = {**refused.params, "card": card_name(card)}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def marks(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show directors which tables play with real cards; POST switches one table or all."""
    director, status = director_of(request), 200
    if request.method == "POST":
        asked = request.POST
        every, table = asked.get("table") == "all", cursor(asked.get("table"))
        try:
            if asked.get("mark") not in ("cards", "screens") or not (every or table):
                raise refusal("tournament.act-unknown")
            commands.mark_tables(
                tournament_id=tournament_id,
                table=None if every else table,
                cardboard=asked["mark"] == "cards",
                onward="onward" in asked,
                **arguments_of(director, "mark", key_in(asked)),
            )
        except RefusedByTournament as refused:
            if refused.code == "tournament.unknown":
                raise
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            return see_other("real-cards", tournament_id)
    shown = {"page": marks_page(tournament_id), "idempotency_key": uuid4()}
    return render(request, "tournaments/real_cards.html", shown, status=status)
