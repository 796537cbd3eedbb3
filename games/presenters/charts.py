"""Builds line charts of numbers over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDTH: Final = 600
HEIGHT: Final = 160
MARGIN: Final = 12
"""Of a chart, in its own units."""


class Chart(NamedTuple):
    """A line chart of numbers: the points of its line, and its main values."""

    points: str
    """Of an SVG polyline."""
    zero: float | None
    """Where 0 lies; None where it lies outside."""
    first: int
    last: int
    least: int
    most: int
    steps: int


def chart_of(numbers: Sequence[int]) -> Chart | None:
    """Return the line chart of `numbers`, which start with the oldest; None if there are fewer than two."""
    if len(numbers) < 2:
        return None
    least, most = min(numbers), max(numbers)
    span = most - least or 1

    def height(number: int) -> float:
        return round(HEIGHT - MARGIN - (number - least) / span * (HEIGHT - 2 * MARGIN), 1)

    step = (WIDTH - 2 * MARGIN) / (len(numbers) - 1)
    points = (f"{MARGIN + at * step:.1f},{height(one)}" for at, one in enumerate(numbers))
    zero = height(0) if least <= 0 <= most else None
    return Chart(" ".join(points), zero, numbers[0], numbers[-1], least, most, len(numbers))
