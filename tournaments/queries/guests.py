"""Reading: the guests in a tournament, and those without a phone for a table on screens."""

from __future__ import annotations

from django.db.models import QuerySet

from games.models import Player
from tournaments.models import Entry, Tournament

_GOING = (Tournament.Status.OPEN, Tournament.Status.RUNNING)
_STAY = (Entry.Status.PLAYS, Entry.Status.ABSENT)


def guests_of(row: Tournament) -> QuerySet[Player]:
    """Return the entered guests who have not left, in the order of their names."""
    entered = Entry.objects.filter(tournament=row, status__in=_STAY).values("player")
    return Player.objects.filter(pk__in=entered, is_guest=True).order_by("searched", "pk")


def guests_without_phone(row: Tournament) -> list[Player]:
    """Return the guests for whom the careful bot plays at a table on screens; empty if all tables have real cards."""
    if row.no_screens or row.status not in _GOING:
        return []
    return list(guests_of(row).filter(sessions__isnull=True))
