"""The board of each step, drawn from one template: for the page, and for all steps at once in parts that repeat."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString

from replays.presenters.replay import Shown

_SEATS, _END = '<div class="replay__seats">', "</div>"


class Boards:
    """Draws boards, and no part of them twice: most seats are at a step what they were at the one before."""

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self.parts: list[str] = []
        self._places: dict[Hashable, int] = {}

    def of(self, step: Shown) -> list[int]:
        """The places in `parts` of what, one after the other, is the board of this step."""
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


def board(step: Shown) -> SafeString:
    """The board of one step."""
    boards = Boards()
    places = boards.of(step)
    return SafeString("".join(boards.parts[place] for place in places))


def all_boards(steps: Iterable[Shown]) -> dict[str, Any]:
    """All steps as plain data: each part once, and of each step its number, its place in words and its parts."""
    boards = Boards()
    told = [{"at": step.at, "where": step.where, "board": boards.of(step)} for step in steps]
    return {"parts": boards.parts, "steps": told}
