"""Reading: the searches that a member keeps."""

from __future__ import annotations

from games.models import Player
from replays.models import SavedSearch


def saved_searches(player: Player) -> list[SavedSearch]:
    """A member's own, the newest first."""
    return list(SavedSearch.objects.filter(player=player).order_by("-saved_at", "-pk"))
