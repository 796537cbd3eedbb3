"""Measuring: repeated timings of one thing, and how they are printed."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any


@dataclass(frozen=True, slots=True)
class Timing:
    """Many timings of one thing, in seconds; `per_second` counts what was done while the clock ran."""

    count: int
    median: float
    p99: float
    per_second: float


def timing_of(seconds: Sequence[float], *, wall: float | None = None) -> Timing:
    """Return the timing of these single runs; `wall` is the time that they took together, where they overlapped."""
    hundredths = quantiles(seconds, n=100) if len(seconds) > 1 else [seconds[0]] * 99
    return Timing(
        len(seconds), median(seconds), hundredths[98], len(seconds) / (wall or sum(seconds))
    )


def repeat(
    work: Callable[[], Any],
    *,
    seconds: float,
    at_least: int = 5,
    clock: Callable[[], float] = process_time,
) -> Timing:
    """Do it again and again for about so many seconds, once before to warm up.

    The clock is this process's own time unless another is given, so that a neighbour on the machine
    disturbs what needs the processor alone as little as may be.
    """
    work()
    taken: list[float] = []
    end = perf_counter() + seconds
    while len(taken) < at_least or perf_counter() < end:
        before = clock()
        work()
        taken.append(clock() - before)
    return timing_of(taken)


HEAD = f"{'':<54}{'n':>8}{'median':>12}{'p99':>12}{'per second':>14}"


def show(title: str) -> None:
    """A heading."""
    note(f"\n{title}\n{HEAD}")


def line(name: str, timing: Timing, *, each: int = 1, words: str = "") -> None:
    """One row; a run that does `each` things is told as the time of one of them."""
    note(
        f"{name:<54}{timing.count * each:>8}{_time(timing.median / each):>12}"
        f"{_time(timing.p99 / each):>12}{timing.per_second * each:>14,.0f}{'  ' + words if words else ''}"
    )


def note(text: str) -> None:
    """A line of its own."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:,.2f} ms" if seconds >= 1e-4 else f"{seconds * 1e6:,.2f} µs"
