"""Drawn seats that change hands: the careful bot has that of who left, a substitute may get one between two deals.

The deals to come are played by the bot as by any other. In the one that is being played the seat counts as gone from
its next move on (`games.commands.unseen`), and nothing that its owner sends brings it back.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.commands.deals import bind_absent, call_off, prepare_if_full
from games.commands.tables import locked_table
from games.engine.state import Phase
from games.live.publish import publish_table
from games.models import Player, Table

BOT = "careful"
"""The bot that plays on, as it does for everybody who is gone."""


@transaction.atomic
def hand_over(*, table_id: int, player_id: int, now: datetime) -> bool:
    """Give a player's drawn seat to the bot; False where they have none there, or have lost it already.

    Raises Refused: "table.unknown", "table.closed".
    """
    table = locked_table(table_id)
    seat = table.seats.select_for_update().filter(player=player_id).first()
    if seat is None or table.admission != Table.Admission.FIXED:
        return False
    publish_table(table)  # by the key of those who sat here before
    seat.player, seat.bot, seat.said, seat.seen_at = None, BOT, "", None
    seat.save(update_fields=["player", "bot", "said", "seen_at"])
    deal = table.deals.filter(ended_at__isnull=True).first()
    if deal is not None:
        bind_absent(deal_id=deal.pk, seat=seat.number, now=now)
    publish_table(table)
    return True


@transaction.atomic
def give_seat(*, table_id: int, seat: int, player: Player | None, now: datetime) -> bool:
    """Seat a player, or the bot (None), at a drawn seat from the next deal on; False where that has to wait, or is so.

    A deal whose cards nobody can know yet is prepared anew for them; one that is dealt is played to its end first.
    Raises Refused: "table.unknown", "table.closed".
    """
    table = locked_table(table_id)
    rows = {row.number: row for row in table.seats.select_for_update()}
    row = rows.get(seat)
    if row is None or table.admission != Table.Admission.FIXED:
        return False
    if row.player_id == (None if player is None else player.pk) and bool(row.bot) == (not player):
        return False
    if player is not None and any(other.player_id == player.pk for other in rows.values()):
        return False
    deal = table.deals.filter(ended_at__isnull=True).first()
    if deal is not None and deal.phase != Phase.SEEDS:
        return False
    call_off(table, reason="seats changed", now=now)
    publish_table(table)  # by the key of those who sat here before
    row.player, row.bot = player, "" if player else BOT
    row.said, row.said_at, row.seen_at = "", None, None
    row.save(update_fields=["player", "bot", "said", "said_at", "seen_at"])
    prepare_if_full(table, now=now)
    publish_table(table)
    return True
