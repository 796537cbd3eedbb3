"""Renders the board of each step of a replay from one template, and caches all steps in this process for a while.

Only finished deals are cached, under the hash of the deal's last event: a ruling makes another key. The perspective
is part of the key, so no viewer gets another perspective's boards; access to the deal is checked each time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final

import msgspec
from django.core.cache import caches
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.log import head_of
from games.models import Deal
from games.queries import require_open
from games.queries.play.participants import names_at_table
from replays import queries
from replays.presenters.replay import ShownReplay, draw_steps
from replays.presenters.view_options import ViewOptions
from replays.queries.replay import Replay

SECONDS: Final = 3600.0
"""How long the steps of a deal are kept."""

_Kept = tuple[tuple[str, ...], tuple[str, ...], bytes]
"""Who is named there, by which names, and what was drawn, compressed."""


def steps_json(
    deal: Deal, view_options: ViewOptions, *, drawing: Callable[[], object] = lambda: None
) -> bytes:
    """Return `all_boards` of a finished deal as JSON. Calls `drawing` before rendering, but not for cached steps.

    Raises Refused if the deal is not over, was called off, or is still played elsewhere, and whatever `drawing`
    raises.
    """
    require_open(deal)
    key = f"{deal.pk}:{head_of(deal.stream).hash}:{view_options.eyes}:{get_language()}"
    kept: _Kept | None = caches["replays"].get(key)
    # A name may change, or be erased, without an event.
    if kept is not None and names_at_table(kept[0]) == kept[1]:
        return zlib.decompress(kept[2])
    drawing()
    deal, whole = queries.get_replay(deal.pk)
    labels = tuple(_named(whole))
    names = names_at_table(labels)
    told = all_boards(draw_steps(deal, whole, queries.disputes_of(deal.pk), view_options))
    drawn = msgspec.json.encode(told)
    caches["replays"].set(key, (labels, names, zlib.compress(drawn, 5)), SECONDS)
    return drawn


def _named(whole: Replay) -> Iterator[str]:
    yield from whole.players
    for act in whole.acts:
        referee = getattr(act.event, "referee", "")
        if referee:
            yield referee


_SEATS, _END = '<div class="replay__seats">', "</div>"


class Boards:
    """Renders boards, each part only once: most seats are unchanged from one step to the next."""

    def __init__(self) -> None:
        """Start with nothing drawn."""
        self.parts: list[str] = []
        self._places: dict[Hashable, int] = {}

    def of(self, step: ShownReplay) -> list[int]:
        """Return the board of this step as indexes into `parts`, in order."""
        context: dict[str, Any] = {"step": step}
        drawn = [self._part(("centre", step.at), lambda: _draw("centre", context))]
        if step.review is not None:
            drawn.append(self._part(("verdict", step.at), lambda: _draw("verdict", context)))
        drawn += [
            self._part(("ruling", box.dispute.pk), lambda box=box: _draw("ruling", {"box": box}))  # type: ignore[misc]
            for box in step.disputes
        ]
        drawn.append(self._part(_SEATS, lambda: _SEATS))
        drawn += [
            self._part(box, lambda box=box: _draw("seat", {"box": box, **context}))  # type: ignore[misc]
            for box in step.seats
        ]
        return [*drawn, self._part(_END, lambda: _END)]

    def _part(self, key: Hashable, draw: Callable[[], str]) -> int:
        if key not in self._places:
            self._places[key] = len(self.parts)
            self.parts.append(draw())
        return self._places[key]


def _draw(part: str, context: dict[str, Any]) -> str:
    return get_template(f"replays/replay.html#{part}").render(context).strip()


def board(step: ShownReplay) -> SafeString:
    """Return the board of one step."""
    boards = Boards()
    places = boards.of(step)
    return SafeString("".join(boards.parts[place] for place in places))


def all_boards(steps: Iterable[ShownReplay]) -> dict[str, Any]:
    """Return all steps as plain data: a list of rendered `parts`, and the `steps` that refer to them.

    Each step has its number (`at`), its place in words (`where`) and the indexes of its parts (`board`).
    """
    boards = Boards()
    told = [{"at": step.at, "where": step.where, "board": boards.of(step)} for step in steps]
    return {"parts": boards.parts, "steps": told}
