"""Builds the page of backups: the time of the last one, a warning if it is old, and the nightly ones stored here."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from games.infrastructure.backup.shelf import nights
from games.queries.club.house import current_club


@dataclass(frozen=True, slots=True)
class BackupPage:
    """The page of backups."""

    last: datetime | None
    old: bool
    """Whether owners are warned."""
    passphrase: str
    """The public key that stands for the passphrase; empty where none was made."""
    passphrase_at: datetime | None
    nights: tuple[tuple[date, int], ...]
    """The nightly backups on this machine: the day and the size in bytes, the newest first."""


def backup_page(*, now: datetime) -> BackupPage:
    """Return the page of backups as it is now."""
    backups = current_club().state.backups
    kept: tuple[tuple[date, int], ...] = ()
    with suppress(OSError):  # a disk that cannot be read keeps nobody from pressing the button
        kept = nights()
    return BackupPage(
        backups.last,
        backups.is_old(now),
        backups.passphrase.public if backups.passphrase else "",
        backups.passphrase_at,
        kept,
    )
