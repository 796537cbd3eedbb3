"""Queries for the guests in a tournament, and for those without a phone to play on."""

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
    """Return the guests who are not logged in on any device; at a table on screens the careful bot plays for them.

    Empty if every table has real cards, or unless the tournament is open or running.
    """
    if row.no_screens or row.status not in _GOING:
        return []
    return list(guests_of(row).filter(sessions__isnull=True))
