"""Queries for the tournaments of a series, and each member's scores in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from tournaments.engine.scoring.league import Attended
from tournaments.engine.scoring.means import in_points
from tournaments.engine.scoring.series import NAME_LENGTH, Scored, key_of
from tournaments.engine.scoring.standing_flags import FlagKind
from tournaments.engine.terms import Terms
from tournaments.models import Standing, Tournament

_PERSON: Final = Coalesce("player__merged_into", "player_id")
"""Whose line it is: what an account has that was merged is the other's."""
MOST_OFFERED: Final = 60
"""Tournaments that can be added to a series from its page; older ones by the correction of their terms."""


def tournaments_of(series: str) -> list[Tournament]:
    """Return the tournaments of this series that are not cancelled, oldest first; empty for an empty name.

    Capitals and spaces in the name make no difference (`engine.scoring.series.key_of`).
    """
    if not key_of(series) or len(series) > NAME_LENGTH:
        return []
    names = (
        Tournament.objects.exclude(series="").order_by("series").values_list("series", flat=True)
    )
    spelt = [name for name in names.distinct() if key_of(name) == key_of(series)]
    rows = Tournament.objects.filter(series__in=spelt).exclude(status=Tournament.Status.CANCELLED)
    return list(rows.order_by("pk"))


def series_terms(series: str, *, but: int | None = None) -> Terms | None:
    """Return the terms that all tournaments of this series, except `but`, share; None if there are none."""
    rows = [row for row in tournaments_of(series) if row.pk != but]
    return rows[0].terms if rows else None


def series_among(rows: Iterable[Tournament]) -> list[str]:
    """Return the names of the series to which these tournaments belong, each once, in order.

    Cancelled tournaments are ignored.
    """
    named = (row.series for row in rows if row.series and row.status != Tournament.Status.CANCELLED)
    return list({key_of(name): name for name in named}.values())


def without_series() -> list[Tournament]:
    """Return the tournaments that are in no series and not cancelled, the newest first."""
    rows = Tournament.objects.filter(series="").exclude(status=Tournament.Status.CANCELLED)
    return list(rows.order_by("-pk")[:MOST_OFFERED])


def scored_in(rows: Sequence[Tournament]) -> list[Scored]:
    """Return the score of each member with a place, in each of these tournaments that is closed."""
    columns = _lines(rows).filter(place__isnull=False).annotate(person=_PERSON)
    return [
        Scored(tournament, player, in_points(points, unit))
        for tournament, player, points, unit in columns.values_list(
            "tournament_id", "person", "points", "unit"
        )
    ]


def attended(rows: Sequence[Tournament]) -> list[Attended]:
    """Return who took part in each of these tournaments that is closed.

    Members must have played at least one deal themselves, not only through the careful bot.
    """
    found = []
    for line in _lines(rows).filter(deals__gt=0).annotate(person=_PERSON):
        by_bot = sum(number for kind, number, _reason in line.notes if kind == FlagKind.PLAYED_FOR)
        if by_bot < line.deals:
            found.append(Attended(line.tournament_id, line.person, line.place))
    return found


def _lines(rows: Sequence[Tournament]) -> QuerySet[Standing]:
    closed = [row.pk for row in rows if row.status == Tournament.Status.CLOSED]
    return Standing.objects.filter(tournament__in=closed, player__isnull=False).order_by(
        "tournament", "line"
    )
