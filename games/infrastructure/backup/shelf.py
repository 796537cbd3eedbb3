"""Writes backups into a directory on this machine, and deletes old ones there."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from django.conf import settings

from games.infrastructure.backup.database import NoRoom

NIGHTS: Final = 7
"""Nightly backups that are kept."""
NIGHT: Final = "night-"
"""How their names begin."""
DAY: Final = "club-"
"""How the names of all other backups begin."""
ENDING: Final = ".tusac"


def shelf() -> Path:
    """Return the directory of the club's own backups; create it if missing. Raises OSError."""
    place = _place()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def _place() -> Path:
    var: Path = settings.VAR_DIR
    return var / "backups"


def name_of(day: date, *, night: bool = False) -> str:
    """Return the file name of a day's backup, or with `night` that of its nightly backup."""
    return f"{NIGHT if night else DAY}{day.isoformat()}{ENDING}"


def write(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file that only its owner can read, completely or not at all.

    Raises NoRoom, OSError, and whatever `pieces` raises.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoom from None
        raise
    finally:
        fresh.unlink(missing_ok=True)


def nights() -> tuple[tuple[date, int], ...]:
    """Return the nightly backups on this machine as pairs of day and size in bytes, newest first. Raises OSError."""
    return tuple((day, path.stat().st_size) for day, path in _dated(_place(), NIGHT))


def tidy(today: date) -> None:
    """Delete all nightly backups except the last seven; those dated after `today` stay. Raises OSError."""
    _keep(_place(), NIGHT, NIGHTS, today)


def keep_newest(place: Path, number: int, today: date) -> None:
    """Delete the backups in a directory that are not nightly, except the newest `number`. Raises OSError.

    The days in the file names say which are newest; files dated after `today` stay.
    """
    _keep(place, DAY, number, today)


def _keep(place: Path, beginning: str, number: int, today: date) -> None:
    # What a clock that was wrong has dated ahead takes no place of today's, and stays.
    for _day, old in [one for one in _dated(place, beginning) if one[0] <= today][number:]:
        old.unlink(missing_ok=True)


def _dated(place: Path, beginning: str) -> list[tuple[date, Path]]:
    """Return day and path of the backups whose file names start with `beginning`, newest first."""
    found = []
    for path in place.glob(f"{beginning}*{ENDING}"):
        with suppress(ValueError):
            day = path.name.removeprefix(beginning).removesuffix(ENDING)
            if path.is_file() and len(day) == len("2026-11-30"):
                found.append((date.fromisoformat(day), path))
    return sorted(found, reverse=True)
