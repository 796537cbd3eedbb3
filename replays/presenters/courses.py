"""Lines of all seats over a deal: what a chart draws, and the table that says the same in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

WIDTH: Final = 720
HEIGHT: Final = 240
_LEFT: Final = 60
_RIGHT: Final = 130
"""Room for the names at the lines' ends."""
_EDGE: Final = 16
_APART: Final = 17
"""How far two names stand apart at the least."""


class Line(NamedTuple):
    """One seat's line."""

    seat: int
    name: str
    points: str
    """Of an SVG polyline."""
    x: str
    y: str
    """Where it ends."""
    label_y: str
    """Where its name stands."""


class Tick(NamedTuple):
    """A height with a number at it."""

    y: str
    words: str


class Course(NamedTuple):
    """All lines of a chart."""

    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]


def course_chart(
    names: Sequence[str], rows: Sequence[Sequence[float]], *, unit: str = ""
) -> Course | None:
    """The chart of these rows, a number for each seat in each; None where there are fewer than two rows."""
    if len(rows) < 2:
        return None
    most = max(1, *(max(row) for row in rows))
    step = (WIDTH - _LEFT - _RIGHT) / (len(rows) - 1)

    def height(number: float) -> float:
        return HEIGHT - _EDGE - number / most * (HEIGHT - 2 * _EDGE)

    ends = _spread([height(number) for number in rows[-1]])
    lines = []
    for seat, name in enumerate(names):
        points = " ".join(
            f"{_LEFT + at * step:.1f},{height(row[seat]):.1f}" for at, row in enumerate(rows)
        )
        lines.append(
            Line(
                seat,
                name,
                points,
                f"{WIDTH - _RIGHT:.1f}",
                f"{height(rows[-1][seat]):.1f}",
                f"{ends[seat]:.1f}",
            )
        )
    marks = sorted({0, round(most / 2), round(most)})
    ticks = tuple(Tick(f"{height(mark):.1f}", f"{mark}{unit}") for mark in marks)
    return Course(tuple(lines), ticks)


def _spread(heights: Sequence[float]) -> list[float]:
    """These heights moved apart so far that names at them do not lie over each other, in their order."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = list(heights)
    for upper, lower in pairwise(order):
        placed[lower] = max(placed[lower], placed[upper] + _APART)
    floor = HEIGHT - _EDGE / 2
    for seat in reversed(order):
        placed[seat] = min(placed[seat], floor)
        floor = placed[seat] - _APART
    return placed
