"""Reading: who looks on at a table, and whose phrases a member does not want to see."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.models import Mute, Player, Table, Watcher

SAID_LASTS: Final = timedelta(seconds=8)
"""How long a phrase is shown at its seat."""
LOOKS_ON: Final = timedelta(seconds=45)
"""How long after the last look somebody counts as watching: a page looks every fifteen seconds."""


class Watching(NamedTuple):
    """Who looks on without a seat."""

    names: tuple[str, ...] = ()
    """Of members."""
    guests: int = 0


def watching(table: Table, *, now: datetime) -> Watching:
    """Who looks on at a table; no query is asked where nobody has of late."""
    if table.watched_at is None or table.watched_at <= now - LOOKS_ON:
        return Watching()
    found = Watcher.objects.filter(table=table, seen_at__gt=now - LOOKS_ON)
    members = found.filter(player__isnull=False).select_related("player")
    names = sorted(row.player.shown_name for row in members if row.player is not None)
    return Watching(tuple(names), found.filter(player__isnull=True).count())


class Muted(NamedTuple):
    """Whose phrases a member does not see."""

    everybody: bool = False
    members: frozenset[int] = frozenset()

    def hides(self, player_id: int | None) -> bool:
        """Whether what this member says is not shown."""
        return self.everybody or player_id in self.members


def muted_by(player: Player | None) -> Muted:
    """Whose phrases this member does not see."""
    if player is None or not player.is_authenticated:
        return Muted()
    named: set[int | None] = set(Mute.objects.filter(player=player).values_list("of", flat=True))
    return Muted(None in named, frozenset(member for member in named if member is not None))
