"""Tasks of the workers. Safe twice, late and together."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.log.projector import catch_up
from tournaments.reactions import follower


@shared_task
def follow() -> None:
    """Let tournaments count what deals have brought since the last time; idle it costs two reads."""
    while catch_up(follower(timezone.now)):
        pass
