"""Health checks of containers: `python -m tusac_site.probes web`, `worker` or `beat`. Exits with 0 if healthy.

Each checks only its own container: `/readyz` says whether the whole club is healthy.
"""

from __future__ import annotations

import os
import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tusac_site.operations.celery_classes import sign_of_life

LATEST_BEAT: Final = 60.0
"""Seconds in which beat must have looked for what is due; it does every two or three."""
PATIENCE: Final = 10.0
"""Seconds within which a process must answer."""


def web() -> bool:
    """Return whether a web process answers on port 8000, or on the port in `PORT`."""
    address = f"http://127.0.0.1:{os.environ.get('PORT') or 8000}/healthz"
    request = urllib.request.Request(address, headers={"Host": _own_name()})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False


def _own_name() -> str:
    """Return a host name that the settings accept in a request."""
    first = os.environ.get("ALLOWED_HOSTS", "").partition(",")[0].strip().lstrip(".*")
    return first or urlsplit(os.environ.get("TUSAC_SITE", "")).netloc or "127.0.0.1"


def worker() -> bool:
    """Return whether the Celery worker of this machine, whatever its name, answers a ping."""
    from tusac_site.celery import app

    mine = f"*@{socket.gethostname()}"
    asked = app.control.inspect(timeout=PATIENCE, limit=1, pattern=mine, matcher="glob")
    try:
        return bool(asked.ping())
    except OSError:
        return False


def beat() -> bool:
    """Return whether beat has checked for due tasks within the last minute."""
    try:
        looked = float(sign_of_life(Path(os.environ["TUSAC_VAR"])).read_text())
    except (KeyError, OSError, ValueError):
        return False
    # Less than nothing: it looked before this machine was started.
    return 0 <= time.monotonic() - looked <= LATEST_BEAT


PROBES: Final[Mapping[str, Callable[[], bool]]] = {"web": web, "worker": worker, "beat": beat}


def main(arguments: list[str]) -> int:
    """Run the named probe; return 0 if healthy, 1 if not, 2 if there is no such probe."""
    probe = PROBES.get(arguments[0]) if len(arguments) == 1 else None
    if probe is None:
        return 2
    return 0 if probe() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
