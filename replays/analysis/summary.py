"""Summary: a seat's result as the sum of its luck, the cost of its choices, and the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from replays.analysis.weighing import Estimate
from replays.analysis.whole import Part


class Share(NamedTuple):
    """One seat's result, in points. deal + draws + others - discards - takes + rest is the result."""

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
    """Return the shares by seat, from all parts of a deal that ended with these payments."""
    return tuple(_share(parts, seat, result) for seat, result in enumerate(net))


def _share(parts: Sequence[Part], seat: int, result: int) -> Share:
    deal = _sum(part["worth"][seat] for part in parts if part["what"] == "deal")
    draws = _sum(part["worth"][seat] for part in parts if part["what"] == "draw")
    mine = [part for part in parts if part.get("seat") == seat]
    discards = _sum(part["cost"] for part in mine if part["what"] == "discard")
    takes = _sum(part["cost"] for part in mine if part["what"] == "take")
    theirs = [part for part in parts if "cost" in part and part["seat"] != seat]
    others = _sum(part["worth"][seat] for part in theirs)
    told = deal.mean + draws.mean + others.mean - discards.mean - takes.mean
    every = (deal, draws, others, discards, takes)
    error = sqrt(sum([one.error**2 for one in every]))
    return Share(result, *every, Estimate(round(result - told, 2), round(error, 2)))


def _sum(pairs: Iterable[Sequence[float]]) -> Estimate:
    """Return the sum of independent estimates."""
    found = list(pairs)
    error = sqrt(sum([error**2 for _, error in found]))
    return Estimate(round(sum([mean for mean, _ in found]), 2), round(error, 2))
