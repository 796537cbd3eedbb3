"""The files of the embedded default: var/, secret keys, the broker's socket, the supervisor's lock."""

import ctypes
import fcntl
import hashlib
import os
import secrets
import signal
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured

FIRST_OWNER = "first_owner"
"""The file in the club's directory by which the preparation hands on the first owner's link, without its host."""
DEMO_KEY_PREFIX = "tusac-demo-"
"""Every key that this project makes for itself starts so; production refuses such a key."""

MAX_SOCKET_PATH = 107
"""Bytes that fit into sockaddr_un on Linux, less the final NUL (macOS has 103)."""


def private_directory(path: Path) -> Path:
    """Make `path`, open to its owner alone (0700), and return it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.chmod(0o700)
    return path


class NotWritable(Exception):
    """Raised when the club's directory cannot be used; the message says why, and what to do."""


def own_directory(path: Path) -> str:
    """Make the club's directory private, creating it if needed; return a warning if others could read it before.

    It holds the database, the keys and the passwords of the demo club. Raises NotWritable.
    """
    try:
        new = not path.exists()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = stat.S_IMODE(path.stat().st_mode)
        with tempfile.TemporaryFile(dir=path):
            pass
        if mode & 0o077:
            path.chmod(0o700)
    except OSError as error:
        raise NotWritable(not_writable(path, error)) from error
    if new or not mode & 0o077:
        return ""
    return f"Others could look into {path} (mode {mode:04o}); now only you can (0700)."


def not_writable(path: Path, error: OSError) -> str:
    """Return the message for a directory in which the club cannot write."""
    return (
        f"Cannot write to {path}: {error.strerror or error}. Make it a directory of your own "
        f"(chmod u+rwx, or chown), or name another one in TUSAC_VAR."
    )


def write_private(path: Path, text: str) -> None:
    """Write `text` to `path`, readable by its owner alone (0600) from the first byte on."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    path.chmod(0o600)


def secret_key(var: Path, name: str = "secret_key") -> str:
    """Return a secret of the embedded club from the file of this name in var/, making it the first time.

    If two processes start together, both return the same secret: the file appears whole, and the second process reads
    the file of the first.
    """
    path = var / name
    if not path.exists():
        private_directory(var)
        fresh = var / f"{name}.{secrets.token_hex(4)}"
        write_private(fresh, DEMO_KEY_PREFIX + secrets.token_urlsafe(48))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="utf-8").strip()


def own_secret(var: Path, name: str) -> str:
    """Return a secret as `secret_key` does. Raises ImproperlyConfigured, saying what to do, if that fails."""
    try:
        return secret_key(var, name)
    except OSError as error:
        raise ImproperlyConfigured(not_writable(var, error)) from error


def socket_path(var: Path) -> Path:
    """Return the broker's socket: var/run/valkey.sock, or a short path if that is too long."""
    path = var / "run" / "valkey.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH - 5:
        return path
    name = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"tusac-{os.getuid()}-{name}" / "valkey.sock"


def _load_prctl() -> Callable[[int, int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        function: Callable[[int, int], int] = ctypes.CDLL(None, use_errno=True).prctl
    except (OSError, AttributeError):
        return None
    return function


_PRCTL = _load_prctl()  # before any fork: a child between fork and exec should load nothing
_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent dies (Linux; elsewhere nothing happens).

    Without it a `kill -9` of the supervisor, or of a Celery worker, would leave processes behind.
    """
    if _PRCTL is not None:
        _PRCTL(_PR_SET_PDEATHSIG, signal.SIGKILL)


class AlreadyRunning(Exception):
    """Raised when another supervisor holds the lock; the message says which process, and its address."""


def take_lock(var: Path, address: str) -> IO[str]:
    """Lock var/run/supervisor.lock, write this process and its address to it, and return the open file.

    Keep the file open: closing it releases the lock, and so does the end of the process, however it ends. Raises
    AlreadyRunning.
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
