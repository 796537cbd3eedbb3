"""Copies the database while the club runs, and restores a copy: SQLite directly, PostgreSQL with `pg_dump`."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import IO, Any, Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

_PIECE: Final = 2**18
_SPARE: Final = 2**24
"""Bytes that the disk keeps beside the copy."""
_OF_LIBPQ: Final = ("dbname", "user", "host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey")


class NoRoom(Exception):
    """Raised when the disk is too full."""


class NoProgram(Exception):
    """Raised when the PostgreSQL program of this name is not installed on this machine."""


class Failed(Exception):
    """Raised when a program of PostgreSQL failed; the text is its own message."""


def newest_migrations() -> dict[str, int]:
    """Return for each app the number of its newest applied migration."""
    return newest_of(MigrationRecorder(connection).applied_migrations())


def newest_of(migrations: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return for each app the highest of its migrations' numbers; `migrations` are pairs of app and name."""
    found: dict[str, int] = {}
    for app, name in migrations:
        if name[:4].isdecimal():
            found[app] = max(int(name[:4]), found.get(app, 0))
    return found


class Copy:
    """A copy of the database: its pieces can be read once, and it must be closed even if not all are read."""

    def __init__(self, file: IO[bytes], first: bytes = b"") -> None:
        self._file = file
        self._first = first

    def __iter__(self) -> Iterator[bytes]:
        """Yield the pieces. Raises Failed, OSError."""
        yield self._first
        while piece := self._file.read(_PIECE):
            yield piece

    def close(self) -> None:
        """Free the copy's resources."""
        self._file.close()


class _Dump(Copy):
    """A copy that `pg_dump` is still making."""

    def __init__(self, process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
        assert process.stdout is not None
        # When this has come, it has reached the database.
        super().__init__(process.stdout, process.stdout.read(_PIECE))
        self._process, self._said = process, said
        if not self._first:
            self._end()

    def __iter__(self) -> Iterator[bytes]:
        yield from super().__iter__()
        self._end()

    def _end(self) -> None:
        if self._process.wait():
            raise Failed(_last_words(self._said))

    def close(self) -> None:
        self._process.kill()
        super().close()
        self._process.wait()
        self._said.close()


def copied(place: Path) -> Copy:
    """Return an open copy of the database as it is now; close it after use.

    SQLite is copied before this returns, into a file below `place` that is already deleted; PostgreSQL is copied
    while the copy is read. Raises NoRoom, NoProgram, Failed, OSError.
    """
    return _from_pg_dump() if connection.vendor == "postgresql" else _from_sqlite(place)


def _from_sqlite(place: Path) -> Copy:
    database = Path(connection.settings_dict["NAME"]).absolute()
    if shutil.disk_usage(place).free < database.stat().st_size + _SPARE:
        raise NoRoom
    descriptor, name = tempfile.mkstemp(prefix=".copy-", dir=place)
    os.close(descriptor)
    try:
        # A connection of its own: a copy from one that is writing would wait for itself.
        source = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(name)) as target:
            target.execute("PRAGMA journal_mode=OFF")
            source.backup(target)
        return Copy(Path(name).open("rb"))
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise NoRoom from None
        raise OSError(str(error)) from None
    finally:
        Path(name).unlink()


def _from_pg_dump() -> Copy:
    with ExitStack() as if_it_fails:
        said = if_it_fails.enter_context(tempfile.TemporaryFile())
        options = ("--format=custom", "--compress=0")
        dump = _Dump(_start("pg_dump", *options, stdout=subprocess.PIPE, stderr=said), said)
        if_it_fails.pop_all()  # the copy closes it
        return dump


def is_empty() -> bool:
    """Return whether the PostgreSQL database has no table yet."""
    return not connection.introspection.table_names()


def into_postgresql(pieces: Iterable[bytes]) -> None:
    """Replace the PostgreSQL database with a copy, completely or not at all. Raises NoProgram, Failed."""
    options = ("--exit-on-error", "--no-owner", "--single-transaction", "--clean", "--if-exists")
    with tempfile.TemporaryFile() as said:
        process = _start("pg_restore", *options, stdin=subprocess.PIPE, stderr=said)
        assert process.stdin is not None
        with ExitStack() as if_it_fails:
            if_it_fails.callback(process.wait)
            if_it_fails.callback(process.kill)  # half of it, in one transaction: nothing
            with suppress(BrokenPipeError), process.stdin:
                for piece in pieces:
                    process.stdin.write(piece)
            if_it_fails.pop_all()
        if process.wait():
            raise Failed(_last_words(said))


def _start(program: str, *options: str, **pipes: Any) -> subprocess.Popen[bytes]:
    """Start a PostgreSQL program on the club's database, with the password hidden from lists of processes.

    Raises NoProgram.
    """
    from psycopg.conninfo import make_conninfo

    asked: dict[str, Any] = connection.get_connection_params()
    where = make_conninfo("", **{name: asked[name] for name in _OF_LIBPQ if asked.get(name)})
    path = shutil.which(program)
    if path is None:
        raise NoProgram(program)
    env = {**os.environ, "PGPASSWORD": str(asked.get("password") or ""), "LC_MESSAGES": "C"}
    command = [path, *options, "--no-password", f"--dbname={where}"]
    return subprocess.Popen(command, env=env, **pipes)  # noqa: S603 - PostgreSQL's own programs


def _last_words(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "?"
