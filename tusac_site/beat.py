"""Beat, with a sign of life: a file in which it says when it last looked for what is due, by no clock that is set."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from celery.beat import Scheduler
from django.conf import settings


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
