"""A database that all migrations have gone through, made once and copied: they take seven seconds, a copy none.

A copy is kept beside the machine's other temporary files, under a name that the migrations give it, so that changed
ones make another. Whoever copies it still migrates, as everybody does, and finds nothing left to do.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
_UNUSED = 3 * 24 * 3600
"""Seconds after which a copy that nobody asked for is deleted."""
OUTSIDE = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "TUSAC_VAR", "TUSAC_PRODUCTION")


@cache
def fingerprint() -> str:
    """Changes when a migration does, or a package that may bring some, or what says which apps there are."""
    sources = [*PROJECT.glob("*/migrations/*.py"), PROJECT / "tusac_site" / "settings.py"]
    # What the migrations ask beside their own files.
    sources += [
        PROJECT / "games" / "infrastructure" / "encryption.py",
        PROJECT / "requirements-dev.txt",
    ]
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(sources):
        digest.update(f"{path.relative_to(PROJECT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:24]


def _home() -> Path:
    home = Path(tempfile.gettempdir()) / f"tusac-migrated-{os.getuid()}"
    home.mkdir(mode=0o711, exist_ok=True)
    if home.stat().st_uid != os.getuid():
        raise PermissionError(f"{home} is somebody else's")
    return home


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Nobody else makes this copy meanwhile; they wait, and find it made."""
    with (_home() / f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def kept(name: str, make: Callable[[Path], object]) -> Path:
    """Return what ``make`` writes to the path that it is given, a file or a directory, made at the first time
    of asking.
    """
    place = _home() / name
    with _alone(name):
        if not place.exists():
            unready = _home() / f"{name}.unready"
            _delete(unready)
            make(unready)
            unready.rename(place)
        os.utime(place)
    # By the file system's clock alone: the tests' own may be a year ahead, and would find all of them old.
    now = place.stat().st_mtime
    for other in _home().iterdir():
        if other.stat().st_mtime < now - _UNUSED:
            _delete(other)
    return place


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def migrate(url: str) -> None:
    """Bring the database of this address to the newest migration, by the site's own command."""
    env = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    with tempfile.TemporaryDirectory(prefix="tusac-migrating-") as var:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
            cwd=PROJECT,
            env={**env, "DATABASE_URL": url, "TUSAC_VAR": var},
            check=True,
        )


def sqlite(target: Path) -> None:
    """Copy the migrated SQLite database to this path, whose directory is made."""
    source = kept(f"{fingerprint()}.sqlite3", lambda path: migrate(f"sqlite:///{path}"))
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copyfile(source, target)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The tests' own SQLite database begins as a copy; what it is called is settled by then."""
    from django.db import connection  # only where Django is set up

    if connection.vendor != "sqlite":
        return  # PostgreSQL copies by itself: TEMPLATE in tests.settings
    creation: Any = connection.creation
    make = creation._create_test_db

    def copied(*arguments: Any, **options: Any) -> str:
        name: str = make(*arguments, **options)
        sqlite(Path(name))
        return name

    creation._create_test_db = copied
