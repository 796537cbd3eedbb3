"""The service's own clock: while the service is away no deal's clock runs, and the time lost is given back."""

from __future__ import annotations

import logging
import math
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.commands.deadlines import READY_SECONDS, REVEAL_SECONDS
from games.commands.deal_work import DealWork
from games.engine.errors import BadNotation
from games.engine.events import ClockExtended
from games.engine.state import Phase
from games.errors import Refused
from games.models import Deal, ServiceClock
from games.queries.club import house_rules

_log = logging.getLogger(__name__)

LONGEST_SILENCE = timedelta(seconds=15)
"""Five sweeps. After a longer silence the service counts as having been away."""
AWAY = "the service was away"
"""The reason in the event."""


def keep_time(*, now: datetime) -> int:
    """Note that the service is there; after a silence, first give each running deal its lost time back; to how many.

    Safe to run twice, at once, and to break off: a deal counts from its own last event, and the silence ends when
    all have been served.
    """
    last = _last_beat()
    served = 0
    if last is not None and now - last > LONGEST_SILENCE:
        _log.warning("the service was away for %d s", (now - last).total_seconds())
        # Where claims may be open every deal with people gets the event: a clock there says who was asked (§6.10).
        claims = Q(phase=Phase.TURN, table__rules__claims="offered", seats__player__isnull=False)
        waiting = Q(deadline__isnull=False) | Q(window_until__isnull=False) | claims
        deals = Deal.objects.filter(waiting, ended_at__isnull=True).order_by("pk").distinct()
        for deal_id in deals.values_list("pk", flat=True):
            try:
                served += _give_back(deal_id, last, now)
            except (Refused, BadNotation, AssertionError, LookupError, ValueError):
                _log.exception("deal %s could not be given its time back", deal_id)
    _beat(now)
    return served


def is_behind(*, now: datetime) -> bool:
    """Whether the service was away until just now, and `keep_time` has yet to give the time back."""
    last = _last_beat()
    return last is not None and now - last > LONGEST_SILENCE


def _last_beat() -> datetime | None:
    return ServiceClock.objects.values_list("beat_at", flat=True).filter(pk=1).first()


def _beat(now: datetime) -> None:
    """Never backwards: two sweeps may run at once, on two machines."""
    if not ServiceClock.objects.filter(pk=1, beat_at__lt=now).update(beat_at=now):
        ServiceClock.objects.get_or_create(pk=1, defaults={"beat_at": now})


@transaction.atomic
def _give_back(deal_id: int, last: datetime, now: datetime) -> bool:
    work = DealWork.on(deal_id, now=now)
    deal, state = work.deal, work.state
    if state.phase is Phase.OVER:
        return False
    lost = (now - max(last, deal.changed_at)).total_seconds()
    seconds = math.ceil(lost) if lost >= 1 else 0
    due = deal.window_until or deal.deadline
    if due is not None:
        # Nobody gets more than the whole of it.
        whole = {Phase.SEEDS: READY_SECONDS, Phase.REVEAL: REVEAL_SECONDS}.get(
            state.phase, deal.table.seconds_per_move
        )
        if deal.window_until is not None:
            whole = house_rules().claim_seconds
        seconds = min(seconds, math.ceil((now - due).total_seconds()) + whole)
    if seconds < 1:
        return False
    work.add((ClockExtended(seconds, AWAY),))
    work.save()
    return True
