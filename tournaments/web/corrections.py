"""Pages for a director's or a referee's corrections, one for each thing that can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.queries.finished.pagination import cursor
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, player_of
from tournaments import commands, queries
from tournaments.engine.state import Status
from tournaments.errors import refusal
from tournaments.presenters.correction.deal_choices import deal_choices
from tournaments.presenters.log.agreement_words import ENDED
from tournaments.presenters.log.signature_words import waiting_corrections
from tournaments.presenters.page.correcting import CorrectingPage, correcting_page
from tournaments.web.correction_forms import (
    AdjustForm,
    ApartForm,
    RedrawForm,
    TermsForm,
    VoidForm,
)
from tournaments.web.requests import IdempotentForm, ReasonForm, judge_of, say_done, say_refusals

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class _Act:
    """A kind of correction: the command of its button, its form and its texts."""

    command: Callable[..., int]
    form: type[IdempotentForm]
    title: StrPromise
    explained: StrPromise
    button: StrPromise
    done: StrPromise
    number: str = ""
    """What the number of the address is called by the command."""


_ACTS: Final[dict[str, _Act]] = {
    "void": _Act(
        commands.void_deal,
        VoidForm,
        gettext_lazy("Void the deal"),
        gettext_lazy(
            "The deal no longer counts, and everybody sees why. Disputes and rulings on it stay "
            "in its record, and count again if the deal is counted again later."
        ),
        gettext_lazy("Void the deal"),
        gettext_lazy("The deal no longer counts."),
        "deal",
    ),
    "replay": _Act(
        commands.replay_deal,
        IdempotentForm,
        gettext_lazy("Play it again"),
        gettext_lazy("The table plays one more deal, with the same seats and starter."),
        gettext_lazy("Play it again"),
        gettext_lazy("The table plays one more deal."),
        "deal",
    ),
    "take-back": _Act(
        commands.take_voiding_back,
        ReasonForm,
        gettext_lazy("Let the deal count again"),
        gettext_lazy(
            "The deal counts again. If its repeat has not begun, the repeat is not played."
        ),
        gettext_lazy("Let the deal count again"),
        gettext_lazy("The deal counts again."),
        "deal",
    ),
    "redraw": _Act(
        commands.redraw,
        RedrawForm,
        gettext_lazy("Draw the round again"),
        gettext_lazy(
            "You can do this only before the first card of the round. The next secret number decides "
            "the new tables, so nobody can know them in advance. The log keeps the old tables."
        ),
        gettext_lazy("Draw the round again"),
        gettext_lazy("The round has been drawn again."),
    ),
    "redraw-back": _Act(
        commands.take_redraw_back,
        RedrawForm,
        gettext_lazy("Take the redraw back"),
        gettext_lazy(
            "You can do this only before the first card, and once per round. The previous draw "
            "counts again, its tables open, and members whose seat changes get a notice. The log "
            "keeps both draws."
        ),
        gettext_lazy("Go back to the previous draw"),
        gettext_lazy("The previous draw counts again."),
    ),
    "points": _Act(
        commands.adjust_points,
        AdjustForm,
        gettext_lazy("Adjust points"),
        gettext_lazy("The points count in the standings, with a line that says why."),
        gettext_lazy("Adjust points"),
        gettext_lazy("The points have been adjusted."),
    ),
    "adjustment": _Act(
        commands.take_adjustment_back,
        ReasonForm,
        gettext_lazy("Take an adjustment back"),
        gettext_lazy("The points go back to what they were before the adjustment."),
        gettext_lazy("Take it back"),
        gettext_lazy("The adjustment has been taken back."),
        "number",
    ),
    "terms": _Act(
        commands.correct_settings,
        TermsForm,
        gettext_lazy("Change tournament settings"),
        gettext_lazy(
            "You can change only settings that aren't in use yet. Everyone can see the old and "
            "the new value."
        ),
        gettext_lazy("Change tournament settings"),
        gettext_lazy("The settings have been changed."),
    ),
    "apart": _Act(
        commands.keep_apart,
        ApartForm,
        gettext_lazy("Keep members apart"),
        gettext_lazy(
            "These members won't be drawn at the same table in later rounds if it can be "
            "avoided. If it can't, the page “Check the draw” says so."
        ),
        gettext_lazy("Keep them apart"),
        gettext_lazy("The next draws will keep them apart."),
    ),
    "end": _Act(
        commands.end_apart,
        IdempotentForm,
        gettext_lazy("Keep members apart"),
        gettext_lazy("They may meet again."),
        gettext_lazy("Let them meet again"),
        gettext_lazy("They may meet again."),
    ),
}
PAGES: Final = ("redraw", "points", "terms", "apart")
"""The pages with an address of their own, beside those of a deal and of an adjustment."""
_BESIDE: Final = {
    "deal": ("void", "replay", "take-back"),
    "redraw": ("redraw", "redraw-back"),
    "apart": ("apart", "end"),
}
"""The acts of the pages that have several."""
_OF_REFEREES: Final = frozenset({"void", "replay", "take-back", "points", "adjustment"})


@login_required
@never_cache
@require_safe
def overview(request: HtmxHttpRequest, tournament_id: int) -> HttpResponse:
    """Show what can be corrected, and the deals of a round to choose from."""
    judge_of(request)
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else None
    return _overview(request, tournament_id, round_number=number)


@login_required
@never_cache
@require_POST
def decide_waiting(request: HtmxHttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Sign a correction awaiting a second person, or reject it with a reason."""
    by, act = judge_of(request), request.POST.get("act", "")
    if act not in ("sign", "decline"):
        raise refusal("tournament.act-unknown")
    sent = IdempotentForm(request.POST)
    more: dict[str, Any] = {"tournament_id": tournament_id, "number": number}
    command: Callable[..., int] = commands.sign_correction
    said = _("The correction has been signed and is now in force.")
    if act == "decline":
        command = partial(commands.decline_correction, reason=request.POST.get("reason", ""))
        said = _("The correction was not made.")
    if not sent.carry_out(command, by, f"{act}-correction", about=number, **more):
        say_refusals(request, sent)
        return _overview(request, tournament_id, status=sent.status)
    messages.success(request, said)
    return see_other("tournament-corrections", tournament_id)


