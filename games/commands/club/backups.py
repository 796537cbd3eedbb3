"""Backups of the club: an owner downloads one, or the machine writes one and keeps those of the last seven nights."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.club.backups import BackupMade, BackupPassphraseMade
from games.club.events import ClubEvent
from games.club.state import ClubState
from games.commands.club.club_work import carry_out, record, require_owner
from games.commands.log.seals import make_checkpoint
from games.errors import Refused
from games.infrastructure.backup import passphrase, shelf
from games.infrastructure.backup.club_keys import club_keys
from games.infrastructure.backup.database import (
    Copy,
    Failed,
    NoProgram,
    NoRoom,
    copied,
    newest_migrations,
)
from games.infrastructure.backup.passphrase import Envelope, WrongPassphrase
from games.infrastructure.backup.sealed_file import Contents, Header, new_key, sealed
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.witnessing import UnknownCheckpoint, newest
from games.models import Player
from games.queries.club.house import current_club

_log = logging.getLogger(__name__)

NIGHT = 3
"""The hour of the club's day from which on the nightly backup is made."""


@dataclass(frozen=True, slots=True)
class OpenBackup:
    """A backup whose database has already been copied: read the file once, in pieces, then close it."""

    pieces: Iterator[bytes]
    copy: Copy
    keys: bool
    """Whether the club's keys are in it."""

    def __iter__(self) -> Iterator[bytes]:
        """Return an iterator over the pieces. It raises Failed or OSError if the copy breaks off."""
        return self.pieces

    def close(self) -> None:
        """Free the copy."""
        self.copy.close()


def make_passphrase(*, by: Player, known: str, now: datetime) -> str:
    """Return a new passphrase that locks all backups from now on. The passphrase itself is stored nowhere.

    `known` is the public key of the previous passphrase, as the owner saw it (empty: none). Raises Refused.
    """
    require_owner(by)
    digits = passphrase.new_passphrase()
    made = passphrase.new_envelope(digits)

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        before = state.backups.passphrase
        if known != (before.public if before else ""):
            raise Refused("backup.new-passphrase")
        yield BackupPassphraseMade(made.public, made.private, made.salt)

    carry_out(decide, now=now, by=by)
    return digits


def try_passphrase(*, by: Player, digits: str) -> None:
    """Check, for an owner, whether this passphrase opens the club's backups. Raises Refused."""
    require_owner(by)
    envelope = _envelope(current_club().state.backups.passphrase)
    if envelope is None:
        raise Refused("backup.no-passphrase")
    try:
        passphrase.unlock(envelope, digits)
    except WrongPassphrase:
        raise Refused("backup.wrong-passphrase") from None


def take_backup(*, by: Player, now: datetime) -> OpenBackup:
    """Return a backup of the whole club for an owner to download. Raises Refused.

    Before the first byte is sent, the public log records the backup with the owner's name.
    """
    require_owner(by)
    if current_club().state.backups.passphrase is None:
        raise Refused("backup.no-passphrase")
    with ExitStack() as if_it_fails:
        with _refusing():
            begun = _begin(now=now)
        if_it_fails.callback(begun.close)
        record(BackupMade(night=False, keys=begun.keys), now=now, by=by)
        if_it_fails.pop_all()
    return begun


def save_backup(path: Path, *, now: datetime, night: bool = False) -> bool:
    """Write the whole club to a file on this machine; return whether the file contains the keys. Raises Refused.

    Until a passphrase is made the keys are left out, and the file can be opened with the club's own keys alone.
    """
    with _refusing():
        begun = _begin(now=now)
        with closing(begun):
            shelf.write(path, begun)
    record(BackupMade(night=night, keys=begun.keys), now=now)
    return begun.keys


def keep_night(*, now: datetime) -> bool:
    """Make tonight's backup and delete those older than the last seven nights; return whether it was made.

    Returns False before the night's hour, if tonight's backup already exists, or if it fails.
    """
    local, last = timezone.localtime(now), current_club().state.backups.night
    if local.hour < NIGHT or (last and timezone.localtime(last).date() >= local.date()):
        return False
    try:
        with _refusing():
            place = shelf.shelf()
        save_backup(place / shelf.name_of(local.date(), night=True), now=now, night=True)
        with _refusing():
            shelf.tidy(local.date())
    except Refused as refused:
        _log.error("no nightly backup: %s", refused)
        return False
    return True


def _begin(*, now: datetime) -> OpenBackup:
    """Sign the log, copy the database and return the open backup. If the log cannot be signed, it is copied
    unsigned.
    """
    make_checkpoint(now=now)
    backups = current_club().state.backups
    envelope = _envelope(backups.passphrase)
    key, locked = new_key(envelope)
    header = Header(
        made=now.isoformat(timespec="seconds"),
        club=settings.TUSAC_SITE,
        database=connection.vendor,
        migrations=newest_migrations(),
        key=locked,
        envelope=envelope,
        passphrase_of=backups.passphrase_at.isoformat() if backups.passphrase_at else "",
    )
    contents = Contents(_checkpoint(), str(log_key().verifier), club_keys() if envelope else {})
    copy = copied(shelf.shelf())
    return OpenBackup(sealed(header, key, contents, copy), copy, envelope is not None)


def _checkpoint() -> str:
    try:
        return str(newest())
    except UnknownCheckpoint:
        return ""  # something keeps the log from being signed for the first time


def _envelope(made: BackupPassphraseMade | None) -> Envelope | None:
    return Envelope(made.public, made.private, made.salt) if made else None


@contextmanager
def _refusing() -> Iterator[None]:
    """Context manager that turns errors of the machine into refusals for people."""
    try:
        yield
    except NoKey:
        raise Refused("log.key") from None
    except NoRoom:
        raise Refused("backup.no-room") from None
    except NoProgram:
        raise Refused("backup.no-program") from None
    except (Failed, OSError) as error:
        _log.error("a backup failed: %s", error)
        raise Refused("backup.failed", detail=f"({error})") from None
