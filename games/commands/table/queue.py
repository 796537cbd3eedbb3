"""Seats programs: a bot account sits down at any table that asks for one."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.commands.table.seats import sit_down
from games.commands.table.tables import locked_table
from games.errors import Refused
from games.models import Player, Table
from games.queries.play.tables import tables_wanting

_OF_PLAYER: Final = "seat.called-off"
"""The refusal that every table would answer alike."""


def sit_anywhere(*, by: Player, now: datetime, most_chips_per_point: int = 0) -> Table:
    """Seat a bot account at a table that asks for one, most recently used first, and return the table.

    Only tables with a stake of at most this many chips a point are tried. An account that already sits at such a table
    gets that table, so a request may be sent twice. Each table is tried in its own transaction after locking it: of two
    programs one gets the seat, and the other tries the next table. Raises Refused: "bot.only" for a person's account,
    "table.none-wants" if no table can take it now.
    """
    if not by.is_bot:
        raise Refused("bot.only")
    if sits := _table_of(by):
        return sits
    for table_id in tables_wanting(by, most_chips_per_point=most_chips_per_point):
        try:
            return _sit_at(by, table_id, now)
        except Refused as refusal:
            if refusal.code == _OF_PLAYER:
                raise
    raise Refused("table.none-wants")


def _table_of(bot: Player) -> Table | None:
    return Table.objects.filter(seats__player=bot, wants_bots=True, closed_at__isnull=True).first()


@transaction.atomic
def _sit_at(by: Player, table_id: int, now: datetime) -> Table:
    table = locked_table(table_id)
    if sits := _table_of(by):  # by the same request, which was sent twice
        return sits
    free = table.seats.filter(player__isnull=True).order_by("number").first()
    if free is None:
        raise Refused("seat.taken")
    return sit_down(by=by, table_id=table_id, seat=free.number, now=now)
