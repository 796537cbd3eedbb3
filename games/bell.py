"""The doorbell: tells the workers that a deal wants something, once the transaction is safe.

Nothing depends on it. What is to be done stands in the deal's row, and `tasks.sweep` finds whatever the broker lost.
So nobody waits for it either: a broker that does not take a ring at once is left alone for a while.
"""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any, Final

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from kombu.pools import producers

from games.models import Deal

_log = logging.getLogger(__name__)

PATIENCE: Final = 0.3
"""Seconds that a request may lose at a broker that does not answer."""
QUIET: Final = 3.0
"""Seconds in which nobody rings after one has rung in vain; a sweep comes within that time."""

# Without these a ring at a dead broker takes six seconds, and one at a hanging broker never ends.
_IMPATIENT: Final = {
    "max_retries": 0,
    "socket_timeout": PATIENCE,
    "socket_connect_timeout": PATIENCE,
}

_quiet_until = 0.0


def ring(deal: Deal) -> None:
    """Ask, after the commit, for what the deal's row calls for: a bot's move, or the money and the next deal."""
    if deal.bot_due is not None:
        pause = (deal.bot_due - deal.changed_at).total_seconds()
        ask("games.tasks.play_bots", deal.pk, countdown=pause)
    if deal.ended_at is not None:
        ask("games.tasks.finish_deal", deal.pk)


def ask(task: str, *args: int, countdown: float = 0.0) -> None:
    """Queue a task by name after the commit; a broker that is down is noted and forgiven."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")

    def send() -> None:
        global _quiet_until
        if monotonic() < _quiet_until:
            return
        options: dict[str, Any] = {"countdown": countdown} if countdown else {}
        if request_id is not None:
            options["headers"] = {"request_id": str(request_id)[:64]}  # the worker's lines name it
        door = current_app.connection_for_write(transport_options=_IMPATIENT)
        try:
            with producers[door].acquire(block=True) as producer:
                current_app.send_task(task, args=args, producer=producer, retry=False, **options)
        except (OperationalError, OSError) as error:
            _quiet_until = monotonic() + QUIET
            _log.warning("the broker did not take %s%s: %s", task, args, error)

    transaction.on_commit(send)
