"""Queries for a table's spectators, and for the players whose phrases a member has muted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.engine.attendance import LOOKED_AWAY
from games.engine.events import PRESENT
from games.models import Player, Seat, Table, Watcher
from games.queries.finished.histories import Row

SAID_LASTS: Final = timedelta(seconds=8)
"""How long a phrase is shown at its seat."""
LOOKS_ON: Final = timedelta(seconds=45)
"""How long after the last look somebody counts as watching: a page looks every fifteen seconds."""

LOOK_NOTED: Final = timedelta(seconds=8)
"""How much later than noted a seat may have looked at its table: so seldom is that written."""


class Watching(NamedTuple):
    """The spectators of a table."""

    names: tuple[str, ...] = ()
    """Of members."""
    guests: int = 0


def watching(table: Table, *, now: datetime) -> Watching:
    """Return the spectators of a table, without a query if nobody has watched lately."""
    if table.watched_at is None or table.watched_at <= now - LOOKS_ON:
        return Watching()
    found = Watcher.objects.filter(table=table, seen_at__gt=now - LOOKS_ON)
    members = found.filter(player__isnull=False).select_related("player")
    names = sorted(row.player.shown_name for row in members if row.player is not None)
    return Watching(tuple(names), found.filter(player__isnull=True).count())


def away(seats: Iterable[Seat], *, now: datetime) -> frozenset[int]:
    """Return the seats whose page is no longer open. A program's seat, which has no page, is never away."""
    return frozenset(
        seat.number
        for seat in seats
        if seat.player_id is not None
        and seat.seen_at is not None
        and seat.seen_at <= now - LOOKED_AWAY
    )


def plays_without_page(seat: Seat, told: Iterable[Row]) -> bool:
    """Return whether the seat has moved since its page was closed, by a program or a page without scripts.

    A page with scripts would have reported by then that it is open. Without such reports nobody knows whether the
    player is away.
    """
    if seat.seen_at is None:
        return True
    gone_at = seat.seen_at + LOOKED_AWAY
    return any(
        row.at > gone_at
        and row.by == seat.player_id
        and isinstance(row.event, PRESENT)
        and row.event.seat == seat.number
        for row in told
    )


class Muted(NamedTuple):
    """The people whose phrases a member has muted."""

    everybody: bool = False
    members: frozenset[int] = frozenset()

    def hides(self, player_id: int | None) -> bool:
        """Return whether this member's phrases are hidden."""
        return self.everybody or player_id in self.members


def muted_by(player: Player | None) -> Muted:
    """Return the people whose phrases this member has muted."""
    if player is None or not player.is_authenticated:
        return Muted()
    return Muted(None in player.muted, frozenset(one for one in player.muted if one is not None))
