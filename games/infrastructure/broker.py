"""Enqueues Celery tasks after the commit. Nothing depends on whether the broker delivers them.

The database says what work there is (`games.infrastructure.outbox`), and a periodic sweep enqueues again what the
broker lost. After a failure the circuit breaker here leaves the broker unused for a while. Live push shares the
breaker, because both use the same Redis.
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

_log = logging.getLogger(__name__)

PATIENCE: Final = 0.3
"""Seconds that a request may lose at a broker that does not answer."""

# Without these a message to a dead broker takes six seconds, and one to a hanging broker never ends.
_IMPATIENT: Final = {
    "max_retries": 0,
    "socket_timeout": PATIENCE,
    "socket_connect_timeout": PATIENCE,
}


class CircuitBreaker:
    """Keeps callers from a service that has just failed, so that only one of them waits for it in vain."""

    def __init__(self, cooldown: float) -> None:
        """Create a closed breaker; `cooldown` is how many seconds it stays open after a failure."""
        self.cooldown = cooldown
        self._open_until = 0.0

    @property
    def is_open(self) -> bool:
        """Return whether callers should do without the service for now."""
        return monotonic() < self._open_until

    def trip(self) -> None:
        """Open the breaker for the cooldown, after the service has failed."""
        self._open_until = monotonic() + self.cooldown

    def reset(self) -> None:
        """Close the breaker, after the service has answered."""
        self._open_until = 0.0


breaker: Final = CircuitBreaker(cooldown=3.0)
"""This process's breaker for Redis, as a broker and as a channel; a sweep comes within its cooldown."""


def enqueue(task: str, *args: int, countdown: float = 0.0, expires: float | None = None) -> None:
    """Enqueue a task by name after the commit. If the broker is down this is only logged.

    `countdown` is the delay in seconds; after `expires` seconds no worker runs the task any more.
    """
    request_id = structlog.contextvars.get_contextvars().get("request_id")

    def send() -> None:
        if breaker.is_open:
            return
        options: dict[str, Any] = {"countdown": countdown} if countdown else {}
        if expires is not None:
            options["expires"] = expires
        if request_id is not None:
            options["headers"] = {"request_id": str(request_id)[:64]}  # the worker's lines name it
        connection = current_app.connection_for_write(transport_options=_IMPATIENT)
        try:
            with producers[connection].acquire(block=True) as producer:
                current_app.send_task(task, args=args, producer=producer, retry=False, **options)
        except (OperationalError, OSError) as error:
            breaker.trip()
            _log.warning("the broker did not take %s%s: %s", task, args, error)

    transaction.on_commit(send)
