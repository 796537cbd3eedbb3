"""Restores a club from its backup.

On SQLite the backup is unpacked beside the existing club, checked, and only then put in its place.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.infrastructure.backup import shelf
from games.infrastructure.backup.club_keys import FILES, file_of
from games.infrastructure.backup.database import (
    Failed,
    NoProgram,
    NoRoom,
    into_postgresql,
    is_empty,
    newest_of,
)
from games.infrastructure.backup.passphrase import WrongPassphrase
from games.infrastructure.backup.sealed_file import (
    BadBackup,
    Contents,
    Header,
    NewerBackup,
    OtherKeys,
    key_of,
    opened,
    read_header,
)
from games.log.integrity.memory import remembered
from games.log.integrity.notes import BadNote, Checkpoint, Note, VerifierKey

PROJECT: Final = Path(__file__).resolve().parents[2]
ELSEWHERE: Final = "restored_keys.env"
"""The file in `var/` with keys that belong into the environment."""


class CannotRestore(Exception):
    """Raised when a backup was not restored; the message says why."""


class Restored(NamedTuple):
    """What to tell the owner about a restored club."""

    made: str
    """When the backup was made."""
    said: str
    """What the checks said."""
    kept: Path | None
    """Where the club is that was there before."""
    keys: Path | None
    """The file of keys that somebody has to put into the environment."""
    later: bool
    """Whether this machine has signed a later state of the log than the backup has."""


def restore(file: Path, *, ask: Callable[[str], str], over: bool, now: datetime) -> Restored:
    """Restore a backup; with `over` it may replace an existing club. Raises CannotRestore.

    `ask` shows its argument and returns the passphrase.
    """
    with _in_sentences(), file.open("rb") as source:
        header, line = read_header(source)
        _require_place(header, over=over)
        passphrase = ask(_which_paper(header)) if header.envelope else ""
        contents, database = opened(source, line, key_of(header, passphrase))
        if connection.vendor == "postgresql":
            return _into_postgresql(header, contents, database, now)
        return _into_sqlite(header, contents, database, now)


def _require_place(header: Header, *, over: bool) -> None:
    if _is_newer(header):
        raise NewerBackup
    if header.database != connection.vendor:
        raise CannotRestore(
            _(
                "This is a backup of a club on %(theirs)s, but the club here is on %(ours)s. Set "
                "DATABASE_URL to a database of the same kind, then restore again."
            )
            % {"theirs": header.database, "ours": connection.vendor}
        )
    if _is_running():
        raise CannotRestore(_("The club is running here. Stop it first, then restore."))
    if not over and _is_there():
        raise CannotRestore(
            _(
                "There is a club here already, and nothing was changed. To put the backup in its place, run this again "
                "with --over."
            )
        )


def _is_newer(header: Header) -> bool:
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    known = newest_of(loader.disk_migrations or {})
    return any(number > known.get(app, 0) for app, number in header.migrations.items())


def _is_running() -> bool:
    """Return whether the club runs here by `make run`; other ways to run it cannot be detected."""
    with suppress(OSError), (settings.VAR_DIR / "run" / "supervisor.lock").open("r+") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _is_there() -> bool:
    return not is_empty() if connection.vendor == "postgresql" else _database().exists()


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _into_sqlite(
    header: Header, contents: Contents, database: Iterable[bytes], now: datetime
) -> Restored:
    place = _database()
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=place.parent) as name:
        aside = Path(name)
        copy = aside / "tusac.sqlite3"
        shelf.write(copy, database)
        said = _checked(contents, aside, {"DATABASE_URL": f"sqlite:///{copy}"}, ("migrate",))
        with sqlite3.connect(copy) as mended:  # what `migrate` wrote is in the file itself
            mended.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        mended.close()
        kept = _moved_aside(place, now)
        keys = _put_keys(contents, now)
        copy.replace(place)
    return Restored(_day(header.made), said, kept, keys, _is_later(contents))


def _into_postgresql(
    header: Header, contents: Contents, database: Iterable[bytes], now: datetime
) -> Restored:
    into_postgresql(database)
    connection.close()
    with tempfile.TemporaryDirectory(prefix="tusac-") as name:
        try:
            said = _checked(contents, Path(name), {}, ("migrate", "renumber_log"))
        except CannotRestore as error:
            raise CannotRestore(
                f"{error}\n" + _("Don't start the club from this database.")
            ) from None
    keys = _put_keys(contents, now)
    return Restored(_day(header.made), said, None, keys, _is_later(contents))


def _checked(contents: Contents, aside: Path, env: dict[str, str], first: Iterable[str]) -> str:
    """Check the restored club with its own keys, by `verify_log` and `check_ledger`; return what they print.

    Raises CannotRestore if a check fails.
    """
    keys = contents.keys or {
        "SECRET_KEY": settings.SECRET_KEY,
        "TUSAC_DEAL_KEY": ",".join(settings.TUSAC_DEAL_KEYS),
        "TUSAC_LOG_KEY": settings.TUSAC_LOG_KEY,
    }
    # A directory of its own, and what this machine has signed does not count: the checkpoint in the file does.
    places = {"TUSAC_VAR": str(aside), "TUSAC_LOG_SIGNED": str(aside / "signed")}
    given = {**keys, **places, "TUSAC_PRODUCTION": "", **env}
    about = {
        name: said for name, said in os.environ.items() if name.removesuffix("_FILE") not in given
    }
    env = {**about, **given}
    verify = ["verify_log"]
    if contents.checkpoint:
        note = aside / "checkpoint.note"
        shelf.write(note, [contents.checkpoint.encode()])
        verify += ["--against", str(note), "--key", contents.log_key]
    said = ""
    for command in (*([one] for one in first), verify, ["check_ledger"]):
        done = subprocess.run(  # noqa: S603 - this project's own commands
            [sys.executable, "manage.py", *command],
            cwd=PROJECT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotRestore(
                _("The backup is not complete:") + f"\n{done.stdout}{done.stderr}".rstrip()
            )
        said += done.stdout if command[0] not in first else ""
    return said


def _moved_aside(place: Path, now: datetime) -> Path | None:
    if not place.exists():
        return None
    kept = place.parent / f"before-restore-{now:%Y%m%d-%H%M%S}"
    kept.mkdir(mode=0o700)
    for ending in ("-shm", "-wal", ""):
        old = place.with_name(place.name + ending)
        if old.exists():
            old.replace(kept / old.name)
    return kept


def _put_keys(contents: Contents, now: datetime) -> Path | None:
    """Write the keys to the files where this machine reads them; different old keys are renamed, not lost.

    Return a file with the keys that somebody must put into the environment, None if there are none.
    """
    by_hand = []
    for name, key in contents.keys.items():
        file = file_of(name, settings.VAR_DIR)
        if file is None:
            if os.environ.get(name, "").strip() != key:
                by_hand.append(f"{name}={key}\n")
            continue
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if file.exists() and file.read_text(encoding="utf-8").strip() != key:
            file.replace(file.with_name(f"{file.name}.before-{now:%Y%m%d-%H%M%S}"))
        shelf.write(file, [key.encode()])
    if not by_hand:
        return None
    elsewhere: Path = settings.VAR_DIR / ELSEWHERE
    shelf.write(elsewhere, [line.encode() for line in by_hand])
    return elsewhere


def _is_later(contents: Contents) -> bool:
    try:
        kept = remembered(VerifierKey.read(contents.log_key)).kept
        return bool(kept) and _size(kept) > _size(contents.checkpoint)
    except (BadNote, OSError):
        return False


def _size(note: str) -> int:
    return Checkpoint.read(Note.read(note).text).size if note else 0


def _which_paper(header: Header) -> str:
    return _("The 24 digits of the passphrase that was made on %(day)s: ") % {
        "day": _day(header.passphrase_of)
    }


def _day(moment: str) -> str:
    read = parse_datetime(moment)
    return date_format(read, "DATETIME_FORMAT") if read else moment


@contextmanager
def _in_sentences() -> Iterator[None]:
    try:
        yield
    except NewerBackup:
        raise CannotRestore(
            _(
                "A newer version of Tusac made this backup. Update Tusac here first, then restore again."
            )
        ) from None
    except BadBackup:
        raise CannotRestore(
            _("This backup is not complete: the file was changed or cut off. Use another one.")
        ) from None
    except WrongPassphrase:
        raise CannotRestore(
            _(
                "These digits do not open the backup. Compare each group of four with the paper, and "
                "check that the day on the paper is the day asked for."
            )
        ) from None
    except OtherKeys:
        raise CannotRestore(
            _(
                "This backup was made before the club had a passphrase, so it opens only where the club's keys are. "
                "Put %(files)s of that club into %(var)s, then restore again."
            )
            % {"files": ", ".join(FILES.values()), "var": settings.VAR_DIR}
        ) from None
    except NoRoom:
        raise CannotRestore(_("The disk is full. Make room, then restore again.")) from None
    except NoProgram as error:
        raise CannotRestore(
            _(
                "PostgreSQL's program %(program)s is not on this machine. Install it, then restore again."
            )
            % {"program": error}
        ) from None
    except (Failed, OSError) as error:
        raise CannotRestore(str(error)) from None
