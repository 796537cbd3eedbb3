"""A series: several tournaments, of which each member's best few count.

A tournament with a score of zero or less counts like a missed one: otherwise a leading member would stay away.
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
    """A member's line: the total, the counted points best first, and the others in the same order."""

    place: int
    player: int
    total: int | Decimal
    counted: tuple[Scored, ...]
    others: tuple[Scored, ...]


def series_standing(scored: Iterable[Scored], *, best: int) -> tuple[SeriesRow, ...]:
    """Return the members of a series in order; equal totals are decided by the best single tournament, then the next.

    Members who are still equal share the place, in order of player ids.
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
    """Return the key of a series name: it ignores differences in capitals, spaces and encodings of accents."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def check_series(name: str, best: int) -> None:
    """Raise `TournamentRefused` for a name that is too long, or a number without a series or vice versa."""
    if len(name) > NAME_LENGTH:
        raise TournamentRefused("tournament.series-too-long", limit=NAME_LENGTH)
    if not name and best == 0:
        return
    if not name:
        raise TournamentRefused("tournament.series-missing")
    if type(best) is not int or not BEST[0] <= best <= BEST[1]:
        raise TournamentRefused("tournament.series-out-of-range", low=BEST[0], high=BEST[1])
