"""Scores leagues: series in which each evening gives points by place, and points for taking part.

Members who share a place each get its points in full. Members who left before the end have no place, but get the
points for taking part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.engine.errors import TournamentRefused, check_range
from tournaments.engine.scoring.series import Scored

PLACES: Final = 60
"""Most places with points."""
POINTS: Final = (0, 1000)
"""Least and most points of a place, and for taking part."""


@dataclass(frozen=True, slots=True)
class Attended:
    """A member's participation in a closed tournament; ``place`` is None if the member left before the end."""

    tournament: int
    player: int
    place: int | None


def league_scores(
    attended: Iterable[Attended], *, by_place: Sequence[int], present: int
) -> list[Scored]:
    """Return the points of each member in each tournament that the member played."""

    def points(place: int | None) -> int:
        return by_place[place - 1] if place is not None and place <= len(by_place) else 0

    return [Scored(one.tournament, one.player, present + points(one.place)) for one in attended]


def check_league(by_place: Sequence[int], present: int) -> None:
    """Raise `TournamentRefused` if the league's points are invalid."""
    if len(by_place) > PLACES:
        raise TournamentRefused("tournament.series-points-many", limit=PLACES)
    for points in by_place:
        check_range("tournament.series-points-out-of-range", points, POINTS)
    if list(by_place) != sorted(by_place, reverse=True):
        raise TournamentRefused("tournament.series-points-rising")
    check_range("tournament.series-present-out-of-range", present, POINTS)
