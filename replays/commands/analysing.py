"""Queues the analyses that members ask for; workers make them, a few parts at a time.

The whole club has one queue, so that eighty requests take no more of the machine than one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction

from games.errors import Refused
from games.infrastructure.broker import enqueue
from games.log import UNREADABLE
from replays import queries
from replays.analysis.whole import ENGINE, WholeAnalysis
from replays.models import Analysis
from replays.models.analyses import STILL
from replays.queries.analyses import first_in_line

_log = logging.getLogger(__name__)

SLICE: Final = 6
"""Parts that one task makes, which takes some tenths of a second."""

_TASK: Final = "replays.tasks.analyse"


def ask_for_analysis(*, deal_id: int, now: datetime) -> Analysis:
    """Queue the analysis of a deal and return its row.

    Nothing is queued if the analysis already waits, or if the current engine has completed it. Raises Refused if
    there is no such deal, if the deal is not over or was called off, or if another table may still play the same
    cards.
    """
    whole = _whole(deal_id)
    with transaction.atomic():
        row = _row(deal_id, whole, now)
        if not row.is_whole and row.asked_at is None:
            row.asked_at = row.touched_at = now
            row.save(update_fields=["asked_at", "touched_at"])
            if first_in_line() == row:
                enqueue(_TASK, deal_id)
    find_lost(now=now)
    return row


def go_on(*, deal_id: int, now: Callable[[], datetime]) -> None:
    """Add the next parts to a deal's analysis if it is first in the queue, and queue another task for the rest.

    Safe to repeat and to run late: a part is added only once, and a task for a deal that is not first does nothing. A
    deal that can no longer be read leaves the queue.
    """
    row = first_in_line()
    if row is None or row.pk != deal_id:
        return
    try:
        whole = _whole(deal_id)
        row = _row(deal_id, whole, now())  # by the engine of today
        if not row.is_whole and not _add(row, whole, now()):
            return
    except (Refused, *UNREADABLE) as error:
        _log.warning("deal %s cannot be analysed: %s", deal_id, type(error).__name__)
        Analysis.objects.filter(pk=deal_id).update(asked_at=None)
    following = first_in_line()
    if following is not None:
        _send(following, now())


def find_lost(*, now: datetime) -> None:
    """Send the first analysis of the queue to the workers again if nothing has been added to it for a while."""
    first = first_in_line()
    if first is not None and first.touched_at + STILL < now:
        _send(first, now)


def analyse_now(*, deal_id: int, now: Callable[[], datetime]) -> None:
    """Analyse a whole deal immediately, unless the current engine has done so. Raises as `ask_for_analysis` does."""
    whole = _whole(deal_id)
    row = _row(deal_id, whole, now())
    while row.engine == ENGINE and not row.is_whole:
        _add(row, whole, now())
        row.refresh_from_db()


def add_parts(*, deal_id: int, now: datetime) -> None:
    """Add the next parts to a deal's analysis, starting it if there is none.

    Safe to repeat, and to run outside the queue: a part is added only once. Raises as `ask_for_analysis` does.
    """
    whole = _whole(deal_id)
    row = _row(deal_id, whole, now)
    if not row.is_whole:
        _add(row, whole, now)


def _send(row: Analysis, now: datetime) -> None:
    Analysis.objects.filter(pk=row.pk).update(touched_at=now)
    enqueue(_TASK, row.pk)


def _whole(deal_id: int) -> WholeAnalysis:
    return WholeAnalysis(queries.get_replay(deal_id)[1].history)


@transaction.atomic
def _row(deal_id: int, whole: WholeAnalysis, now: datetime) -> Analysis:
    """Return the row that stores the current engine's analysis of a deal.

    A missing row is created, and a row of another engine is emptied. A complete analysis is taken off the queue.
    """
    row, _is_new = Analysis.objects.select_for_update().get_or_create(
        deal_id=deal_id, defaults={"engine": ENGINE, "total": whole.total, "touched_at": now}
    )
    if row.engine != ENGINE:
        row.engine, row.total, row.parts = ENGINE, whole.total, []
        row.save()
    elif row.is_whole and row.asked_at is not None:
        row.asked_at = None
        row.save()
    return row


def _add(row: Analysis, whole: WholeAnalysis, now: datetime) -> bool:
    """Compute the next parts and add them; return whether this call added them.

    No row is locked meanwhile: if two workers compute the same parts, the later result is dropped.
    """
    there = row.done
    found = [whole.part(number) for number in range(there, min(there + SLICE, row.total))]
    with transaction.atomic():
        row = Analysis.objects.select_for_update().get(pk=row.pk)
        if row.engine != ENGINE or row.done != there:
            return False
        row.parts += found
        row.touched_at = now
        if row.is_whole:
            row.asked_at = None
        row.save(update_fields=["parts", "touched_at", "asked_at"])
    return True
