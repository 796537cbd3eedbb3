"""Deals that referees have to do with: which wait for a second signature, and what was done about which (§10.8)."""

from __future__ import annotations

from typing import Final

from games.models import Deal, StaffAct
from games.schema import stream_of

ACTS: Final = (
    "deal.dispute-filed",
    "deal.dispute-joined",
    "deal.ruling-given",
    "deal.ruling-shared",
    "deal.ruling-voided",
    "deal.ruling-withdrawn",
    "deal.ruling-appealed",
    "deal.ruling-proposed",
    "deal.ruling-signed",
    "deal.signature-refused",
)
"""What is done about disputes, of what the page of the staff's acts tells."""

# The rows of disputes are known above this app; that a deal has some is known by their name here.
_PROPOSED = {"disputes__proposed__gt": ""}
_DISPUTED = {"disputes__isnull": False}


def unsigned_deals(behalf: str = "") -> list[Deal]:
    """These deals with their tables, the oldest first; of what was opened for this one alone, where given.

    `behalf` is a name such as `tournament-3`.
    """
    deals = Deal.objects.filter(**_PROPOSED).select_related("table")
    if behalf:
        deals = deals.filter(table__origin__startswith=f"{behalf}/")
    return list(deals.distinct().order_by("pk"))


def court_acts(behalf: str) -> list[StaffAct]:
    """What was done about disputes of the deals that were opened for this one (`tournament-3`), the oldest first."""
    deals = Deal.objects.filter(table__origin__startswith=f"{behalf}/", **_DISPUTED).distinct()
    streams = [stream_of(pk) for pk in deals.values_list("pk", flat=True)]
    if not streams:
        return []
    return list(StaffAct.objects.filter(stream__in=streams, name__in=ACTS).order_by("pk"))
