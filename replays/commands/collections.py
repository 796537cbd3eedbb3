"""Saves moments of deals in members' collections, and shares and deletes collections.

Directors can remove a shared collection.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.club.accounts import CollectionRemoved
from games.commands.club.chips import locked, record_fact
from games.common.names import tidied, why_not
from games.errors import Refused
from games.infrastructure.outbox import enqueue_subscribers
from games.models import Player
from replays.commands.notes import REASON_LENGTH, plain
from replays.models import Collection, CollectionItem
from replays.models.collection import CAPTION_LENGTH, NAME_LENGTH
from replays.queries.collections import get_collection, sat_in
from replays.queries.replay import get_replay

MOST: Final = 30
"""Collections of a member."""
MOST_KEPT: Final = 200
"""Moments in a collection."""


@transaction.atomic
def keep_moment(
    *, by: Player, deal_id: int, version: int, name: str, caption: str, now: datetime
) -> Collection:
    """Put a moment of a finished deal into your collection called `name`, which is created if needed.

    A moment that is already in the collection gets the new caption. Raises Refused if the deal has no step `version`,
    if the name is missing or unreadable, if there are too many collections or moments, and as `get_replay` does.
    """
    _deal, replay = get_replay(deal_id)
    replay.step(version)
    name = plain(tidied(name).replace("\n", " "), NAME_LENGTH, "collection.name")
    code = why_not(name)
    if code is not None:
        raise Refused(code)
    said = caption.replace("\n", " ")
    caption = plain(said, CAPTION_LENGTH, "collection.caption") if said.strip() else ""
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    collection = Collection.objects.filter(by=by, name=name).first()
    if collection is None:
        if Collection.objects.filter(by=by).count() >= MOST:
            raise Refused("collection.too-many")
        collection = Collection.objects.create(by=by, name=name, made_at=now)
    there = CollectionItem.objects.filter(collection=collection)
    if not there.filter(deal_id=deal_id, version=version) and there.count() >= MOST_KEPT:
        raise Refused("collection.full")
    CollectionItem.objects.update_or_create(
        collection=collection,
        deal_id=deal_id,
        version=version,
        defaults={"caption": caption, "kept_at": now},
    )
    return collection


def take_out(*, by: Player, collection_id: int, kept_id: int) -> None:
    """Take a moment out of your own collection; a repeat changes nothing. Raises Refused("collection.unknown")."""
    CollectionItem.objects.filter(collection=_own(by, collection_id), pk=kept_id).delete()


def share(*, by: Player, collection_id: int, shared: bool) -> None:
    """Share your collection with every member, or stop sharing it. Raises Refused("collection.unknown")."""
    if not Collection.objects.filter(pk=collection_id, by=by).update(shared=shared):
        raise Refused("collection.unknown")


@transaction.atomic
def drop_collection(*, by: Player, collection_id: int) -> None:
    """Delete your own collection; its deals are unaffected. Raises Refused("collection.unknown")."""
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # nothing is put into it meanwhile
    _own(by, collection_id).delete()


@transaction.atomic
def remove_collection(*, by: Player, collection_id: int, reason: str, now: datetime) -> None:
    """Remove a collection shared with the club, as a director and with a public reason.

    Raises Refused("collection.unknown") if it is not shared, Refused("collection.not-director"),
    Refused("note.reason"), and Refused("note.own-deal") for a director who sat in one of its deals.
    """
    if not by.runs_the_club:
        raise Refused("collection.not-director")
    reason = plain(reason, REASON_LENGTH, "note.reason")
    found = get_collection(collection_id, by)
    if sat_in(found, by):
        raise Refused("note.own-deal")
    locked(found.by, ended=True)
    removed, _rows = Collection.objects.filter(pk=collection_id, shared=True).delete()
    if not removed:
        raise Refused("collection.unknown")
    record_fact(found.by, CollectionRemoved(reason), now=now, by=by)
    enqueue_subscribers(["member.collection-removed"])


def _own(by: Player, collection_id: int) -> Collection:
    found = Collection.objects.filter(pk=collection_id, by=by).first()
    if found is None:
        raise Refused("collection.unknown")
    return found
