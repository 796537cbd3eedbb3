"""Those who came by a table's link while cards were dealt: they get the seats of bots before the next deal."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.live.publish import publish_table
from games.models import DealSeat, Player, SeatWait, Table
from games.queries.play.tables import admits

PATIENCE: Final = timedelta(minutes=30)
"""For how long a seat is meant for somebody who waits: a deal takes less."""


def seat_those_waiting(table: Table, *, now: datetime) -> None:
    """Give the free seats of a locked table to those who wait there, in the order in which they came.

    Somebody who rests by now, is invited no more, or came too long ago gets none, and waits no more.
    """
    waits = list(SeatWait.objects.filter(table=table).order_by("pk"))
    if not waits:
        return
    # No account ends beside its seat (`merging.lock_unmerged`). Whoever is locked elsewhere waits on: locked here out
    # of the order of members, both could wait for each other.
    people = Player.objects.select_for_update(no_key=True, skip_locked=True)
    found = {player.pk: player for player in people.filter(pk__in=[w.player_id for w in waits])}
    seats = list(table.seats.select_for_update().order_by("number"))
    sitting = {seat.player_id for seat in seats}
    free = [seat for seat in seats if seat.player_id is None]
    publish_table(table)  # by the key of those who sat here before
    for wait in waits:
        player = found.get(wait.player_id)
        if player is None:
            continue
        is_here = player.is_active and wait.since > now - PATIENCE and admits(table, player)
        if is_here and player.pk not in sitting:
            if not free:
                continue
            seat = free.pop(0)
            seat.player, seat.bot, seat.seen_at, seat.said_at = player, "", None, None
            seat.save(update_fields=["player", "bot", "seen_at", "said_at"])
            lost = DealSeat.objects.filter(player=player, deal__table=table)
            lost.filter(freed_at__isnull=False).update(freed_at=None)  # it is theirs again
        wait.delete()
