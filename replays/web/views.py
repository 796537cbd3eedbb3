"""Pages of the replays: the list, one deal step by step, its record, and the filing of a dispute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.common.addresses import whole_address
from games.engine.errors import BadNotation
from games.engine.recording.records import to_line
from games.errors import Refused
from games.infrastructure.throttling import count_stranger
from games.log.integrity.receipts import Forged, place_of, receipt_of
from games.models import Deal, Player
from games.presenters.play.called_off import called_off_of
from games.presenters.play.entered import entered_page
from games.queries.finished.histories import record_of
from games.queries.finished.pagination import cursor, page_of_deals
from games.queries.play.deals import get_deal
from games.queries.play.seen import see_deal
from games.web.requests import HtmxHttpRequest, viewer_of
from replays import queries
from replays.commands import rulings
from replays.commands.opening import let_all_open
from replays.forms import AnswerForm, AppealForm, DisputeForm
from replays.models import Dispute
from replays.presenters.access import access_of, sealed
from replays.presenters.deal_list import list_deals
from replays.presenters.filing import filing_of
from replays.presenters.replay import ReplayPage, draw
from replays.presenters.reviews import ReviewBox, review_box
from replays.presenters.view_options import DEFAULT_VIEW
from replays.queries.casebook import cases_like
from replays.queries.notes import notes_of
from replays.queries.reviews import going_on
from replays.web.embedded import links_elsewhere
from replays.web.steps_cache import board, steps_json
from replays.web.view_options import (
    by_link,
    club_only,
    perspective_of,
    version_of,
    view_options_of,
)

PAGE = 25
"""Deals on a page of the list."""


def _viewer(request: HtmxHttpRequest) -> Player:
    return cast(Player, request.user)


@require_GET
@club_only
def replay_list(request: HtmxHttpRequest) -> HttpResponse:
    """Show finished deals, newest first: all of the club's, or the viewer's own."""
    viewer = _viewer(request)
    mine = request.GET.get("whose") == "mine"
    page = page_of_deals(
        viewer if mine else None,
        PAGE,
        before=cursor(request.GET.get("before")),
        after=cursor(request.GET.get("after")),
    )
    return render(
        request,
        "replays/list.html",
        {
            "page": page,
            "deals": list_deals(page.deals, viewer),
            "mine": mine,
            "reviews": going_on(now=timezone.now()),
        },
    )


@require_GET
@vary_on_headers("Cookie")
@by_link
def replay(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Show a finished deal at the step `?at=VERSION`, by default the first.

    A cancelled deal shows only its published data. `?at=judged` redirects to the winning discard, which disputes and
    rulings are about; links to them use it.
    """
    deal = get_deal(deal_id)
    if deal.cancelled:
        return _show_called_off(request, deal)
    if deal.real_cards:
        names = list_deals([deal], viewer_of(request))[0].players
        page = entered_page(deal, names)
        return render(request, "replays/entered.html", {"page": page, "deal": deal})
    if request.GET.get("at") == "judged":
        _deal, looked_back = queries.get_replay(deal_id)
        at = looked_back.judged_at
        return HttpResponseRedirect(request.path + ("" if at is None else f"?at={at}"))
    return _show(request, deal_id, version_of(request.GET.get("at")))


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def file_dispute(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """File a dispute on the winning discard; a refusal is shown in the form."""
    get_deal(deal_id)
    if request.method == "GET":
        # The address of a refused form, loaded again or in another language.
        return redirect("replay", deal_id)
    form = DisputeForm(request.POST)
    status = 422
    if form.is_valid():
        discard = form.cleaned_data["discard"]
        try:
            dispute = rulings.file_dispute(
                by=_viewer(request),
                deal_id=deal_id,
                discard=discard,
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )
        except Refused as error:
            form.add_error(None, error.sentence)
            status = error.status
        else:
            messages.success(
                request,
                _("You have joined the dispute. A referee will rule on it.")
                if dispute.joined
                else _("Your dispute is filed. A referee will rule on it."),
            )
            return HttpResponseRedirect(f"{reverse('replay', args=[deal_id])}?at={discard}")
    if "discard" in form.errors:  # a hidden field: its error is shown above the form
        form.add_error(None, Refused("replay.step").sentence)
    return _show(request, deal_id, None, form=form, status=status)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def answer_dispute(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Answer a dispute as the discarder; a refusal is shown in the form."""
    get_deal(deal_id)
    if request.method == "GET":
        return redirect("replay", deal_id)
    dispute, form = queries.for_answer(deal_id, _viewer(request)), AnswerForm(request.POST)
    status = _said(request, dispute, form, rulings.answer_dispute)
    if status is None:
        messages.success(request, _("Your answer has been saved and is shown with the dispute."))
        return HttpResponseRedirect(f"{reverse('replay', args=[deal_id])}?at={dispute.discard}")
    return _show(request, deal_id, dispute.discard, answer=form, status=status)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def appeal_ruling(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Appeal the ruling on a deal's dispute; a refusal is shown in the form."""
    get_deal(deal_id)
    if request.method == "GET":
        return redirect("replay", deal_id)
    dispute, form = queries.for_appeal(deal_id, _viewer(request)), AppealForm(request.POST)
    status = _said(request, dispute, form, rulings.appeal_ruling)
    if status is None:
        messages.success(request, _("Your appeal is filed. Another referee will decide it."))
        return HttpResponseRedirect(f"{reverse('replay', args=[deal_id])}?at={dispute.discard}")
    return _show(request, deal_id, dispute.discard, appeal=form, status=status)


@require_GET
@by_link
def steps(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Return all steps of a finished deal as JSON; its page steps through them without further requests."""
    deal = get_deal(deal_id)
    view_options = view_options_of(request, deal.seats.count())
    told = steps_json(deal, view_options, drawing=lambda: count_stranger(request))
    return HttpResponse(told, content_type="application/json")


@require_http_methods(["GET", "POST"])
@club_only
def open_to_all(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Record whether the viewer, who sat in the deal, lets anyone with the link open it."""
    if request.method == "GET":
        return redirect("replay", deal_id)
    may = request.POST.get("open") == "yes"
    let_all_open(by=_viewer(request), deal_id=deal_id, may=may)
    return HttpResponseRedirect(f"{reverse('replay', args=[deal_id])}#opened")


@require_GET
@by_link
def record(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Return the deal's record as a file to keep, check and share."""
    get_deal(deal_id)
    try:
        line = to_line(record_of(deal_id))
    except BadNotation as error:
        raise Refused("deal.not-over") from error
    answer = HttpResponse(line + "\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="deal-{deal_id}.json"'
    return answer


@require_GET
@by_link
def receipt(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Return the deal's receipt: a file that proves, years later and without a database, that it is in the log."""
    deal, looked_back = queries.get_replay(deal_id)
    place = place_of(deal.stream)
    if place is None or place.entry.version < looked_back.steps[-1].version:
        raise Refused("log.unsealed")
    try:
        answer = HttpResponse(receipt_of(place), content_type="application/json")
    except Forged:
        raise Refused("log.differs") from None
    answer["Content-Disposition"] = f'attachment; filename="receipt-{deal_id}.json"'
    return answer


def _said(
    request: HtmxHttpRequest,
    dispute: Dispute,
    form: AnswerForm | AppealForm,
    say: Callable[..., Dispute],
) -> int | None:
    """Call `say`, the command to answer or appeal, with the form's reason for this dispute.

    Returns None if it succeeds. Otherwise returns the HTTP status; if the command refused, its sentence becomes an
    error of the form.
    """
    if not form.is_valid():
        return 422
    try:
        say(
            by=_viewer(request),
            dispute_id=dispute.pk,
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except Refused as error:
        form.add_error(None, error.sentence)
        return error.status
    return None


def _show_called_off(request: HtmxHttpRequest, deal: Deal) -> HttpResponse:
    seen = see_deal(deal, _viewer(request))
    context = {"deal": deal, "page": called_off_of(seen, _viewer(request))}
    return render(request, "replays/called_off.html", context)


def _review(request: HtmxHttpRequest, page: ReplayPage, viewer: Player) -> ReviewBox:
    going = going_on(now=timezone.now()).filter(deal=page.deal.pk)
    return review_box(going, page.view_options, viewer, whole_address)


def _show(
    request: HtmxHttpRequest,
    deal_id: int,
    at: int | None,
    *,
    form: DisputeForm | None = None,
    appeal: AppealForm | None = None,
    answer: AnswerForm | None = None,
    status: int = 200,
) -> HttpResponse:
    deal, looked_back = queries.get_replay(deal_id)
    view_options = (
        view_options_of(request, len(looked_back.players))
        if form is None and appeal is None and answer is None
        else DEFAULT_VIEW
    )
    if form is not None:
        at = looked_back.judged_at
    elif at is not None and "was" in request.GET:
        # A step by the count of other eyes; which of ours it is, no link can say without telling what they cannot see.
        was = replace(
            view_options, eyes=perspective_of(request.GET["was"], len(looked_back.players))
        )
        logged = was.seen(looked_back).step(at).logged
        at = view_options.seen(looked_back).nearest(logged)
    viewer = viewer_of(request)
    member = None if viewer is None or viewer.is_guest else viewer
    disputes = queries.disputes_of(deal_id)
    page = draw(deal, looked_back, disputes, viewer=viewer, at=at, view_options=view_options)
    last = looked_back.steps[-1].logged
    now = timezone.now()
    appeals = page.is_open and any(rulings.may_appeal(member, one, now=now) for one in disputes)
    answers = page.is_open and rulings.may_answer(member, deal_id, looked_back.final)
    filing = filing_of(page, disputes, member, now=now)
    filed = form or DisputeForm(initial={"discard": page.judged_at})
    if filing.for_club:
        filed.speak_for_club()
    context = {
        "page": page,
        "board": board(page.shown),
        "form": filed,
        "refused": form is not None,
        "filing": filing,
        "appeal_form": appeal or (AppealForm() if appeals else None),
        "answer_form": answer or (AnswerForm() if answers else None),
        "access": access_of(deal, viewer),
        "like": cases_like(looked_back, deal_id, viewer, now=now),
        "elsewhere": links_elsewhere(request, deal, page.links.here),
        "review": None if member is None else _review(request, page, member),
        "notes": 0 if viewer is None else notes_of(deal_id, viewer).count(),
        "sealed": sealed(deal.stream, last) if page.is_open else None,
    }
    return render(request, "replays/replay.html", context, status=status)
