"""Queries for the tables at which it is a member's turn."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from games.engine.state import PREPARED, Phase
from games.models import Deal, DealSeat, Player, Table
from games.queries.play.seen import see_deal


class OwnTurn(NamedTuple):
    """A deal that waits for the viewer."""

    table: Table
    deal: Deal
    prepared: bool
    """Whether it is yet to be dealt, and the viewer is to say that they are ready."""

    @property
    def since(self) -> datetime:
        """The time since when the deal has waited for the viewer: its last change that everyone at the table could
        see.
        """
        return self.deal.prepared_at if self.prepared else self.deal.changed_at


def own_turns(player: Player) -> list[OwnTurn]:
    """Return the deals that wait for this player, oldest first; one query if there can be none.

    Left out are deals prepared among bots alone, paused deals, and claim windows: nobody else may know who is asked
    (§6.10), and coming back to the table during the window would show it.
    """
    here = (
        Deal.objects.filter(
            ended_at__isnull=True,
            paused_at__isnull=True,
            table__seats__player=player,
            seats__player=player,
        )
        .annotate(
            own_number=F("seats__number"),
            own_ready=F("seats__ready"),
            others=Exists(_others(player)),
        )
        .select_related("table")
        .order_by("pk")
    )
    return [
        OwnTurn(deal.table, deal, deal.phase in PREPARED)
        for deal in here
        if _may_wait(deal) and (deal.phase in PREPARED or _to_move(deal, player))
    ]


def _to_move(deal: Deal, player: Player) -> bool:
    seen = see_deal(deal, player)
    return bool(seen.moves) and seen.view.phase is not Phase.CLAIMS


def _others(player: Player) -> QuerySet[DealSeat]:
    """Return the seats of other people in a deal, as a subquery."""
    return DealSeat.objects.filter(deal=OuterRef("pk"), player__isnull=False).exclude(player=player)


def _may_wait(deal: Deal) -> bool:
    """Return whether a deal may wait for the viewer to move or get ready.

    It judges only by the row, to which `own_turns` has added columns.
    """
    own = vars(deal)
    if deal.phase in PREPARED:
        return deal.phase == PREPARED[0] and not own["own_ready"] and own["others"]
    return deal.turn == int(own["own_number"])