@login_required
@never_cache
@require_POST
def answer_agreement(request: HtmxHttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """Accept or decline the request of a director who plays. An answer by that director takes the request back."""
    act, sent = request.POST.get("act", ""), IdempotentForm(request.POST)
    if act not in ("agree", "decline"):
        raise refusal("tournament.act-unknown")
    more: dict[str, Any] = {"tournament_id": tournament_id, "number": number}
    if sent.carry_out(
        commands.answer_agreement,
        player_of(request),
        f"{act}-agreement",
        about=number,
        agrees=act == "agree",
        **more,
    ):
        messages.success(request, _(ENDED[queries.ended_at(tournament_id, sent.version)]))
    else:
        say_refusals(request, sent)
    return see_other("tournament", tournament_id)


def _overview(
    request: HtmxHttpRequest,
    tournament_id: int,
    *,
    round_number: int | None = None,
    status: int = 200,
) -> HttpResponse:
    by = player_of(request)
    page = correcting_page(tournament_id, round_number=round_number)
    shown = {
        "page": page,
        "plays": by.is_director and page.state.interested(by.pk),
        "directs": by.is_director,
        "waiting": [(one, one.by == by.pk) for one in waiting_corrections(tournament_id, by)],
        "key": IdempotentForm().initial["idempotency_key"],
    }
    return render(request, "tournaments/corrections.html", shown, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def correct(
    request: HtmxHttpRequest, tournament_id: int, what: str, number: int = 0
) -> HttpResponse:
    """Show the page of one correction; POST carries out the action named in the form's `act`."""
    by = judge_of(request)
    page = correcting_page(tournament_id)
    offered = _offered(page, what, number, sent=request.method == "POST")
    if not by.is_director and not _OF_REFEREES & set(offered):
        raise refusal("tournament.not-director")
    act, status = request.POST.get("act", ""), 200
    forms = {one: _form(one, page, number) for one in offered}
    if request.method == "POST":
        # Includes acts no longer offered: a second press is answered like the first.
        if act not in _BESIDE.get(what, (what,)):
            raise refusal("tournament.act-unknown")
        sent = forms[act] = _form(act, page, number, request.POST)
        of = _ACTS[act].number
        numbers: dict[str, Any] = {of: number} if of else {}
        if act == "end":
            numbers = {"number": cursor(request.POST.get("group")) or 0}
        if sent.carry_out(
            _ACTS[act].command, by, act, about=number, tournament_id=tournament_id, **numbers
        ):
            say_done(request, tournament_id, sent.version, str(_ACTS[act].done))
            return see_other("tournament-corrections", tournament_id)
        status = sent.status
        if act not in offered:
            say_refusals(request, sent)
    shown = {
        "page": page,
        "what": what,
        "number": number,
        "runs": what == "deal" and page.state.find_deal(number) is None,
        "deal": deal_choices(tournament_id, number, by) if what == "deal" else None,
        "directs": by.is_director,
        "plays": by.is_director and page.state.interested(by.pk),
        "forms": [(one, _ACTS[one], forms[one]) for one in offered],
        "end_key": IdempotentForm().initial["idempotency_key"],
        "title": _("What is wrong with this result?")
        if what == "deal"
        else _ACTS[offered[0]].title
        if len(offered) == 1
        else _("Correct a draw"),
    }
    return render(request, "tournaments/correct.html", shown, status=status)


def _offered(page: CorrectingPage, what: str, number: int, *, sent: bool) -> tuple[str, ...]:
    """Return the names of the actions that the page `what` offers.

    Raises Refused if the deal or adjustment `number` is missing.
    """
    if what == "deal":
        found = page.state.find_deal(number)
        if found is None and any(one.running == number for one in page.tables):
            return ("void",)
        if found is None:
            raise refusal("tournament.no-such-deal")
        table = page.state.rounds[found[0] - 1].tables[found[1] - 1]
        if found[2] not in table.voided:
            return ("void",)
        again = found[2].number not in table.replays and _replays(page, number)
        return ("replay", "take-back") if again else ("take-back",)
    if what == "redraw" and page.takes_redraw_back:
        return ("redraw", "redraw-back")
    if what == "adjustment" and not sent and number not in page.state.adjustments:
        raise refusal("tournament.no-such-adjustment")
    return (what,)


def _replays(page: CorrectingPage, deal: int) -> bool:
    """Return whether a table may replay this deal once it is voided."""
    state, found = page.state, page.state.find_deal(deal)
    last = found is None or found[0] == len(state.rounds)
    timed_out = bool(state.rounds) and state.rounds[-1].time_up
    return state.status is Status.RUNNING and last and not state.options.duplicate and not timed_out


def _form(act: str, page: CorrectingPage, number: int, data: Any = None) -> IdempotentForm:
    made = _ACTS[act].form
    if issubclass(made, VoidForm):
        return made(data, replays=_replays(page, number))
    if issubclass(made, RedrawForm):  # two of them stand on one page
        return made(data, page=page, auto_id=f"{act}_%s")
    if issubclass(made, AdjustForm | ApartForm | TermsForm):
        return made(data, page=page)
    return made(data)
