"""Seats players, including those who wait for a seat after joining by a table's link; and waits for friends."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.live.publish import publish, publish_table, topic_of_account
from games.models import DealSeat, Player, Seat, SeatWait, Table
from games.queries.play.tables import admits

PATIENCE: Final = timedelta(minutes=30)
"""For how long a seat is meant for somebody who waits without a look at the table's page: a deal takes less."""
COUNTDOWN: Final = timedelta(minutes=2)
"""How long a table waits for more friends after the first one sat down."""


def note_wait(table: Table, *, now: datetime) -> bool:
    """Start or end a locked table's wait for friends if it is time; return whether the table may not begin a deal.

    A table that a tournament holds may not begin one either. The wait ends when people have all the seats or the
    countdown is over. The countdown starts when somebody besides the host sits down, and is reset when the host is
    alone again.
    """
    if not table.held or table.admission == Table.Admission.FIXED:
        return table.held
    sitting = [seat.player_id for seat in table.seats.all()]
    if all(sitting) or (table.starts_at is not None and table.starts_at <= now):
        table.held, table.starts_at = False, None
    elif set(sitting) <= {None, table.opened_by_id}:
        table.starts_at = None
    else:
        table.starts_at = table.starts_at or now + COUNTDOWN
    table.save(update_fields=["held", "starts_at"])
    return table.held


def wait_anew(*, now: datetime) -> None:
    """Restart the countdown of every table that waits for friends, after the service was away."""
    Table.objects.filter(starts_at__isnull=False).update(starts_at=now + COUNTDOWN)


def seat_those_waiting(table: Table, *, now: datetime) -> None:
    """Give the free seats of a locked table to the players who wait there, first come, first served.

    Players who are inactive, no longer invited, or have not looked for too long are taken off the list without a seat.
    """
    waits = list(SeatWait.objects.filter(table=table).order_by("pk"))
    if not waits:
        return
    # An account must not be merged while it is being seated (`merging.lock_unmerged`). Players locked elsewhere keep
    # waiting: locking them here, out of the order of members, could deadlock.
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
            occupy(free.pop(0), player, ready=not table.chips_per_point)
        wait.delete()


def stand_up(seat: Seat) -> None:
    """Free a seat of the person who sits there, and end that person's request to swap."""
    seat.player, seat.swap_with = None, None
    seat.save(update_fields=["player", "swap_with"])


def occupy(seat: Seat, player: Player, *, ready: bool = False) -> None:
    """Seat a player in an empty seat or in place of a bot; `ready` says whether they are ready for the next deal.

    Swap requests to and from the previous player of the seat end.
    """
    seat.player, seat.bot, seat.seen_at, seat.said_at = player, "", None, None
    seat.ready, seat.swap_with = ready, None
    seat.save(update_fields=["player", "bot", "seen_at", "said_at", "ready", "swap_with"])
    Seat.objects.filter(table=seat.table_id, swap_with=seat.number).update(swap_with=None)
    note_freed_seat(by=player, table_id=seat.table_id)
    publish(topic_of_account(player.pk))


def note_freed_seat(*, by: Player, table_id: int) -> None:
    """Save that a player has read that their seat was freed, so that the notice is not shown again."""
    lost = DealSeat.objects.filter(player=by, deal__table_id=table_id, freed_at__isnull=False)
    lost.update(freed_at=None)
