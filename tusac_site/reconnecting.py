"""How workers and beat come back to a broker that was away: soon, and however long it was."""

from __future__ import annotations

from typing import Any, Final

from celery.app.amqp import AMQP
from kombu.connection import Connection

RETRIES: Final = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
"""Seconds between two attempts: the first wait, what each adds, and the longest.

Kombu's own waits grow to half a minute, in which a club whose broker is back would still wait for its bots.
"""


class SoonBack(Connection):
    """A connection that is looked for at least every two seconds while the broker is away."""

    def ensure_connection(self, *args: Any, **options: Any) -> SoonBack:
        """As kombu's, with shorter waits. Raises kombu.exceptions.OperationalError after `max_retries`."""
        super().ensure_connection(*args, **{**RETRIES, **options})  # type: ignore[no-untyped-call]
        return self


class SoonBackAMQP(AMQP):  # type: ignore[misc]  # celery has no types
    """Celery's messaging, over connections of the class above."""

    Connection = SoonBack
