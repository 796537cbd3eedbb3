"""All steps of a replay, drawn once for each pair of eyes and language and kept in this process for a while.

Only what is over is kept, under the hash of the deal's last event: a ruling makes another key. The eyes are part of
the key, so no pair of eyes gets what was drawn for another; whether the deal may be opened is asked each time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from django.core.cache import caches
from django.utils.translation import get_language

from games.log import head_of
from games.models import Deal
from games.queries import require_open
from games.queries.play.participants import names_at_table
from replays import queries
from replays.presenters.looking import Looking
from replays.presenters.replay import draw_steps
from replays.queries.replay import Replay
from replays.web.boards import all_boards

SECONDS: Final = 3600.0
"""How long the steps of a deal are kept."""

_Kept = tuple[tuple[str, ...], tuple[str, ...], bytes]
"""Who is named there, by which names, and what was drawn, compressed."""


def steps_json(
    deal: Deal, looking: Looking, *, drawing: Callable[[], object] = lambda: None
) -> bytes:
    """The steps of a finished deal as `all_boards` tells them, in JSON; before they are drawn, `drawing` is called.

    Raises Refused where the deal is not over, was called off, or is still played elsewhere, and what `drawing` raises.
    """
    require_open(deal)
    key = f"{deal.pk}:{head_of(deal.stream).hash}:{looking.eyes}:{get_language()}"
    kept: _Kept | None = caches["replays"].get(key)
    # A name may change, or be erased, without any event.
    if kept is not None and names_at_table(kept[0]) == kept[1]:
        return zlib.decompress(kept[2])
    drawing()
    deal, whole = queries.get_replay(deal.pk)
    labels = tuple(_named(whole))
    names = names_at_table(labels)
    told = all_boards(draw_steps(deal, whole, queries.disputes_of(deal.pk), looking))
    drawn = msgspec.json.encode(told)
    caches["replays"].set(key, (labels, names, zlib.compress(drawn, 5)), SECONDS)
    return drawn


def _named(whole: Replay) -> Iterator[str]:
    yield from whole.players
    for act in whole.acts:
        referee = getattr(act.event, "referee", "")
        if referee:
            yield referee
