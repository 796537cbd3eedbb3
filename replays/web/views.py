"""Pages of the replays: the list, one deal step by step, its record, and the filing of a dispute."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from games.engine.errors import BadNotation
from games.engine.records import to_line
from games.errors import Refused
from games.log.integrity.receipts import Forged, place_of, receipt_of
from games.models import Deal, Player
from games.presenters.called_off import called_off_of
from games.queries.deals import get_deal
from games.queries.histories import record_of
from games.queries.pagination import cursor, page_of_deals
from games.queries.seen import see_deal
from games.web.requests import HtmxHttpRequest
from replays import queries
from replays.commands import rulings
from replays.forms import DisputeForm
from replays.presenters.deal_list import list_deals
from replays.presenters.receipt import sealed
from replays.presenters.replay import draw

PAGE = 25
"""Deals on a page of the list."""

_VERSION = re.compile(r"[0-9]{1,6}")

View = Callable[..., HttpResponse]


def _club_only(view: View) -> View:
    """For members; a refusal becomes a page with its sentence and its status."""

    @never_cache
    @wraps(view)
    def shown(request: HtmxHttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            login = redirect_to_login(request.get_full_path())
            # A login page has no place inside a step: the whole page goes there.
            return HttpResponseClientRedirect(login.url) if request.htmx else login
        try:
            return view(request, *args, **kwargs)
        except Refused as error:
            return render(request, "replays/refused.html", {"refusal": error}, status=error.status)

    return shown


def _viewer(request: HtmxHttpRequest) -> Player:
    return cast(Player, request.user)


@require_GET
@_club_only
def replay_list(request: HtmxHttpRequest) -> HttpResponse:
    """Finished deals, the newest first: all of the club's, or the viewer's own."""
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
        {"page": page, "deals": list_deals(page.deals, viewer), "mine": mine},
    )


@require_GET
@vary_on_headers("HX-Request", "Cookie")
@_club_only
def replay(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """One finished deal at the step `?at=VERSION`; the first step without it. Of one called off, what was published."""
    deal = get_deal(deal_id)
    if deal.cancelled:
        return _show_called_off(request, deal)
    return _show(request, deal_id, _version(request.GET.get("at")))


@require_http_methods(["GET", "POST"])
@vary_on_headers("HX-Request", "Cookie")
@_club_only
def file_dispute(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """File a dispute on the discard that completed the winner's hand; what is refused is said in the form."""
    get_deal(deal_id)
    if request.method == "GET":
        # The address of a refused form, loaded again or in another language.
        return redirect("replay", deal_id)
    form = DisputeForm(request.POST)
    status = 422
    if form.is_valid():
        discard = form.cleaned_data["discard"]
        try:
            rulings.file_dispute(
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
            messages.success(request, _("Your dispute is filed. A referee will rule on it."))
            return HttpResponseRedirect(f"{reverse('replay', args=[deal_id])}?at={discard}")
    if "discard" in form.errors:  # a hidden field: what is wrong with it is said above the form
        form.add_error(None, Refused("replay.step").sentence)
    return _show(request, deal_id, None, form=form, status=status)


@require_GET
@_club_only
def record(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """The deal's record as a file to keep, check and share."""
    get_deal(deal_id)
    try:
        line = to_line(record_of(deal_id))
    except BadNotation as error:
        raise Refused("deal.not-over") from error
    answer = HttpResponse(line + "\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="deal-{deal_id}.json"'
    return answer


@require_GET
@_club_only
def receipt(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """The deal's receipt: a file that shows years later, without a database, that it is in the log."""
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


def _show_called_off(request: HtmxHttpRequest, deal: Deal) -> HttpResponse:
    seen = see_deal(deal, _viewer(request))
    context = {"deal": deal, "page": called_off_of(seen, _viewer(request))}
    return render(request, "replays/called_off.html", context)


def _version(text: str | None) -> int | None:
    if text is None:
        return None
    if not _VERSION.fullmatch(text):
        raise Refused("replay.step")
    return int(text)


def _show(
    request: HtmxHttpRequest,
    deal_id: int,
    at: int | None,
    *,
    form: DisputeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    deal, looked_back = queries.get_replay(deal_id)
    if form is not None:
        at = looked_back.judged_at
    page = draw(deal, looked_back, queries.disputes_of(deal_id), viewer=_viewer(request), at=at)
    part = request.htmx and not request.htmx.history_restore_request
    context = {
        "page": page,
        "form": form or DisputeForm(initial={"discard": page.at}),
        "refused": form is not None,
        "sealed": None
        if part
        else sealed(deal.stream, looked_back.steps[-1].version, request.build_absolute_uri("/")),
    }
    template = "replays/replay.html#steps" if part else "replays/replay.html"
    return render(request, template, context, status=status)
