"""Tasks of the replays: rows of disputes that came into the log by another way than the commands here."""

from __future__ import annotations

from celery import shared_task

from games.log.followers import catch_up
from replays.projections import DISPUTES


@shared_task
def follow() -> None:
    """Bring the rows of disputes up to the end of the log. Safe twice and late."""
    while catch_up(DISPUTES):
        pass
