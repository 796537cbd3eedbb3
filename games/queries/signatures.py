"""Deals on which a ruling is proposed and waits for a second referee's signature (§10.8)."""

from __future__ import annotations

from games.models import Deal

# The rows of disputes are known above this app; that a deal has some is known by their name here.
_PROPOSED = {"disputes__proposed__gt": ""}


def unsigned_deals(behalf: str = "") -> list[Deal]:
    """These deals with their tables, the oldest first; of what was opened for this one alone, where given.

    `behalf` is a name such as `tournament-3`.
    """
    deals = Deal.objects.filter(**_PROPOSED).select_related("table")
    if behalf:
        deals = deals.filter(table__origin__startswith=f"{behalf}/")
    return list(deals.distinct().order_by("pk"))
