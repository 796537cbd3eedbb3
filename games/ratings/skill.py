"""Computes ratings: how a deal changes them, and what two ratings predict. It uses openskill and has no state.

The model is full Bradley-Terry: each two seats of a deal are compared, and a tie counts half, so tables of 2, 3 and 4
seats share one scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

MU: Final = 25.0
SIGMA: Final = 25 / 3
BETA: Final = 25.0
"""How much of a deal is luck. docs/decisions/0178 says how it was measured."""
TAU: Final = 25 / 300
"""How much somebody may have learned or forgotten since the deal before."""
SETTLED: Final = 40
"""Rated deals from which a rating has a rank; before that it is provisional."""
SHOWN: Final = 20
"""What one of the model's units is on screen."""
FIRST: Final = 1000
"""Where everybody begins on screen."""


class Skill(NamedTuple):
    """A rating: the estimate, and its uncertainty (one standard deviation)."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """Return the estimate on screen."""
        return FIRST + round((self.mu - MU) * SHOWN)

    @property
    def error(self) -> int:
        """The margin of error as shown on screen: the true value lies within it 19 times out of 20."""
        return round(2 * self.sigma * SHOWN)


def _steady(*_asked: object) -> float:
    return 1.0


_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, gamma=_steady)


def after(players: Sequence[str], skills: Sequence[Skill], net: Sequence[int]) -> dict[str, Skill]:
    """Return each player's rating after a deal with these points by seat.

    A player with several seats, such as a kind of bot, gets the mean of the ratings that these seats would get.
    """
    teams = [[_MODEL.create_rating([skill.mu, skill.sigma])] for skill in skills]
    made = _MODEL.rate(teams, scores=[float(points) for points in net])
    found: defaultdict[str, list[Skill]] = defaultdict(list)
    for player, (rating,) in zip(players, made, strict=True):
        found[player].append(Skill(rating.mu, rating.sigma))
    return {player: _mean(several) for player, several in found.items()}


def _mean(several: Sequence[Skill]) -> Skill:
    if len(several) == 1:
        return several[0]
    many = len(several)
    return Skill(
        sum(one.mu for one in several) / many, sqrt(sum(one.sigma**2 for one in several) / many)
    )


def chance(one: Skill, other: Skill) -> float:
    """Return the probability that the first player gets more points than the other in a deal together; ties count
    half.
    """
    spread = sqrt(2 * BETA**2 + one.sigma**2 + other.sigma**2)
    return 1 / (1 + exp((other.mu - one.mu) / spread))


def difference(promised: float) -> int:
    """Return by how much the ratings on screen of two well-known players differ if one wins this share of deals."""
    return round(log(promised / (1 - promised)) * sqrt(2) * BETA * SHOWN)
