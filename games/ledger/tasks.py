"""The ledger's task. Safe twice, late and together."""

from __future__ import annotations

from celery import shared_task

from games.ledger import subtotals


@shared_task
def make_subtotals() -> None:
    """Note what accounts hold by now, so that nobody adds up from the first posting; idle it costs two reads."""
    while subtotals.make_subtotals():
        pass
