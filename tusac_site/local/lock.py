"""One supervisor a club: a lock on var/run/supervisor.lock, held as long as the process lives."""

import fcntl
import os
from pathlib import Path
from typing import IO

from tusac_site.local.embedded import private_directory


class AlreadyRunning(Exception):
    """Another supervisor holds the lock; the message says which process, and where it serves."""


def take(var: Path, address: str) -> IO[str]:
    """Take the lock and write who holds it. Keep the returned file open: closing it lets go.

    The kernel lets go by itself when the process ends, however it ends.
    """
    path = private_directory(var / "run") / "supervisor.lock"
    file = path.open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.seek(0)
        pid, _, where = file.read().strip().partition(" ")
        file.close()
        raise AlreadyRunning(
            f"This club is already running (process {pid}): open {where}. "
            "Stop that one first, with Ctrl-C in its terminal."
        ) from error
    file.seek(0)
    file.truncate()
    file.write(f"{os.getpid()} {address}\n")
    file.flush()
    return file
