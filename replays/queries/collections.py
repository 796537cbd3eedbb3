"""Queries for a member's collections, and for those that others share with the club."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from games.errors import Refused
from games.models import DealSeat, Player
from replays.models import Collection, CollectionItem


def own_collections(player: Player) -> QuerySet[Collection]:
    """Return a member's own collections, by name."""
    return Collection.objects.filter(by=player)


def collections_for(player: Player) -> QuerySet[Collection]:
    """Return the collections this member may read, each with its size: `.number`."""
    readable = Collection.objects.filter(Q(by=player) | Q(shared=True))
    return readable.select_related("by").annotate(number=Count("kept")).order_by("name", "pk")


def get_collection(collection_id: int, player: Player) -> Collection:
    """Return a collection. Raises Refused("collection.unknown") if it is missing, or not readable by the member."""
    found = collections_for(player).filter(pk=collection_id).first()
    if found is None:
        raise Refused("collection.unknown")
    return found


def kept_in(collection: Collection) -> QuerySet[CollectionItem]:
    """Return a collection's moments in the order in which they were added, with their deals and tables."""
    return (
        CollectionItem.objects.filter(collection=collection)
        .select_related("deal__table")
        .prefetch_related("deal__seats__player")
    )


def sat_in(collection: Collection, player: Player) -> bool:
    """Return whether a player sat in any deal of the collection."""
    return DealSeat.objects.filter(player=player, deal__in=collection.kept.values("deal")).exists()
