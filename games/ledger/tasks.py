"""The ledger's task. Safe to run twice, late, and concurrently."""

from __future__ import annotations

from celery import shared_task

from games.ledger import subtotals


@shared_task
def make_subtotals() -> None:
    """Make the subtotals that are due; if there are none this costs two reads."""
    while subtotals.make_subtotals():
        pass
