"""At which tables a member is waited for."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from games.engine.state import PREPARED, Phase
from games.models import Deal, DealSeat, Player, Table
from games.queries.play.seen import see_deal


class OwnTurn(NamedTuple):
    """A deal that waits for its viewer."""

    table: Table
    deal: Deal
    prepared: bool
    """Whether it is yet to be dealt, and the viewer is to say that they are ready."""

    @property
    def since(self) -> datetime:
        """Return when it began to wait: a deal's last change brought the turn, which all at the table saw."""
        return self.deal.prepared_at if self.prepared else self.deal.changed_at


def own_turns(player: Player) -> list[OwnTurn]:
    """Return the deals that wait for this player, the one opened first first; one query where none of them may.

    A deal that is prepared among bots alone calls nobody, nor does a paused one, nor a claim window: who is asked is
    known to nobody else there (§6.10), and who came back to the table within it would have shown that they were.
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
    """Return the seats of other people in the deal."""
    return DealSeat.objects.filter(deal=OuterRef("pk"), player__isnull=False).exclude(player=player)


def _may_wait(deal: Deal) -> bool:
    """Return whether the deal may wait for the player with whom it was read, as far as its row tells."""
    own = vars(deal)
    if deal.phase in PREPARED:
        return deal.phase == PREPARED[0] and not own["own_ready"] and own["others"]
    return deal.turn == int(own["own_number"])
