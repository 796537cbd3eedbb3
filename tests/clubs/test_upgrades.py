"""An upgrade of all clubs: what fails in one keeps no other waiting, and its database of before is kept."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tusac_site.local.club import CannotStart, Club
from tusac_site.local.clubs import commands, small
from tusac_site.local.clubs.folder import ClubFolder, Clubs
from tusac_site.local.clubs.small import SmallClub
from tusac_site.local.embedded import private_directory


@pytest.fixture
def clubs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clubs:
    """Three clubs, none of which runs."""
    clubs = Clubs(tmp_path / "clubs")
    monkeypatch.setenv("TUSAC_CLUBS", str(clubs.path))
    for name in ("an", "binh", "chi"):
        clubs.add(name, f"{name}.example")
    return clubs


@pytest.mark.parametrize("is_wanted", [True, False])
def test_a_club_with_bad_settings_keeps_no_other_from_an_upgrade_or_from_being_added(
    clubs: Clubs, is_wanted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    an = clubs.club("an")
    an.want(running=is_wanted)
    with (an.path / "club.env").open("a") as file:
        file.write("REDIS_URL=redis://127.0.0.1/0\n")
    assert commands.main(["upgrade"]) == int(is_wanted)
    said = capsys.readouterr().out
    assert "leaves out a club: " in said and "leave REDIS_URL out" in said
    assert ("an is not started: " in said) is is_wanted
    assert "binh is not started" not in said
    assert commands.main(["add", "dung", "--host=dung.example"]) == 0
    assert "leave REDIS_URL out" in capsys.readouterr().out
    written = (clubs.path / "Caddyfile").read_text()
    assert [
        name for name in ("an", "binh", "chi", "dung") if f"\n{name}.example {{" in written
    ] == [*("binh", "chi", "dung")]


def test_each_club_of_an_upgrade_has_its_own_time(
    clubs: Clubs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return now

        @staticmethod
        def sleep(_seconds: float) -> None:
            nonlocal now
            now += 10

    def serves(club: ClubFolder, _then: int) -> bool:
        return now >= {"an": 400, "binh": 800, "chi": 2000}[club.name]

    monkeypatch.setattr(commands, "time", Clock)
    monkeypatch.setattr(commands, "_serves", serves)
    monkeypatch.setattr(commands, "held_by", lambda _path: 1)
    assert commands._started(clubs, clubs.all()) == 1
    said = capsys.readouterr().out
    assert "an is running" in said and "binh is running" in said and "chi has not started" in said


def mark(database: Path, number: int) -> None:
    """Have a database tell itself from the same one at another time."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute(f"PRAGMA user_version = {number}")


def mark_of(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("PRAGMA user_version").fetchone()[0])


def test_the_database_of_before_is_kept_however_often_new_versions_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    var = private_directory(tmp_path / "an" / "var")
    database, copy = var / "tusac.sqlite3", var / "before-upgrade.sqlite3"
    mark(database, 1)

    def prepare(version: str, *, fails: bool = False) -> None:
        def half(_club: Club, _env: Mapping[str, str]) -> None:
            mark(database, 2)
            if fails:
                raise CannotStart

        monkeypatch.setattr(Club, "_prepare", half)
        monkeypatch.setattr(small, "__version__", version)
        SmallClub(var)._prepare({})

    for version in ("1.1", "1.1", "1.2"):
        with pytest.raises(CannotStart):
            prepare(version, fails=True)
    assert mark_of(copy) == 1
    prepare("1.3")
    assert mark_of(copy) == 1
    mark(database, 3)
    prepare("1.4")
    assert mark_of(copy) == 3
