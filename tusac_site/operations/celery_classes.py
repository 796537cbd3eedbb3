"""Extends Celery's classes: beat leaves a sign of life, and connections return quickly to a broker that was away."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from celery.app.amqp import AMQP
from celery.beat import Scheduler
from django.conf import settings
from kombu.connection import Connection


def sign_of_life(var: Path) -> Path:
    """Return the path of the file in which beat writes the monotonic time, in seconds, of its last tick."""
    return var / "run" / "beat"


class TouchingScheduler(Scheduler):  # type: ignore[misc]  # Celery has no types
    """Celery's scheduler with its schedule in memory, which also writes beat's sign of life.

    A schedule in a file would keep times of the system's clock. If that was set back, beat would wait until those
    times.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send the tasks that are due, then write the time to the file. A full disk does not stop beat."""
        pause: float = super().tick(*args, **kwargs)
        with suppress(OSError):
            file = sign_of_life(settings.VAR_DIR)
            file.parent.mkdir(mode=0o700, exist_ok=True)
            fresh = file.with_suffix(".new")
            fresh.write_text(str(monotonic()))
            fresh.replace(file)  # whole, whoever reads it meanwhile
        return pause


RETRIES: Final = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
"""Seconds between two attempts: the first wait, what each adds, and the longest.

Kombu's own waits grow to half a minute, in which a club whose broker is back would still wait for its bots.
"""


class SoonBack(Connection):
    """A connection that retries at least every two seconds while the broker is away."""

    def ensure_connection(self, *args: Any, **options: Any) -> SoonBack:
        """Connect as kombu does, with shorter waits. Raises kombu.exceptions.OperationalError after `max_retries`."""
        super().ensure_connection(*args, **{**RETRIES, **options})  # type: ignore[no-untyped-call]
        return self


class SoonBackAMQP(AMQP):  # type: ignore[misc]  # celery has no types
    """Celery's messaging, over `SoonBack` connections."""

    Connection = SoonBack
