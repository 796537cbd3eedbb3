"""Pages of a disputed discard at a table with real cards: reporting it, ruling on it, appealing the ruling."""

from __future__ import annotations

from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.disputing.outcomes import Outcome
from games.errors import Refused
from games.models import Player
from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands, queries
from tournaments.errors import refusal
from tournaments.presenters.cardboard.report_draft import ReportDraft
from tournaments.presenters.cardboard.reported_discard import report_page
from tournaments.web.cardboard import name_card
from tournaments.web.requests import judge_of, key_in

Place = tuple[int, int, int, int]

_SAID: Final = {
    "dispute": gettext_noop("The penalty is disputed. A referee will rule on it."),
    "join": gettext_noop("You have joined the dispute. A referee will rule on it."),
    "answer": gettext_noop("Your answer has been saved and is shown with the dispute."),
    "withdraw": gettext_noop("The ruling has been withdrawn."),
    "rule": gettext_noop("The ruling takes effect. It can be appealed once, to another referee."),
    "proposed": gettext_noop(
        "Your ruling has been proposed. Nothing changes until a second referee signs it (§10.8)."
    ),
    "sign": gettext_noop("The ruling has been signed and is now in effect."),
    "unsign": gettext_noop("The proposal was rejected. Nothing has changed."),
    "appeal": gettext_noop(
        "The ruling has been appealed. Another referee will make the final decision."
    ),
}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def discard(
    request: HtmxHttpRequest, tournament_id: int, round_number: int, number: int, deal_id: int
) -> HttpResponse:
    """Show the players of a deal the page on which its penalty can be disputed.

    The draft of their report is kept in the address.
    """
    return _discard(request, (tournament_id, round_number, number, deal_id), directs=False)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def ruling(
    request: HtmxHttpRequest, tournament_id: int, round_number: int, number: int, deal_id: int
) -> HttpResponse:
    """Show directors and referees the page of a deal's dispute, on which they can file it and referees can rule on
    it.

    If the dispute is already filed, referees are redirected to it on their desk.
    """
    judge = judge_of(request)
    case = queries.case_at(tournament_id, deal_id)
    if case is not None and judge.is_referee and request.method == "GET":
        return redirect("desk-real-cards", case)
    return _discard(request, (tournament_id, round_number, number, deal_id), directs=True)


def desk(request: HttpRequest, case: int) -> HttpResponse:
    """Show the dispute with this case number at the referee's desk; 404 if there is none."""
    place = queries.place_of_case(case)
    if place is None:
        raise Http404
    return _discard(cast(HtmxHttpRequest, request), place, directs=True, at_desk=True)


def _discard(
    request: HtmxHttpRequest, place: Place, *, directs: bool, at_desk: bool = False
) -> HttpResponse:
    viewer, status = player_of(request), 200
    asked = request.POST if request.method == "POST" else request.GET
    lists = {name: asked.getlist(name) for name in ("hand", "dead", "public")}
    draft, key = ReportDraft.read(asked.dict(), lists), key_in(asked)
    if request.method == "POST":
        report_page(*place, viewer, draft, directs=directs)  # 404 where there is no such deal
        try:
            said = _act(viewer, asked, place, draft, key, directs=directs)
        except Refused as refused:
            name_card(refused)
            messages.error(request, refused.sentence)
            status = refused.status
        else:
            messages.success(request, _(said))
            if at_desk:
                return HttpResponseRedirect(request.path, status=303)
            return see_other("rule-discard" if directs else "told-discard", *place)
    page = report_page(*place, viewer, draft, directs=directs)
    shown = {"page": page, "idempotency_key": key}
    if at_desk:
        return render(request, "replays/desk/real_cards.html", shown, status=status)
    part = "#telling" if request.htmx and request.method == "GET" else ""
    return render(request, f"tournaments/reported_discard.html{part}", shown, status=status)


def _act(
    by: Player, asked: QueryDict, place: Place, draft: ReportDraft, key: str, *, directs: bool
) -> str:
    act = asked.get("act", "")
    told: dict[str, Any] = {
        "by": by,
        "tournament_id": place[0],
        "deal_id": place[3],
        "revision": cursor(asked.get("revision")) or 0,
        "reason": asked.get("reason", ""),
        "now": timezone.now(),
        "idempotency_key": f"discard-{act}:{by.pk}:{key}",
    }
    if act == "dispute":
        if not draft.seat or not draft.card:
            raise refusal("tournament.discard-incomplete")
        commands.dispute_discard(discard=draft.discard, as_director=directs, **told)
    elif act == "join" and not directs:
        commands.join_discard(**told)
    elif act == "rule" and directs:
        commands.rule_on_discard(
            outcome=asked.get("penalty", ""),
            section=asked.get("section", ""),
            seen=cursor(asked.get("seen")),
            **told,
        )
    elif act == "withdraw" and directs:
        commands.rule_on_discard(
            outcome=Outcome.WITHDRAWN, section="", seen=cursor(asked.get("seen")), **told
        )
    elif act == "answer" and not directs:
        commands.answer_discard(**told)
    elif act == "sign" and directs:
        del told["reason"]
        commands.sign_on_discard(seen=cursor(asked.get("seen")), **told)
    elif act == "unsign" and directs:
        commands.unsign_discard(seen=cursor(asked.get("seen")), **told)
    elif act == "appeal":
        commands.appeal_ruling(**told)
    else:
        raise refusal("tournament.act-unknown")
    if act in ("rule", "withdraw") and queries.is_proposed(place[0], place[3]):
        return _SAID["proposed"]
    return _SAID[act]
