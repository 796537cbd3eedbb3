"""Pages of shared reviews: one member leads, and the others' pages follow."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import reswap, retarget

from games.errors import Refused
from games.models import Deal
from games.web.requests import HtmxHttpRequest, player_of
from replays.commands.reviews import end_review, lead_review, move_review
from replays.models import SharedReview
from replays.presenters.reviews import place_of
from replays.presenters.view_options import ViewOptions
from replays.queries.replay import OPEN, get_replay
from replays.queries.reviews import get_review
from replays.web.view_options import club_only, perspective_of, version_of


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def lead(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Start leading others through a deal, from the step `at` with the perspective `as`."""
    deal, _replay = get_replay(deal_id)
    if request.method == "GET":
        return HttpResponseRedirect(reverse("replay", args=[deal_id]))
    at, eyes = _asked(request, deal)
    now = timezone.now()
    begun = lead_review(by=player_of(request), deal_id=deal_id, version=at, eyes=eyes, now=now)
    messages.success(request, _("You're leading a review of this deal. The link to it is below."))
    return _there(begun)


@require_http_methods(["GET", "POST"])
@vary_on_headers("Cookie")
@club_only
def one(request: HtmxHttpRequest, review_id: int) -> HttpResponse:
    """Redirect to the step that the review shows. A POST of the leader moves the review, or with `end` ends it."""
    if request.method == "GET":
        return _there(get_review(review_id, now=timezone.now()))
    try:
        return _led_on(request, review_id)
    except Refused as error:
        if error.code != "review.over" or not request.htmx:
            raise
        return _over(request, error)


def _led_on(request: HtmxHttpRequest, review_id: int) -> HttpResponse:
    player, now = player_of(request), timezone.now()
    if "end" in request.POST:
        ended = end_review(by=player, review_id=review_id, now=now)
        messages.success(request, _("The review is over."))
        link = ViewOptions(ended.eyes).link(ended.version)
        return HttpResponseRedirect(reverse("replay", args=[ended.deal_id]) + link, status=303)
    at, eyes = _asked(request, get_review(review_id, now=now).deal)
    moved = move_review(by=player, review_id=review_id, version=at, eyes=eyes, now=now)
    return HttpResponse(status=204) if request.htmx else _there(moved)


@require_safe
@vary_on_headers("Cookie")
@club_only
def now_at(request: HtmxHttpRequest, review_id: int) -> HttpResponse:
    """Show followers the step that the leader is at: a part of their pages, which they poll."""
    try:
        review = get_review(review_id, now=timezone.now())
    except Refused:
        return render(request, "replays/_review_now.html", {"follows": None})
    get_replay(review.deal_id)
    context = {"follows": place_of(review, ViewOptions()), "deal_id": review.deal_id}
    return render(request, "replays/_review_now.html", context)


def _over(request: HtmxHttpRequest, refusal: Refused) -> HttpResponse:
    """Tell the leader that the review has ended, and offer a link to start another one."""
    at = version_of(request.POST.get("at"))
    # A step is counted as its eyes see the deal. Its review is gone, and with it which deal: the replay judges them.
    context = {"refusal": refusal, "again": ViewOptions(request.POST.get("as", OPEN)).link(at)}
    said = render(request, "replays/_review_over.html", context, status=refusal.status)
    return reswap(retarget(said, "#review"), "innerHTML")


def _asked(request: HtmxHttpRequest, deal: Deal) -> tuple[int, str]:
    at = version_of(request.POST.get("at"))
    if at is None:
        raise Refused("replay.step")
    return at, perspective_of(request.POST.get("as", ""), deal.seats.count())


def _there(review: SharedReview) -> HttpResponse:
    link = ViewOptions(review.eyes, review=review.pk).link(review.version)
    return HttpResponseRedirect(reverse("replay", args=[review.deal_id]) + link, status=303)
