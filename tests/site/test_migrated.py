"""The database that tests copy: made once for a set of migrations, and the same as a migrated one."""

import os
import sqlite3
import time
from pathlib import Path

import pytest

from tests.support import migrated


@pytest.fixture
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is kept here yet."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_made_once(own_place: Path) -> None:
    made = []

    def make(path: Path) -> None:
        made.append(path)
        path.write_text("ready")

    first, second = migrated.kept("one", make), migrated.kept("one", make)
    assert first == second and first.read_text() == "ready"
    assert len(made) == 1


def test_a_copy_is_deleted_when_nobody_asked_for_it_for_days_and_not_by_a_clock_that_is_a_year_ahead(
    own_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unused, used = (migrated.kept(name, lambda path: path.touch()) for name in ("unused", "used"))
    week_ago = unused.stat().st_mtime - 7 * 24 * 3600
    os.utime(unused, (week_ago, week_ago))
    real = time.time
    monkeypatch.setattr("time.time", lambda: real() + 365 * 24 * 3600)
    asked = migrated.kept("asked", lambda path: path.touch())
    assert asked.exists() and used.exists()
    assert not unused.exists()


def test_what_was_cut_off_is_made_again(own_place: Path) -> None:
    def cut_off(path: Path) -> None:
        path.write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrated.kept("one", cut_off)
    assert migrated.kept("one", lambda path: path.write_text("whole")).read_text() == "whole"


def test_the_name_changes_with_the_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    before = migrated.fingerprint.__wrapped__()
    read = Path.read_bytes

    def changed(path: Path) -> bytes:
        return read(path) + (b"#" if path.match("games/migrations/0001_*.py") else b"")

    monkeypatch.setattr(Path, "read_bytes", changed)
    assert migrated.fingerprint.__wrapped__() != before


@pytest.mark.only_on("sqlite3")
def test_a_copy_has_every_migration(tmp_path: Path) -> None:
    from django.db.migrations.loader import MigrationLoader

    migrated.sqlite(tmp_path / "club" / "tusac.sqlite3")
    with sqlite3.connect(tmp_path / "club" / "tusac.sqlite3") as connection:
        done = set(connection.execute("SELECT app, name FROM django_migrations"))
    connection.close()
    assert done == set(MigrationLoader(None).disk_migrations)
