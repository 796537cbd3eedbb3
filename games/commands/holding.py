"""Holding a table: no deal begins there, and the one that runs stands still, until it is let go.

For those who run many tables at once, such as a tournament; who may is theirs to say. All of it done twice changes
nothing, so that a worker may begin anew.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.commands.deal_work import DealWork
from games.commands.deals import call_off, prepare_if_full
from games.commands.tables import locked_table
from games.engine.events import DealPaused, DealResumed
from games.engine.state import PREPARED, Phase
from games.live.publish import publish_table

HELD = "table held"
"""The reason of a prepared deal that is called off; its number goes to the next."""


@transaction.atomic
def hold_table(*, table_id: int, now: datetime) -> bool:
    """Let no deal begin at a table, and call off one that is not dealt; whether it was not held before.

    Where seeds are being opened it is dealt, since somebody may know the cards. Raises Refused("table.closed").
    """
    table = locked_table(table_id)
    if table.held:
        return False
    table.held = True
    table.save(update_fields=["held"])
    if not table.deals.filter(ended_at__isnull=True).exclude(phase=Phase.SEEDS).exists():
        call_off(table, reason=HELD, now=now)
    publish_table(table)
    return True


@transaction.atomic
def let_table_go(*, table_id: int, now: datetime) -> bool:
    """Let deals begin at a table again, the next one now; whether it was held. Raises Refused("table.closed")."""
    table = locked_table(table_id)
    if not table.held:
        return False
    table.held = False
    table.save(update_fields=["held"])
    prepare_if_full(table, now=now)
    publish_table(table)
    return True


@transaction.atomic
def pause_held(*, deal_id: int, resume: bool, now: datetime) -> bool:
    """Pause a deal as a director does, or resume it; whether it stands so now, False where it is not played.

    A pause that ends by itself, or with a call of the referee, becomes one that a director ends. What a director has
    paused alone stays so.
    """
    work = DealWork.on(deal_id, now=now)
    if work.state.phase in (*PREPARED, Phase.OVER):
        return False
    if not resume and work.there.paused and not work.there.directed:
        work.add((DealResumed(director=False),))
        work.save()
        work = DealWork.on(deal_id, now=now)
    if work.there.paused != resume:
        return True
    paused = next((row for row in reversed(work.rows) if isinstance(row.event, DealPaused)), None)
    if resume and paused is not None and paused.by is not None:
        return False
    work.add((DealResumed(director=True) if resume else DealPaused(director=True),))
    work.save()
    return True
