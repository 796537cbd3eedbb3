"""Analysing: a deal is asked about once, and a worker goes on with it, some parts at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction

from games.broker import enqueue
from replays import queries
from replays.analysis.whole import ENGINE, Whole
from replays.models import Analysis
from replays.models.tournament_analysis import STILL
from replays.queries.analyses import analysis_of

SLICE: Final = 6
"""Parts that one task does, some tenths of a second; what plays at the tables comes between two of them."""

_TASK: Final = "replays.tasks.analyse"


def ask_for_analysis(*, deal_id: int, now: datetime) -> Analysis:
    """Have a deal analysed, if it is not yet or by another engine; asked twice, it is done once.

    Raises Refused where there is no such deal, it is not over, was called off, or others yet play its cards.
    """
    whole = _whole(deal_id)
    with transaction.atomic():
        row, is_due = _row(deal_id, whole, now)
        if is_due or (not row.is_whole and row.touched_at + STILL < now):
            row.touched_at = now
            row.save(update_fields=["touched_at"])
            enqueue(_TASK, deal_id)
    return row


def go_on(*, deal_id: int, now: datetime) -> None:
    """Add the next parts to a deal's analysis, and have what is missing then done by another task.

    Safe twice: a part is added once. Nothing happens where nobody has asked.
    """
    row = analysis_of(deal_id)
    if row is not None and not row.is_whole and _add(row, _whole(deal_id), now):
        enqueue(_TASK, deal_id)


def analyse_now(*, deal_id: int, now: Callable[[], datetime]) -> None:
    """Analyse a deal here, to the end, if it is not yet or by another engine. Raises as `ask_for_analysis`."""
    whole = _whole(deal_id)
    with transaction.atomic():
        row, _is_due = _row(deal_id, whole, now())
    while row.engine == ENGINE and not row.is_whole:
        _add(row, whole, now())
        row.refresh_from_db()


def add_parts(*, deal_id: int, now: datetime) -> None:
    """Add the next parts to a deal's analysis, which begins with them where there is none.

    Safe twice, and beside a task that was asked for by itself: a part is added once. Raises as `ask_for_analysis`.
    """
    whole = _whole(deal_id)
    with transaction.atomic():
        row, _is_due = _row(deal_id, whole, now)
    if not row.is_whole:
        _add(row, whole, now)


def _whole(deal_id: int) -> Whole:
    return Whole(queries.get_replay(deal_id)[1].history)


def _row(deal_id: int, whole: Whole, now: datetime) -> tuple[Analysis, bool]:
    """The deal's row, by the engine of today, and whether it is empty as yet."""
    row, made = Analysis.objects.select_for_update().get_or_create(
        deal_id=deal_id, defaults={"engine": ENGINE, "total": whole.total, "touched_at": now}
    )
    if row.engine != ENGINE:
        row.engine, row.total, row.parts, made = ENGINE, whole.total, [], True
        row.save()
    return row, made


def _add(row: Analysis, whole: Whole, now: datetime) -> bool:
    """Make the next parts and add them; whether more are missing, and it was this call that added.

    No row is locked while a part is made: of two workers on the same part one comes too late, and is not needed.
    """
    there = row.done
    found = [whole.part(number) for number in range(there, min(there + SLICE, row.total))]
    with transaction.atomic():
        row = Analysis.objects.select_for_update().get(pk=row.pk)
        if row.engine != ENGINE or row.done != there:
            return False
        row.parts += found
        row.touched_at = now
        row.save(update_fields=["parts", "touched_at"])
    return not row.is_whole
