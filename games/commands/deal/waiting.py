"""Those who came by a table's link while cards were dealt: they get the seats of bots before the next deal."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.live.publish import publish_table
from games.models import SeatWait, Table

PATIENCE: Final = timedelta(minutes=30)
"""For how long a seat is meant for somebody who waits: a deal takes less."""


def seat_those_waiting(table: Table, *, now: datetime) -> None:
    """Give the free seats of a locked table to those who wait there, in the order in which they came.

    Somebody who rests by now, or came too long ago, gets none, and waits no more.
    """
    waits = list(SeatWait.objects.filter(table=table).select_related("player").order_by("pk"))
    if not waits:
        return
    seats = list(table.seats.select_for_update().order_by("number"))
    sitting = {seat.player_id for seat in seats}
    free = [seat for seat in seats if seat.player_id is None]
    publish_table(table)  # by the key of those who sat here before
    for wait in waits:
        is_here = wait.player.is_active and wait.since > now - PATIENCE
        if is_here and wait.player_id not in sitting:
            if not free:
                continue
            seat = free.pop(0)
            seat.player, seat.bot, seat.seen_at, seat.said_at = wait.player, "", None, None
            seat.save(update_fields=["player", "bot", "seen_at", "said_at"])
        wait.delete()
