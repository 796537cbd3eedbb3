"""Finished deals in long lists, page by page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from games import queries
from games.models import Deal, Player


@dataclass(frozen=True, slots=True)
class DealsPage:
    """A page of the list of finished deals."""

    deals: list[Deal]
    newer: int | None
    """The deal behind which the page with newer ones ends, None where there are none."""
    older: int | None
    """The deal behind which the page with older ones begins, None where there are none."""


def page_of_deals(
    player: Player | None, size: int, *, before: int | None = None, after: int | None = None
) -> DealsPage:
    """The finished deals, of one player if given, that are older than the deal `before` or newer than `after`.

    The first page where neither is given or names anything. It begins at a deal and not at a number, and counts
    nothing: so a page far back costs what the first one does.
    """
    deals = queries.finished_deals(player)
    if after is not None and (edge := _edge(after)) is not None:
        newer = list(_beyond(deals, edge, player, newer=True).reverse()[: size + 1])
        if len(newer) > size:
            shown = newer[:size][::-1]
            return DealsPage(shown, shown[0].pk, shown[-1].pk)
    elif before is not None and (edge := _edge(before)) is not None:
        older = list(_beyond(deals, edge, player, newer=False)[: size + 1])
        if older:
            return _cut(older, size, newer=older[0].pk)
    return _cut(list(deals[: size + 1]), size, newer=None)


def _cut(found: list[Deal], size: int, *, newer: int | None) -> DealsPage:
    shown = found[:size]
    return DealsPage(shown, newer, shown[-1].pk if len(found) > size else None)


def _edge(deal_id: int) -> Deal | None:
    return Deal.objects.filter(pk=deal_id, ended_at__isnull=False).first()


def _beyond(
    deals: QuerySet[Deal], edge: Deal, player: Player | None, *, newer: bool
) -> QuerySet[Deal]:
    """Those of `deals` on one side of a deal, in the order that `finished_deals` gives them."""
    side = "gt" if newer else "lt"
    if player is not None:
        # Said of both tables: PostgreSQL carries no inequality over a join, and would begin at the newest.
        deals = deals.annotate(seated=F("seats__deal_id"))
        return deals.filter(**{f"pk__{side}": edge.pk, f"seated__{side}": edge.pk})
    # The first condition is for the index, the second for deals that ended at the same moment.
    return deals.filter(**{f"ended_at__{side}e": edge.ended_at}).filter(
        Q(**{f"ended_at__{side}": edge.ended_at}) | Q(**{f"pk__{side}": edge.pk})
    )
