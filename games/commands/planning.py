"""What a tournament changes of its tables: how many deals they play, and which of them stand for nothing any more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.commands.deal_work import DealWork
from games.commands.deals import call_off, prepare_if_full
from games.engine.deal import stop
from games.engine.errors import IllegalMove
from games.engine.events import DealResumed, DealStopped
from games.engine.state import Phase
from games.errors import Refused, refused
from games.live.publish import publish_table
from games.models import Player, Table
from games.queries import history


@transaction.atomic
def plan_deals(*, table_id: int, starters: Sequence[int], now: datetime) -> None:
    """Let a tournament's table play as many deals as there are starters; one that is closed is open again.

    A deal that is prepared beyond them is called off, a running one is not: Refused("seat.playing", "seat.revealing").
    """
    table = _tournament_table(table_id)
    table.starters = list(starters)
    table.closed_at = None
    table.save(update_fields=["starters", "closed_at"])
    if table.deals.filter(cancelled=False).count() > len(starters):
        call_off(table, reason="not played again", now=now)
    prepare_if_full(table, now=now)
    publish_table(table)


@transaction.atomic
def discard_table(*, table_id: int, now: datetime) -> None:
    """Close a tournament's table at which no card was dealt, since its round is drawn anew; its origin is free again.

    Raises Refused("seat.playing") where cards were dealt, and Refused("seat.revealing") where they are about to be.
    """
    table = _tournament_table(table_id)
    if table.deals.filter(started_at__isnull=False).exists():
        raise Refused("seat.playing")
    call_off(table, reason="drawn anew", now=now)
    table.closed_at = table.closed_at or now
    table.origin = f"{table.origin}/discarded-{table.pk}"
    table.save(update_fields=["closed_at", "origin"])
    publish_table(table)


@transaction.atomic
def stop_deal(*, by: Player, deal_id: int, reason: str, now: datetime) -> None:
    """End a running deal of a tournament's table, and publish its shuffle. Raises Refused where it is not played.

    Who may is the tournament's to say, which counts it no more in the same transaction.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    if work.deal.table.admission != Table.Admission.FIXED:
        raise Refused("table.unknown")
    try:
        events = stop(work.state, reason=reason)
    except IllegalMove as error:
        raise refused(error) from error
    if work.there.paused:
        work.add((DealResumed(director=True),))
    work.add(events)
    work.save()


def was_stopped(deal_id: int) -> bool:
    """Whether a director has stopped this deal."""
    return any(isinstance(row.event, DealStopped) for row in history(deal_id))


def has_begun(*, table_id: int, number: int) -> bool:
    """Whether more than the seats' seeds are known of the deal of this number (1, 2 …) at a tournament's table."""
    deals = Table.objects.get(pk=table_id).deals.filter(cancelled=False).order_by("number")
    phases = list(deals.values_list("phase", flat=True)[number - 1 : number])
    return bool(phases) and phases[0] != Phase.SEEDS


def _tournament_table(table_id: int) -> Table:
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None or table.admission != Table.Admission.FIXED:
        raise Refused("table.unknown")
    return table
