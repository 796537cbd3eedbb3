"""Queries for the finished deals that the house shows to members only (decision 0246)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.models import Deal, Player
from games.queries.club.house import house_rules

TOURNAMENTS: Final = "tournament-"
"""How the origin of a tournament's table begins."""


@dataclass(frozen=True, slots=True)
class PrivateDeals:
    """Which kinds of deals the house shows to members only, even if their players have shared them."""

    tournaments: bool = False
    tables: bool = False
    """All deals that were played in no tournament."""

    def __contains__(self, deal: Deal) -> bool:
        """Return whether this deal is private."""
        return self.has_origin(deal.table.origin)

    def has_origin(self, origin: str) -> bool:
        """Return whether deals at tables of this origin are private."""
        return self.tournaments if origin.startswith(TOURNAMENTS) else self.tables


NOTHING: Final = PrivateDeals()
"""Nothing is kept: so members read."""


def private_by_house() -> PrivateDeals:
    """Return the kinds of deals that the house now shows to members only."""
    rules = house_rules()
    return PrivateDeals(bool(rules.tournament_replays_kept), bool(rules.table_replays_kept))


def private_deals_for(viewer: Player | None) -> PrivateDeals:
    """Return which kinds of deals the house hides from this viewer; none if somebody is logged in."""
    return private_by_house() if viewer is None else NOTHING


def is_of_tournament(deal: Deal) -> bool:
    """Return whether this deal was played at a tournament's table."""
    return deal.table.origin.startswith(TOURNAMENTS)


def among(deal_ids: Iterable[int], kept: PrivateDeals) -> frozenset[int]:
    """Return which of `deal_ids` are private deals; `kept` says which kinds are private."""
    if kept == NOTHING:
        return frozenset()
    origins = Deal.objects.filter(pk__in=set(deal_ids)).values_list("pk", "table__origin")
    return frozenset(pk for pk, origin in origins if kept.has_origin(origin))
