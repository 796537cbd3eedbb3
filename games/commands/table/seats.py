"""Sitting down, changing seats, standing up, and players who may not take a seat for a while.

Seats change only while the table is locked. A seat's row is never locked before the deal's, because the player who is
ready last locks the deal first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import transaction

from games.commands.club.chips import require_cover
from games.commands.deal.calling_off import call_off
from games.commands.deal.deals import prepare_if_full
from games.commands.deal.waiting import occupy, stand_up
from games.commands.people.merging import lock_unmerged
from games.commands.table.tables import end_table, locked_table
from games.errors import Refused
from games.infrastructure.throttling import CALLED_OFF_WITHIN, MOST_CALLED_OFF, WITHHELD_WAITS
from games.live.publish import publish_table
from games.models import DealSeat, Player, SeatWait, Table
from games.queries.play.lobby import called_off_by, last_withheld_by
from games.queries.play.tables import admits


@transaction.atomic
def sit_down(
    *, by: Player, table_id: int, seat: int, now: datetime, by_link: bool = False
) -> Table:
    """Take an empty seat, or a bot's; refused while cards are dealt.

    Where nothing is at stake, players who come `by_link`, or to a table that waits for friends, count as ready.
    """
    table = locked_table(table_id)
    if table.admission == Table.Admission.FIXED:
        raise Refused("seat.fixed")
    if not admits(table, by):
        raise Refused("guest.member-only" if by.is_guest else "seat.not-invited")
    seats = {row.number: row for row in table.seats.all()}
    if seat not in seats:
        raise Refused("seat.unknown")
    if any(row.player_id == by.pk for row in seats.values()):
        raise Refused("seat.twice")
    if seats[seat].player_id is not None:
        raise Refused("seat.taken")
    require_no_penalty(by, table, now)
    call_off(table, reason="seats changed", now=now, by=by)
    # Behind the deal's lock, as in `get_ready`: table, deal, member is the order of locks.
    lock_unmerged([by.pk])
    require_cover(by=by, table=table, now=now)
    publish_table(table)  # by the key of those who sat here before
    occupy(seats[seat], by, ready=(by_link or table.held) and not table.chips_per_point)
    table.used_at = now
    table.save(update_fields=["used_at"])
    prepare_if_full(table, now=now)
    publish_table(table)
    return table


@transaction.atomic
def change_seat(*, by: Player, table_id: int, seat: int, now: datetime) -> Table:
    """Move a player to an empty seat or a bot's; refused while cards are dealt. Their own seat changes nothing.

    At a table for chips, moving while somebody else is ready counts against the player as leaving does
    (`require_no_penalty`).
    """
    table = locked_table(table_id)
    if table.admission == Table.Admission.FIXED:
        raise Refused("seat.fixed")
    seats = {row.number: row for row in table.seats.all()}
    old = next((row for row in seats.values() if row.player_id == by.pk), None)
    if old is None:
        raise Refused("seat.none")
    if seat not in seats:
        raise Refused("seat.unknown")
    if seat == old.number:
        return table
    if seats[seat].player_id is not None:
        raise Refused("seat.taken")
    delays = delays_others(table, [by])
    if delays:
        require_no_penalty(by, table, now)
    blamed = (old.number,) if delays else ()
    call_off(table, reason="seats changed", now=now, by=by, blamed=blamed)
    publish_table(table)  # by the key of those who sat here before
    old.refresh_from_db(fields=["ready"])
    stand_up(old)
    occupy(seats[seat], by, ready=old.ready)
    prepare_if_full(table, now=now)
    publish_table(table)
    return table


@transaction.atomic
def leave_table(*, by: Player, table_id: int, now: datetime) -> Table:
    """Stand up, or stop waiting for a seat; refused while cards are dealt. The table closes when no person is left."""
    table = locked_table(table_id)
    if table.admission == Table.Admission.FIXED:
        raise Refused("seat.fixed")
    waited, _ = SeatWait.objects.filter(table=table, player=by).delete()
    seat = table.seats.filter(player=by).first()
    if seat is None and waited:
        return table
    if seat is None:
        raise Refused("seat.none")
    others = table.seats.filter(player__isnull=False).exclude(player=by).exists()
    blamed = (seat.number,) if others else ()
    call_off(table, reason="somebody left", now=now, by=by, blamed=blamed)
    publish_table(table)  # by the key of those who sat here before
    stand_up(seat)
    if by.pk == table.opened_by_id and table.call_link:
        table.call_link = ""  # the host's own number, perhaps
        table.save(update_fields=["call_link"])
    if not table.seats.filter(player__isnull=False).exists():
        end_table(table, now)
    else:
        prepare_if_full(table, now=now)
    publish_table(table)
    return table


def delays_others(table: Table, movers: Iterable[Player | None]) -> bool:
    """Return whether moving these players makes somebody else press "ready" again, at a table for chips."""
    if not table.chips_per_point:
        return False
    waiting = DealSeat.objects.filter(deal__table=table, deal__ended_at=None, ready=True, bot="")
    return waiting.exclude(player__in=movers).exists()


def require_no_penalty(by: Player, table: Table, now: datetime) -> None:
    """Raise Refused if this player must wait before taking a seat at this table.

    Players must wait after too many called-off deals lately and, at a table for chips, after withholding a seed.
    """
    if settings.TUSAC_LIMITS:
        withheld = (
            last_withheld_by(by, since=now - WITHHELD_WAITS) if table.chips_per_point else None
        )
        if withheld is not None:
            left = withheld + WITHHELD_WAITS - now
            raise Refused("seat.withheld", wait=math.ceil(left.total_seconds()))
        times = called_off_by(by, since=now - CALLED_OFF_WITHIN, until=now)
        if len(times) >= MOST_CALLED_OFF:
            again = times[-MOST_CALLED_OFF] + CALLED_OFF_WITHIN - now
            raise Refused("seat.called-off", wait=math.ceil(again.total_seconds()))
