"""What the fairness page counts: deals that were called off, and who kept a seed back."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count

from games.models import Deal, DealSeat, Player

MOST_SHOWN = 50
"""Members on the page, those who kept back most often first."""


class CalledOff(NamedTuple):
    """How often deals were called off before their cards were dealt."""

    deals: int
    withheld: int
    """Of these, since somebody who was bound did not open their seed."""
    members: tuple[tuple[str, int], ...]
    """Who that was, and in how many deals."""


def called_off() -> CalledOff:
    """The counts of the whole club, from its first deal on."""
    seats = DealSeat.objects.filter(withheld=True, player__isnull=False)
    counted = dict(
        seats.values_list("player")
        .annotate(times=Count("deal"))
        .order_by("-times", "player")[:MOST_SHOWN]
    )
    names = {player.pk: player.shown_name for player in Player.objects.filter(pk__in=counted)}
    return CalledOff(
        Deal.objects.filter(cancelled=True).count(),
        seats.values("deal").distinct().count(),
        tuple((names[player], times) for player, times in counted.items()),
    )
