"""Tasks for workers: they update notices and send mail and messages. Safe to repeat and to run late."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.log.followers import catch_up
from notices import commands
from notices.projections import follower
from notices.webhooks.following import follower as webhook_follower

_BATCHES = 20
"""Parts of the log that a run reads for webhooks: the first run of an old club has much to pass by."""


@shared_task
def send_mail() -> None:
    """Send the notices that are due by mail."""
    commands.send_due(now=timezone.now())


@shared_task
def remind() -> None:
    """Remind members of approaching deadlines."""
    commands.remind(timezone.now)


@shared_task
def follow() -> None:
    """Update the notices to the end of the log."""
    while catch_up(follower(timezone.now)):
        pass


@shared_task
def deliver() -> None:
    """Queue messages for other programs, and send those that are due."""
    for _batch in range(_BATCHES):
        if not catch_up(webhook_follower(timezone.now)):
            break
    commands.deliver_due(timezone.now)
