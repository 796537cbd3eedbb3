"""Pages for embedding a replay in another site: one that may be framed, and the oEmbed answer for the other site.

Viewers elsewhere count as strangers, even if logged in here: only deals open to all are shown, and the page has no
buttons except for the steps.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlencode, urlsplit

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.common.addresses import own_name, whole_address
from games.errors import Refused
from games.models import Deal
from games.queries.finished.pagination import cursor
from games.queries.play.deals import get_deal
from games.web.requests import HtmxHttpRequest
from replays import queries
from replays.presenters.replay import draw
from replays.web.steps_cache import board
from replays.web.view_options import speak, version_of, view_options_of

WIDTH: Final = 960
HEIGHT: Final = 720
"""Pixels of the frame that is offered."""
LEAST: Final = 240
"""The least that a frame may be asked to keep to."""


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows views without parameters alone
@never_cache
def embedded(request: HttpRequest, deal_id: int) -> HttpResponse:
    """Show one step of a deal open to all, for embedding elsewhere; other deals are refused."""
    request = cast(HtmxHttpRequest, request)
    speak(request)
    try:
        deal = get_deal(deal_id)
        if not queries.is_open_to_all(deal):
            raise Refused("replay.not-open")
        deal, looked_back = queries.get_replay(deal_id)
        view_options = view_options_of(request, len(looked_back.players))
        page = draw(
            deal,
            looked_back,
            queries.disputes_of(deal_id),
            viewer=None,
            at=version_of(request.GET.get("at")),
            view_options=view_options,
        )
    except Refused as error:
        return render(request, "replays/not_embedded.html", {"refusal": error}, status=error.status)
    return render(request, "replays/embedded.html", {"page": page, "board": board(page.shown)})


@require_safe
@never_cache
def oembed(request: HttpRequest) -> HttpResponse:
    """Return how to embed a replay, by oEmbed 1.0: JSON only, for links to replays open to all.

    404 if the link is no replay of this club, 401 if the deal is not open to all, 501 for another format.
    """
    if request.GET.get("format", "json") != "json":
        return JsonResponse({"error": "only json"}, status=501)
    deal_id, query = _named(request, request.GET.get("url", ""))
    if deal_id is None:
        return JsonResponse({"error": "no replay of this club"}, status=404)
    try:
        deal = get_deal(deal_id)
    except Refused:
        return JsonResponse({"error": "no replay of this club"}, status=404)
    if not queries.is_open_to_all(deal):
        return JsonResponse({"error": "not open to all"}, status=401)
    width = _within(request.GET.get("maxwidth"), WIDTH)
    height = _within(request.GET.get("maxheight"), HEIGHT)
    title = deal.shown_name
    address = whole_address(reverse("embedded-replay", args=[deal_id])) + query
    told: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "provider_name": str(_("Tứ Sắc club")),
        "provider_url": whole_address("/"),
        "title": title,
        "width": width,
        "height": height,
        "html": format_html(
            '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0"></iframe>',
            address,
            width,
            height,
            title,
        ),
    }
    answer = JsonResponse(told)
    answer["Access-Control-Allow-Origin"] = "*"  # it reveals nothing hidden from strangers
    return answer


class Elsewhere(NamedTuple):
    """The absolute URLs of a replay for other sites and messengers: the page, its oEmbed answer, and a picture."""

    address: str
    oembed: str
    picture: str
    nameless: bool
    """Whether messengers get no name and no picture, because a guest with a name sat there, who was not asked."""


def links_elsewhere(request: HttpRequest, deal: Deal, here: str) -> Elsewhere | None:
    """Return the addresses of this step for other sites; None unless the deal is open to all."""
    if not queries.is_open_to_all(deal):
        return None
    address = whole_address(reverse("replay", args=[deal.pk])) + here
    asked = urlencode({"url": address, "format": "json"})
    return Elsewhere(
        address,
        f"{whole_address(reverse('oembed'))}?{asked}",
        whole_address(reverse("replay-png", args=[deal.pk])) + here,
        deal.seats.filter(player__is_guest=True).exclude(player__display_name="").exists(),
    )


def _named(request: HttpRequest, link: str) -> tuple[int | None, str]:
    """Return the deal's id and the query in a link to this club's replays; None and "" for other links."""
    try:
        parts = urlsplit(link)
        ours = parts.netloc in (own_name(), request.get_host())
        found = resolve(parts.path) if ours else None
    except (ValueError, Resolver404):
        return None, ""
    if found is None or found.url_name not in ("replay", "embedded-replay"):
        return None, ""
    return found.kwargs["deal_id"], f"?{parts.query}" if parts.query else ""


def _within(said: str | None, most: int) -> int:
    wanted = cursor(said)
    return most if wanted is None else max(LEAST, min(most, wanted))
