"""Swaps seats: one player asks another, and both move once the other agrees; only between two deals."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from games.commands.deal.calling_off import call_off
from games.commands.deal.deals import prepare_if_full
from games.commands.deal.waiting import occupy, stand_up
from games.commands.table.seats import delays_others, require_no_penalty
from games.commands.table.tables import locked_table
from games.engine.state import Phase
from games.errors import Refused
from games.live.publish import publish_table
from games.models import Player, Seat, Table


class _Pair(NamedTuple):
    table: Table
    own: Seat
    other: Seat


@transaction.atomic
def ask_to_swap(*, by: Player, table_id: int, seat: int, now: datetime) -> Table:
    """Ask the player in this seat to swap; if that player has already asked for the same, swap now.

    The request replaces an earlier one. It ends when cards are dealt, when either player changes or loses the seat,
    and when either declines. Raises Refused.
    """
    pair = _locked_pair(by, table_id, seat, now)
    if pair.other.swap_with == pair.own.number:
        return _swap(pair, by=by, now=now)
    if pair.own.swap_with != seat:
        _ask(pair.own, seat)
        publish_table(pair.table)
    return pair.table


@transaction.atomic
def answer_swap(*, by: Player, table_id: int, seat: int, agree: bool, now: datetime) -> Table:
    """Accept or decline a swap that the player in this seat has asked for.

    Declining also withdraws your own request. Repeating it changes nothing. Raises Refused("swap.over") if nobody asks.
    """
    pair = _locked_pair(by, table_id, seat, now)
    if agree:
        if pair.other.swap_with != pair.own.number:
            raise Refused("swap.over")
        return _swap(pair, by=by, now=now)
    for one, another in ((pair.own, pair.other), (pair.other, pair.own)):
        if one.swap_with == another.number:
            _ask(one, None)
            publish_table(pair.table)
    return pair.table


def _locked_pair(by: Player, table_id: int, seat: int, now: datetime) -> _Pair:
    """Lock the table; return it with this player's seat and the other one. Raises Refused if no swap is possible."""
    table = locked_table(table_id)
    if table.admission == Table.Admission.FIXED:
        raise Refused("seat.fixed")
    if not table.seats.filter(player=by).exists():
        raise Refused("seat.none")
    # Behind the deal's lock too, so that no request outlives its beginning.
    deal = table.deals.select_for_update().filter(ended_at=None).first()
    if deal is not None and deal.phase != Phase.SEEDS:
        raise Refused("seat.revealing" if deal.phase == Phase.REVEAL else "seat.playing")
    seats = {row.number: row for row in table.seats.select_related("player")}
    own = next(row for row in seats.values() if row.player_id == by.pk)
    if seat not in seats:
        raise Refused("seat.unknown")
    other = seats[seat]
    if other.player_id is None or other == own:
        raise Refused("swap.nobody")
    if table.chips_per_point:
        require_no_penalty(by, table, now)
    return _Pair(table, own, other)


def _ask(seat: Seat, number: int | None) -> None:
    seat.swap_with = number
    seat.save(update_fields=["swap_with"])


def _swap(pair: _Pair, *, by: Player, now: datetime) -> Table:
    """Exchange the players of two seats and prepare the next deal again.

    If this delays other people at the table, both players are held responsible for it.
    """
    table, seats = pair.table, (pair.own, pair.other)
    players = [seat.player for seat in seats]
    blamed = [seat.number for seat in seats] if delays_others(table, players) else []
    call_off(table, reason="seats changed", now=now, by=by, blamed=blamed)
    publish_table(table)  # by the key of those who sat here before
    for seat in seats:
        seat.refresh_from_db(fields=["ready"])
        stand_up(seat)  # nobody sits twice at a table, not even for a moment
    ready = [seat.ready for seat in seats]
    for seat, player, is_ready in zip(reversed(seats), players, ready, strict=True):
        assert player is not None
        occupy(seat, player, ready=is_ready)
    prepare_if_full(table, now=now)
    publish_table(table)
    return table
