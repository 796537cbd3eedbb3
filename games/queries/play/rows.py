"""Reads the live rows that each move and each page of a table needs, by queries compiled once per process."""

from __future__ import annotations

from typing import Final, TypeVar

from django.db.models import Model, QuerySet

from games.models import Deal, DealSeat, Player, Seat, Table
from games.queries.play.compiled import Compiled

M = TypeVar("M", bound=Model)

TABLE: Final = Compiled(lambda table: Table.objects.filter(pk=table))
"""A table by its id."""


def _with_names(model: type[M], **which: int) -> QuerySet[M]:
    """Return seats in order, with only those columns of their players that the displayed name needs."""
    own = [field.name for field in model._meta.concrete_fields]
    names = [f"player__{name}" for name in ("username", "display_name", "is_guest", "is_bot")]
    seats = model._default_manager.filter(**which).select_related("player")
    return seats.only(*own, *names).order_by("number")


SEATS: Final = Compiled(lambda table: _with_names(Seat, table_id=table))
"""The seats of a table in order, with the name of who sits there."""
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
DEAL_SEATS: Final = Compiled(lambda deal: _with_names(DealSeat, deal_id=deal))
"""Who plays a deal, in order, with their names."""
PLAYER: Final = Compiled(lambda player: Player.objects.filter(pk=player))
"""A player by the id."""
