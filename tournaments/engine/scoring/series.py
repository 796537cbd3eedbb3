"""Ranks the members of a series: several tournaments, of which each member's best few count.

A score of zero or less counts like a missed tournament: otherwise a leading member would rather stay away.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from tournaments.engine.errors import TournamentRefused

BEST: Final = (1, 40)
"""Least and most tournaments of a series that count for a member."""
NAME_LENGTH: Final = 80
"""Characters of a series' name."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A member's points in a closed tournament."""

    tournament: int
    player: int
    points: int | Decimal


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A member's line: the total, the results that count, best first, and the results that don't."""

    place: int
    player: int
    total: int | Decimal
    counted: tuple[Scored, ...]
    others: tuple[Scored, ...]


def series_standing(scored: Iterable[Scored], *, best: int) -> tuple[SeriesRow, ...]:
    """Return the members of a series in order of their totals.

    Equal totals are decided by the best tournament, then the next best, and so on. Members who are still equal share
    the place and are listed by player id.
    """
    by_player: defaultdict[int, list[Scored]] = defaultdict(list)
    for one in scored:
        by_player[one.player].append(one)
    lines = []
    for player, mine in by_player.items():
        mine.sort(key=lambda one: (-one.points, one.tournament))
        counted = [one for one in mine[:best] if one.points > 0]
        lines.append((player, counted, mine[len(counted) :]))

    def key(counted: list[Scored]) -> tuple[int | Decimal, ...]:
        return (-sum(one.points for one in counted), *(-one.points for one in counted))

    lines.sort(key=lambda line: (key(line[1]), line[0]))
    rows: list[SeriesRow] = []
    for index, (player, counted, others) in enumerate(lines):
        shared = index > 0 and key(counted) == key(lines[index - 1][1])
        place = rows[-1].place if shared else index + 1
        total = sum(one.points for one in counted)
        rows.append(SeriesRow(place, player, total, tuple(counted), tuple(others)))
    return tuple(rows)


def key_of(name: str) -> str:
    """Return the key of a series name, the same for all ways to write its capitals, spaces and accents."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def check_series(name: str, best: int) -> None:
    """Raise `TournamentRefused` for an invalid series.

    A series is invalid if the name is too long, if the number of best tournaments is out of range, or if only the
    name or only the number is given.
    """
    if len(name) > NAME_LENGTH:
        raise TournamentRefused("tournament.series-too-long", limit=NAME_LENGTH)
    if not name and best == 0:
        return
    if not name:
        raise TournamentRefused("tournament.series-missing")
    if type(best) is not int or not BEST[0] <= best <= BEST[1]:
        raise TournamentRefused("tournament.series-out-of-range", low=BEST[0], high=BEST[1])
