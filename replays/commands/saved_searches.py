"""Saves members' searches under names. They are private."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.errors import Refused
from games.models import Player
from replays.models import SavedSearch

MOST: Final = 30
"""Searches that a member may keep."""


@transaction.atomic
def save_search(*, by: Player, name: str, filters: str, now: datetime) -> SavedSearch:
    """Save these filters under a name, replacing an earlier search of that name. Raises Refused("search.too-many")."""
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    own = SavedSearch.objects.filter(player=by)
    if own.exclude(name=name).count() >= MOST:
        raise Refused("search.too-many")
    saved, _made = SavedSearch.objects.update_or_create(
        player=by, name=name, defaults={"filters": filters, "saved_at": now}
    )
    return saved


def remove_search(*, by: Player, search_id: int) -> None:
    """Delete your own saved search; a repeat changes nothing."""
    SavedSearch.objects.filter(player=by, pk=search_id).delete()
