"""The doorbell: tells the workers that a deal wants something, once the transaction is safe.

Nothing depends on it. What is to be done stands in the deal's row, and `tasks.sweep` finds whatever the broker lost.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games.models import Deal

_log = logging.getLogger(__name__)


def ring(deal: Deal) -> None:
    """Ask, after the commit, for what the deal's row calls for: a bot's move, or the money and the next deal."""
    if deal.bot_due is not None:
        pause = (deal.bot_due - deal.changed_at).total_seconds()
        ask("games.tasks.play_bots", deal.pk, countdown=pause)
    if deal.ended_at is not None:
        ask("games.tasks.finish_deal", deal.pk)


def ask(task: str, *args: int, countdown: float = 0.0) -> None:
    """Queue a task by name after the commit; a broker that is down is noted and forgiven."""

    def send() -> None:
        options: dict[str, Any] = {"countdown": countdown} if countdown else {}
        try:
            current_app.send_task(task, args=args, retry=False, **options)
        except (OperationalError, OSError) as error:
            _log.warning("the broker did not take %s%s: %s", task, args, error)

    transaction.on_commit(send)
