"""Queries whether the workers have anything to do besides counting results, in one statement built once per process.

The follower runs after every deal of the club, and mostly only the deal's result is new. Eight separate queries,
built by the ORM each time, took longer than counting it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from django.db import connection
from django.db.models import F, Q, QuerySet

from games.common.django_internals import adapted, exists_sql
from games.log.sql import rows_of
from games.models import Deal, Seat
from tournaments.engine.terms import CHECK_IN
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.queries.club_tables import timed_rows, to_close, unopened_rows

_NOW: Final = datetime(2222, 2, 2, tzinfo=UTC)
"""Stands in for the moment while the SQL is made."""
_CHECK_IN: Final = timedelta(minutes=CHECK_IN[1])


def anything_waits(now: datetime) -> bool:
    """Return whether a clock, a table, a seat, a sealed deal or prizes may need the workers."""
    sql, values = _made(connection.vendor)
    moments = {adapted(_NOW): now, adapted(_NOW + _CHECK_IN): now + _CHECK_IN}
    told = [adapted(moments[value]) if _is_moment(value) else value for value in values]
    ((waits,),) = rows_of(sql, told)
    return bool(waits)


def clocks_due(now: datetime) -> QuerySet[Tournament]:
    """Return the tournaments for which the clock may require an action now.

    For a tournament with check-in before the start, the caller still has to compare the end of check-in with `now`.
    """
    unset = Q(rounds_begun__lt=F("rounds_drawn"), clock_until__isnull=True)
    running = Q(status=Tournament.Status.RUNNING, paused_at__isnull=True)
    checking = Q(
        status=Tournament.Status.OPEN,
        check_in=True,
        check_in_closed=False,
        check_in_ends__isnull=False,
        starts_at__lte=now + _CHECK_IN,
    )
    return Tournament.objects.filter((running & (unset | Q(clock_until__lte=now))) | checking)


def appeals_due(now: datetime) -> QuerySet[Tournament]:
    """Return the running tournaments whose time to appeal is over."""
    return Tournament.objects.filter(status=Tournament.Status.RUNNING, appeal_until__lte=now)


def _all(now: datetime) -> tuple[QuerySet[Any], ...]:
    running = Tournament.Status.RUNNING
    given = RoundTable.objects.filter(
        tournament__status=running,
        round__gt=F("tournament__rounds_closed"),
        games_table_id__isnull=False,
    ).exclude(occupants=[])
    # Members who left and still sit somewhere, even in the lobby.
    left = Seat.objects.filter(
        table__closed_at__isnull=True,
        player__tournament_entries__tournament__status=running,
        player__tournament_entries__status__in=(Entry.Status.WITHDREW, Entry.Status.REMOVED),
    )
    sealed = Deal.objects.filter(sealed=True, ended_at__isnull=False, cancelled=False)
    return (
        unopened_rows(),
        to_close(),
        timed_rows(),
        clocks_due(now),
        appeals_due(now),
        given,
        left,
        sealed,
    )


@lru_cache(maxsize=2)
def _made(_vendor: str) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL statement and its values, among which `_NOW` stands for the current time."""
    made = [exists_sql(rows.order_by()) for rows in _all(_NOW)]
    asked = " OR ".join(f"EXISTS ({sql})" for sql, _values in made)
    return f"SELECT {asked}", tuple(value for _sql, values in made for value in values)


def _is_moment(value: object) -> bool:
    return value in (adapted(_NOW), adapted(_NOW + _CHECK_IN))
