"""Pictures of a step of a replay: SVG for the web, PNG for messengers."""

from __future__ import annotations

import resvg_py
from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.web.requests import HtmxHttpRequest
from replays import queries
from replays.presenters.picture import picture
from replays.presenters.replay import draw_position
from replays.web.looking import looking_of, version_of
from replays.web.shown import by_link


@require_safe
@vary_on_headers("Cookie")
@by_link
def svg(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """The picture of the step `?at=VERSION`, with the eyes and in the language of the link, as the page draws it."""
    return HttpResponse(_drawn(request, deal_id), content_type="image/svg+xml")


@require_safe
@vary_on_headers("Cookie")
@by_link
def png(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """The same as points. Its words need a font of the machine; cards and signs do not."""
    return HttpResponse(
        resvg_py.svg_to_bytes(svg_string=_drawn(request, deal_id)), content_type="image/png"
    )


def _drawn(request: HtmxHttpRequest, deal_id: int) -> str:
    deal, whole = queries.get_replay(deal_id)
    looking = looking_of(request, len(whole.players))
    title, step = draw_position(deal, whole, looking, version_of(request.GET.get("at")))
    return picture(step, title)
