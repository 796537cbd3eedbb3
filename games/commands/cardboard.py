"""Tables where real cards are played: nothing is dealt there, and a deal's row says what was entered of it.

The facts are in the stream of whoever lets the table be played, a tournament's: the rows here are made from it, so that
such a deal stands in every list of deals (`games.projections.tell_entered`).
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.commands.deals import call_off, prepare_if_full
from games.commands.tables import locked_table
from games.engine.state import Phase
from games.live.publish import publish_table
from games.models import Deal, DealSeat, Table


@transaction.atomic
def set_cardboard(*, table_id: int, cardboard: bool, now: datetime) -> None:
    """Let a table be played with real cards, or on screens again; a prepared deal is called off.

    Raises Refused where cards are dealt, or the table is closed.
    """
    table = locked_table(table_id)
    if table.cardboard == cardboard:
        return
    if cardboard:
        call_off(table, reason="real cards", now=now)
    table.cardboard = cardboard
    table.save(update_fields=["cardboard"])
    prepare_if_full(table, now=now)
    publish_table(table)


def add_entered(*, table_id: int, now: datetime) -> Deal:
    """The row of the next deal of a table with real cards, which is over."""
    table = Table.objects.select_for_update().get(pk=table_id)
    number = table.deals.filter(cancelled=False).count() + 1
    deal = Deal.objects.create(
        table=table,
        number=number,
        phase=Phase.OVER,
        prepared_at=now,
        changed_at=now,
        ended_at=now,
        entered={},
    )
    DealSeat.objects.bulk_create(
        DealSeat(deal=deal, number=seat.number, player_id=seat.player_id, bot=seat.bot, ready=True)
        for seat in table.seats.all()
    )
    return deal
