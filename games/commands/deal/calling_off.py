"""Calls off deals that are prepared but not dealt."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.commands.deal.deal_work import DealWork
from games.engine import deal as engine
from games.engine.errors import IllegalMove
from games.engine.state import Phase
from games.errors import Refused
from games.models import Player, Table


@transaction.atomic
def cancel_deal(*, deal_id: int, reason: str, now: datetime) -> None:
    """Call off a prepared deal."""
    call_off(DealWork.on(deal_id, now=now).deal.table, reason=reason, now=now)


def call_off(
    table: Table,
    *,
    reason: str,
    now: datetime,
    by: Player | None = None,
    blamed: Iterable[int] = (),
) -> None:
    """Call off the prepared deal of a table, if there is one. Refused once the seeds are being opened.

    From that moment players may know the cards, and must not get other cards by standing up. Players in the seats
    `blamed` kept the others waiting; after too many times they get no seat for a while. At a lobby table without
    chips, the other players who were ready stay ready for the next deal.
    """
    running = table.deals.filter(ended_at__isnull=True).first()
    if running is None:
        return
    work = DealWork.on(running.pk, now=now, by=by)
    if work.state.phase is Phase.REVEAL:
        raise Refused("seat.revealing")
    try:
        work.add(engine.cancel(work.state, reason=reason))
    except IllegalMove as error:
        raise Refused("seat.playing") from error
    work.save()
    running.seats.filter(number__in=tuple(blamed)).update(called_off_at=now)
    if not table.chips_per_point and table.admission != Table.Admission.FIXED:
        ready = running.seats.filter(ready=True, called_off_at=None).values("player")
        table.seats.filter(player__in=ready).update(ready=True)
