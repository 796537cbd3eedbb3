"""Tasks of the workers: rows of notices, and mail. Safe to run twice or late."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.log.followers import catch_up
from notices import commands
from notices.projections import follower


@shared_task
def send_mail() -> None:
    """Send the notices that are due by mail."""
    commands.send_due(now=timezone.now())


@shared_task
def remind() -> None:
    """Remind members of approaching ends."""
    commands.remind(timezone.now)


@shared_task
def follow() -> None:
    """Update the notices to the end of the log."""
    while catch_up(follower(timezone.now)):
        pass
