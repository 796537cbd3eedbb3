"""The live rows that each move and each page of a table reads, compiled once a process."""

from __future__ import annotations

from typing import Final

from games.models import Deal, DealSeat, Mute, Player, Seat, Table
from games.queries.compiled import Compiled

TABLE: Final = Compiled(lambda table: Table.objects.filter(pk=table))
"""A table by its id."""
SEATS: Final = Compiled(
    lambda table: Seat.objects.filter(table_id=table).select_related("player").order_by("number")
)
"""The seats of a table in order, with who sits there."""
RUNNING: Final = Compiled(
    lambda table: (
        Deal.objects.filter(table_id=table, ended_at__isnull=True)
        .select_related("table")
        .order_by()
    )
)
"""The deal of a table that is prepared or played, with its table."""
LAST: Final = Compiled(
    lambda table: Deal.objects.filter(
        table_id=table, ended_at__isnull=False, cancelled=False
    ).order_by("-number")[:1]
)
"""The deal of a table that ended last."""
CALLED_OFF: Final = Compiled(
    lambda table: Deal.objects.filter(table_id=table, cancelled=True).order_by("-pk")[:5]
)
"""The deals of a table that were called off last, the newest first."""
LOCKED: Final = Compiled(
    lambda deal: (
        Deal.objects.select_for_update(of=("self",))
        .select_related("table")
        .filter(pk=deal)
        .order_by()
    )
)
"""A deal by its id with its table, its row locked to the end of the transaction."""
DEAL_SEATS: Final = Compiled(
    lambda deal: DealSeat.objects.filter(deal_id=deal).select_related("player").order_by("number")
)
"""Who plays a deal, in order."""
MUTES: Final = Compiled(lambda player: Mute.objects.filter(player_id=player))
"""Whose phrases a member does not want to see."""
PLAYER: Final = Compiled(lambda player: Player.objects.filter(pk=player))
"""A player by the id."""
