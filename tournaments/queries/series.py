"""Reading: the tournaments of a series, and each member's scores in them."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engine.scoring.means import in_points
from tournaments.engine.scoring.series import NAME_LENGTH, Scored, key_of
from tournaments.models import Standing, Tournament


def tournaments_of(series: str) -> list[Tournament]:
    """Return the tournaments of this series not cancelled, the oldest first; none for no name.

    It is the same series in capitals or with other spaces (`engine.scoring.series.key_of`).
    """
    if not key_of(series) or len(series) > NAME_LENGTH:
        return []
    names = (
        Tournament.objects.exclude(series="").order_by("series").values_list("series", flat=True)
    )
    spelt = [name for name in names.distinct() if key_of(name) == key_of(series)]
    rows = Tournament.objects.filter(series__in=spelt).exclude(status=Tournament.Status.CANCELLED)
    return list(rows.order_by("pk"))


def series_best(series: str, *, but: int | None = None) -> int | None:
    """Return how many tournaments of this series count, as all but `but` say; None if there are no others."""
    rows = [row for row in tournaments_of(series) if row.pk != but]
    return rows[0].terms.series_best if rows else None


def scored_in(rows: Sequence[Tournament]) -> list[Scored]:
    """Return the scores of members with a place in the closed ones among these."""
    closed = [row.pk for row in rows if row.status == Tournament.Status.CLOSED]
    lines = Standing.objects.filter(
        tournament__in=closed, place__isnull=False, player__isnull=False
    ).order_by()
    columns = lines.values_list("tournament_id", "player_id", "points", "unit")
    return [
        Scored(tournament, player, in_points(points, unit))
        for tournament, player, points, unit in columns
    ]
