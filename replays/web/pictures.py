"""Pictures of a step of a replay: SVG for the web, PNG for messengers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Final

import resvg_py
from django.core.cache import caches
from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.errors import Refused
from games.infrastructure.throttling import count, counted_as
from games.models import Deal
from games.presenters.amounts import signed
from games.presenters.play.payout import ending_words
from games.presenters.play.winning import rare_words
from games.web.club_locale import club_name
from games.web.requests import HtmxHttpRequest
from replays import queries
from replays.presenters.lettering import FONTS, has_all
from replays.presenters.picture import WonHand, hand_picture, picture
from replays.presenters.replay import draw_position, names_in
from replays.queries.replay import Replay
from replays.web.view_options import by_link, version_of, view_options_of

SECONDS: Final = 3600.0
"""How long the points of a picture are kept in this process."""

View = Callable[..., HttpResponse]


def _picture(view: View) -> View:
    """Wrap a view of a picture, so that it is open to those who may open the replay.

    Browsers may cache the picture, but ask each time whether it is still current.
    """
    guarded = by_link(view)

    @require_safe
    @vary_on_headers("Cookie")
    @wraps(view)
    def shown(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
        answer = guarded(request, deal_id=deal_id)
        if answer.has_header("ETag"):
            answer["Cache-Control"] = "private, no-cache"
            del answer["Expires"]
        return answer

    return shown


@_picture
def svg(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Return the picture of the step `?at=VERSION`, in the link's perspective and language, as on the page.

    `?at=won` is the winning hand.
    """
    drawn = _drawn(request, deal_id)
    return _answer(request, deal_id, "svg", drawn, lambda: drawn.encode())


@_picture
def png(request: HtmxHttpRequest, deal_id: int) -> HttpResponse:
    """Return the picture of `svg` as PNG."""
    drawn = _drawn(request, deal_id)
    return _answer(request, deal_id, "png", drawn, lambda: points(drawn, counted_as(request)))


def points(drawn: str, who: str) -> bytes:
    """Return an SVG picture as PNG, drawn with the club's own fonts, and the machine's fonts for other scripts.

    Recent pictures are cached by the digest of their SVG. Raises Refused if `who` requests too many.
    """
    key = _digest(drawn)
    kept: bytes | None = caches["pictures"].get(key)
    if kept is None:
        count("pictures", who)
        kept = resvg_py.svg_to_bytes(
            svg_string=drawn, font_files=list(FONTS), skip_system_fonts=has_all(drawn)
        )
        caches["pictures"].set(key, kept, SECONDS)
    return kept


def _drawn(request: HtmxHttpRequest, deal_id: int) -> str:
    deal, whole = queries.get_replay(deal_id)
    if request.GET.get("at") == "won":
        return hand_picture(_won_hand(request, deal, whole))
    view_options = view_options_of(request, len(whole.players))
    title, step = draw_position(deal, whole, view_options, version_of(request.GET.get("at")))
    return picture(step, title)


def _won_hand(request: HtmxHttpRequest, deal: Deal, whole: Replay) -> WonHand:
    """Return the winning hand for its picture. Raises Refused("replay.step") if nobody has won."""
    ending = whole.ending
    result = ending.result
    if result.winner is None or not result.sets:
        raise Refused("replay.step")
    return WonHand(
        str(club_name(request)["club_name"]),
        deal.shown_name,
        ending_words(result, names_in(deal, whole), ending.taken),
        signed(result.net[result.winner]),
        rare_words(result.sets, dealt=ending.taken is None),
        result.sets,
        whole.final.rules,
    )


def _answer(
    request: HtmxHttpRequest, deal_id: int, kind: str, drawn: str, encoded: Callable[[], bytes]
) -> HttpResponse:
    etag = f'"{_digest(drawn)}-{kind}"'
    unchanged: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if isinstance(unchanged, HttpResponse):
        unchanged["ETag"] = etag
        return unchanged
    answer = HttpResponse(encoded(), content_type="image/svg+xml" if kind == "svg" else "image/png")
    answer["ETag"] = etag
    answer["Content-Disposition"] = f'inline; filename="deal-{deal_id}.{kind}"'
    return answer


def _digest(drawn: str) -> str:
    return hashlib.sha256(drawn.encode()).hexdigest()
