"""Tasks of the replays: rows of disputes that came into the log by another way, and what deals are found by."""

from __future__ import annotations

from celery import shared_task

from games.log.followers import catch_up
from replays import finding
from replays.projections import DISPUTES


@shared_task
def follow() -> None:
    """Bring the rows of disputes up to the end of the log. Safe twice and late."""
    while catch_up(DISPUTES):
        pass


@shared_task
def find() -> None:
    """Bring what finished deals are found by up to the end of the log. Safe twice and late."""
    finding.find()
