"""Splits a seat's result into its luck, the cost of its choices, and the rest.

Four sums add up to the known result: the dealt cards, the draws, the other seats' choices and the seat's own choices.
Each is measured from a position from which all seats play on by habit. So the least certain of the four needs hardly
any simulation: it is what the other three leave of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from typing import NamedTuple

from replays.analysis.weighing import Estimate
from replays.analysis.whole import Part


class Share(NamedTuple):
    """The parts of one seat's result, in points: deal + draws + others - discards - takes + rest is the result."""

    result: int
    """As the deal ended, before any ruling."""
    deal: Estimate
    """What its hand was worth when the cards were dealt, to all who play by habit."""
    draws: Estimate
    """What the drawn cards changed of that, whoever drew them."""
    others: Estimate
    """What the others' choices changed for it, against what habit would have chosen for them."""
    discards: Estimate
    """What its discards cost it against the best it could know of."""
    takes: Estimate
    """What it cost to take a card or to leave one, against the best it could know of."""
    rest: Estimate
    """What no part explains: what its own choices turned out to be worth beyond what it could know when it chose."""


def shares(parts: Sequence[Part], net: Sequence[int]) -> tuple[Share, ...]:
    """Return each seat's share, from all parts of the analysis and the deal's payments `net`."""
    return tuple(_share(parts, seat, result) for seat, result in enumerate(net))


def _share(parts: Sequence[Part], seat: int, result: int) -> Share:
    chosen = [part for part in parts if "cost" in part]
    mine = [part for part in chosen if part["seat"] == seat]
    deal, draws, others, own = _reconciled(
        (
            _sum(part["worth"][seat] for part in parts if part["what"] == "deal"),
            _sum(part["worth"][seat] for part in parts if part["what"] == "draw"),
            _sum(part["worth"][seat] for part in chosen if part["seat"] != seat),
            _sum(part["worth"][seat] for part in mine),
        ),
        result,
    )
    discards = _sum(part["cost"] for part in mine if part["what"] == "discard")
    takes = _sum(part["cost"] for part in mine if part["what"] == "take")
    deal, draws, others, discards, takes = map(_rounded, (deal, draws, others, discards, takes))
    told = deal.mean + draws.mean + others.mean - discards.mean - takes.mean
    # Besides its choices' costs it is what they were worth, which the first three leave of the result.
    rest = Estimate(result - told, hypot(own.error, discards.error, takes.error))
    return Share(result, deal, draws, others, discards, takes, _rounded(rest))


def _reconciled(parts: Sequence[Estimate], total: float) -> list[Estimate]:
    """Return these independent estimates, adjusted by least squares to add up to their known total.

    The difference is shared out by the estimates' variances. So an uncertain one gains most from knowing the others,
    and none gets less certain.
    """
    variance = sum([part.error**2 for part in parts])
    if not variance:
        return list(parts)
    missed = total - sum([part.mean for part in parts])
    shares = [part.error**2 / variance for part in parts]
    return [
        Estimate(part.mean + share * missed, part.error * sqrt(1 - share))
        for part, share in zip(parts, shares, strict=True)
    ]


def _sum(pairs: Iterable[Sequence[float]]) -> Estimate:
    """Return the sum of independent estimates, given as pairs of mean and error."""
    found = list(pairs)
    error = sqrt(sum([error**2 for _, error in found]))
    return Estimate(sum([mean for mean, _ in found]), error)


def _rounded(one: Estimate) -> Estimate:
    """Return the estimate rounded to hundredths; an error that is not zero is never rounded to zero."""
    return Estimate(round(one.mean, 2), max(round(one.error, 2), 0.01) if one.error else 0.0)
