"""Counts, for the fairness page, deals that were called off and players who withheld a seed."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from games.common.places import table_on_screen
from games.models import Deal, DealSeat, Player

MOST_SHOWN = 50
"""Members on the page, those who kept back most often first."""

LATEST_SHOWN = 20
"""Deals on the page in which a seed was kept back, the newest first."""


class CalledOffCounts(NamedTuple):
    """Counts of deals that were called off before their cards were dealt."""

    deals: int
    withheld: int
    """Of these, since somebody who was bound did not open their seed."""
    members: tuple[tuple[str, int], ...]
    """Who that was, and in how many deals; empty to who is not a member."""
    latest: tuple[tuple[int, datetime | None, str], ...]
    """The last of these deals: the id, when it was called off and the table's name; empty to who is not a member."""


def called_off(*, is_member: bool) -> CalledOffCounts:
    """Return how many deals were called off since the club began.

    Only members get the names of players who withheld a seed.
    """
    seats = DealSeat.objects.filter(withheld=True, player__isnull=False)
    deals = Deal.objects.filter(cancelled=True)
    counts = deals.count(), seats.values("deal").distinct().count()
    if not is_member:
        return CalledOffCounts(*counts, (), ())
    counted = dict(
        seats.values_list("player")
        .annotate(times=Count("deal"))
        .order_by("-times", "player")[:MOST_SHOWN]
    )
    names = {player.pk: player.shown_name for player in Player.objects.filter(pk__in=counted)}
    latest = deals.filter(pk__in=seats.values("deal")).order_by("-pk")
    return CalledOffCounts(
        *counts,
        tuple((names[player], times) for player, times in counted.items()),
        tuple(
            (deal, at, table_on_screen(table))
            for deal, at, table in latest.values_list("pk", "ended_at", "table__name")[
                :LATEST_SHOWN
            ]
        ),
    )
