"""Queries for members' warnings, and for the members at a table."""

from __future__ import annotations

from datetime import datetime

from games.club.chips import NAMES, from_stored, member_stream
from games.club.warnings import ConductWarned, WarningEvent, WarningTakenBack
from games.log.store import read_across
from games.models import DealSeat, Table
from games.queries.play.calls import seated_at


def warnings_of(player_id: int) -> list[tuple[datetime, WarningEvent]]:
    """Return a member's warnings and withdrawn warnings, oldest first, each with its time."""
    names = (NAMES[ConductWarned], NAMES[WarningTakenBack])
    found: list[tuple[datetime, WarningEvent]] = []
    for stored in read_across([member_stream(player_id)], names):
        event = from_stored(stored.name, stored.schema, stored.payload)
        assert isinstance(event, ConductWarned | WarningTakenBack)
        found.append((stored.recorded_at, event))
    return found


def known_at(table: Table) -> list[int]:
    """Return the ids of the members who sit at a table or have played a deal there, in order."""
    played = DealSeat.objects.filter(deal__table=table, player__isnull=False)
    ids = set(played.filter(player__is_guest=False).values_list("player", flat=True))
    return sorted({*seated_at(table.pk), *map(int, ids)})
