"""What Celery's own classes lack: a sign of life of beat, and a soon return to a broker that was away."""

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
    """Return the file with the seconds of the machine's monotonic clock, within the club's directory."""
    return var / "run" / "beat"


class TouchingScheduler(Scheduler):  # type: ignore[misc]  # Celery has no types
    """Celery's own scheduler, whose schedule is in memory: a file would keep times of the system's clock.

    Beat would wait for one that was set back.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, then say so in the file. A disk that is full stops no beat."""
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
    """A connection that is looked for at least every two seconds while the broker is away."""

    def ensure_connection(self, *args: Any, **options: Any) -> SoonBack:
        """Connect as kombu does, with shorter waits. Raises kombu.exceptions.OperationalError after `max_retries`."""
        super().ensure_connection(*args, **{**RETRIES, **options})  # type: ignore[no-untyped-call]
        return self


class SoonBackAMQP(AMQP):  # type: ignore[misc]  # celery has no types
    """Celery's messaging, over connections of the class above."""

    Connection = SoonBack
