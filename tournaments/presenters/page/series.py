"""The page of a series: its tournaments, and the standings in which each member's best few count."""

from __future__ import annotations

from dataclasses import dataclass

from games.queries.play.participants import names_of
from tournaments.engine.participants import member_label
from tournaments.engine.scoring.series import SeriesRow, series_standing
from tournaments.errors import refusal
from tournaments.models import Tournament
from tournaments.queries.series import scored_in, tournaments_of


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """A series as everybody sees it."""

    name: str
    best: int
    tournaments: tuple[Tournament, ...]
    lines: tuple[tuple[SeriesRow, str], ...]
    """The standings, each line with the member's name."""


def series_page(name: str) -> SeriesPage:
    """Raises Refused("tournament.no-such-series")."""
    rows = tournaments_of(name)
    if not rows:
        raise refusal("tournament.no-such-series")
    best = rows[0].terms.series_best
    standing = series_standing(scored_in(rows), best=best)
    names = names_of(member_label(row.player) for row in standing)
    return SeriesPage(rows[0].series, best, tuple(rows), tuple(zip(standing, names, strict=True)))
