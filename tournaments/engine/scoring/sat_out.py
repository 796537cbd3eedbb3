"""Computes what a member gets for rounds sat out by turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import member_label

if TYPE_CHECKING:
    from tournaments.engine.round_state import RoundState


class Unplayed(StrEnum):
    """What a member gets for a round sat out by turns; a round missed for another reason never counts."""

    NOTHING = "nothing"
    MEAN = "mean"
    """As many points as the average of own deals, for as many deals as a table of the round played."""


class RankedBy(StrEnum):
    """What members are ranked by."""

    POINTS = "points"
    DEAL = "deal"
    """Points a deal: for members who play unequally many."""


def check_counting(unplayed: str, ranked_by: str) -> None:
    """Raise `TournamentRefused` for an invalid value of the terms `unplayed` or `ranked_by`."""
    if unplayed not in set(Unplayed):
        raise TournamentRefused("tournament.unplayed-unknown", unplayed=unplayed)
    if ranked_by not in set(RankedBy):
        raise TournamentRefused("tournament.ranked-by-unknown", ranked_by=ranked_by)


def deals_sat_out(rounds: Iterable[RoundState]) -> Mapping[str, Fraction]:
    """Return by label how many deals a member missed by sitting out closed rounds by turns.

    For a round that is the average number of deals at its tables, so it can be a fraction.
    """
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for drawn in rounds:
        deals = Fraction(sum(len(table.scores) for table in drawn.tables), len(drawn.tables))
        for player in drawn.out if drawn.closed else ():
            found[member_label(player)] += deals
    return found
