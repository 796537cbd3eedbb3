"""The owner's page of backups: a passphrase that is shown once, and the whole club in a file that it opens."""

import errno
import re
import shutil
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.acts import gather
from games.club.backups import BackupPassphraseMade
from games.commands import keep_night, make_checkpoint, record
from games.engine.rules import VINAGAMES
from games.infrastructure.backup.passphrase import (
    WrongPassphrase,
    new_envelope,
    new_passphrase,
)
from games.infrastructure.backup.sealed_file import (
    BadBackup,
    Contents,
    Header,
    OtherKeys,
    key_of,
    new_key,
    opened,
    read_header,
    sealed,
)
from games.infrastructure.backup.shelf import keep_newest
from games.log import read
from games.models import Player
from games.queries.club.house import current_club
from tests.support.deals import running_deal
from tests.support.play_pages import browser
from tests.support.refused import refused_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

PAGE = "/club/backup/"
WRONG = "0000 " * 6


class Opened(NamedTuple):
    """A backup that was opened."""

    header: Header
    contents: Contents
    database: bytes


@pytest.fixture(autouse=True)
def by_utc(settings: Any) -> None:
    """The night of these tests begins at three o'clock of UTC, wherever the club is."""
    settings.TIME_ZONE, settings.TUSAC_TIME_ZONE_IS_FIXED = "UTC", True


@pytest.fixture(autouse=True)
def shelf(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "backups"


@pytest.fixture
def owner() -> Client:
    return browser(Player.objects.create_user("owner", is_superuser=True))


def known() -> str:
    made = current_club().state.backups.passphrase
    return made.public if made else ""


def made(owner: Client) -> str:
    """Return the passphrase that the page shows when it has one made."""
    answer = owner.post(PAGE, {"act": "make", "known": known()})
    assert answer.status_code == 200 and answer["Cache-Control"].startswith("max-age=0")
    groups = re.findall(r"<code>(\d{4})</code>", answer.content.decode())
    assert len(groups) == 6
    make_checkpoint(now=timezone.now())  # a press makes one where there is news
    return " ".join(groups)


def taken(owner: Client) -> bytes:
    answer: Any = owner.post(PAGE, {"act": "save"})
    assert answer.status_code == 200
    assert re.fullmatch(
        r'attachment; filename="club-\d{4}-\d\d-\d\d\.tusac"', answer["Content-Disposition"]
    )
    return b"".join(answer.streaming_content)


def open_it(file: bytes, digits: str) -> Opened:
    source = BytesIO(file)
    header, line = read_header(source)
    contents, database = opened(source, line, key_of(header, digits))
    return Opened(header, contents, b"".join(database))


def acts() -> str:
    gather()
    return browser().get("/club/staff/").content.decode()


def test_the_passphrase_is_shown_once_and_kept_nowhere(owner: Client) -> None:
    assert "There is no backup yet." in owner.get(PAGE).content.decode()
    digits = made(owner)
    page = owner.get(PAGE).content.decode()
    assert digits not in page and "Save the club in a file" in page
    stored = str([(one.payload, one.metadata) for one in read("club")])
    assert digits not in stored and digits.replace(" ", "") not in stored
    assert "made a new passphrase" in acts()

    again = {"act": "make", "known": ""}  # the browser sends the form once more
    refused_page(owner, "backup.new-passphrase", "post", PAGE, data=again)
    wide = "".join(chr(ord(one) + 0xFEE0) if one.isdigit() else "・" for one in digits)
    for typed in (digits, digits.replace(" ", ""), wide):
        assert owner.post(PAGE, {"act": "try", "digits": typed}).status_code == 303
    for typed in (WRONG, "", "x", digits[:-1]):
        said = {"act": "try", "digits": typed}
        refused_page(owner, "backup.wrong-passphrase", "post", PAGE, data=said)


@pytest.mark.django_db(transaction=True)  # the copy holds what is committed
def test_one_press_gives_the_whole_club_which_the_paper_alone_opens(owner: Client) -> None:
    for said in ({"act": "save"}, {"act": "try", "digits": WRONG}):
        refused_page(owner, "backup.no-passphrase", "post", PAGE, data=said)
    people = [Player.objects.create_user(name) for name in ("an", "binh")]
    running_deal(VINAGAMES, 3, people, moves=2)
    digits = made(owner)
    file = taken(owner)
    with pytest.raises(WrongPassphrase):
        open_it(file, WRONG)
    found = open_it(file, digits)
    assert found.contents.keys.keys() >= {"SECRET_KEY", "TUSAC_DEAL_KEY", "TUSAC_LOG_KEY"}
    assert found.contents.checkpoint and found.contents.log_key
    begins = b"PGDMP" if connection.vendor == "postgresql" else b"SQLite format 3"
    assert found.database.startswith(begins)
    if connection.vendor == "sqlite":
        assert b'"hands"' in found.database  # so the database is what must not be read
    assert b"hands" not in file and b"PRIVATE" not in file
    page = owner.get(PAGE).content.decode()
    assert "The last backup was made on" in page and "three days ago" not in page
    assert "saved the whole club in a file" in acts()


def test_it_is_in_the_log_before_the_first_byte_leaves(owner: Client) -> None:
    made(owner)
    answer: Any = owner.post(PAGE, {"act": "save"})
    assert [one.name for one in read("club")][-1] == "club.backup-made"
    assert b"".join(
        answer.streaming_content
    )  # to its end: an answer closed by hand closes the test's connection


def test_a_new_passphrase_opens_what_is_made_from_then_on(owner: Client) -> None:
    first = made(owner)
    old = taken(owner)
    second = made(owner)
    new = taken(owner)
    assert open_it(old, first).database and open_it(new, second).database
    for file, digits in ((old, second), (new, first)):
        with pytest.raises(WrongPassphrase):
            open_it(file, digits)


def test_a_passphrase_that_was_put_into_the_log_by_nobody_locks_nothing(owner: Client) -> None:
    digits = made(owner)
    envelope = new_envelope(WRONG)
    forged = BackupPassphraseMade(envelope.public, envelope.private, envelope.salt)
    record(forged, now=datetime.now(UTC))  # no owner's act
    assert open_it(taken(owner), digits).contents.keys


@pytest.mark.only_on("sqlite3")  # a copy of PostgreSQL passes by the disk
def test_on_a_full_disk_a_press_is_answered_in_a_sentence_and_nothing_is_half_done(
    owner: Client, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(owner)
    usage = shutil.disk_usage(shelf.parent)._replace(free=1000)
    monkeypatch.setattr("shutil.disk_usage", lambda _place: usage)
    refused_page(owner, "backup.no-room", "post", PAGE, data={"act": "save"})
    assert list(shelf.iterdir()) == []


def test_a_disk_that_fills_up_while_the_night_is_kept_leaves_nothing_half_done(
    owner: Client, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(owner)
    before = [one.version for one in read("club")]

    def no_space(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    assert not keep_night(now=datetime(2026, 5, 1, 12, tzinfo=UTC))
    assert [one.version for one in read("club")] == before
    assert list(shelf.iterdir()) == []


def test_where_the_program_for_the_copy_is_missing_or_fails_it_is_said(
    owner: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made(owner)
    from games.infrastructure.backup.database import Failed, NoProgram

    def lacks(_place: Path) -> Any:
        raise NoProgram("pg_dump")

    def fails(_place: Path) -> Any:
        raise Failed("server version mismatch")

    for copy, code in ((lacks, "backup.no-program"), (fails, "backup.failed")):
        monkeypatch.setattr("games.commands.club.backups.copied", copy)
        refused_page(owner, code, "post", PAGE, data={"act": "save"})
    assert [one.name for one in read("club")] == ["club.backup-passphrase-made"]


def test_owners_are_warned_when_the_last_one_is_older_than_three_days(owner: Client) -> None:
    made(owner)
    taken(owner)
    words = "The club has had no backup for more than three days."
    assert words not in owner.get("/club/alarms/").content.decode()
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3, minutes=1)):
        owner.get("/")
        owner.force_login(Player.objects.get(username="owner"))
        assert words in owner.get("/club/alarms/").content.decode()
        page = owner.get(PAGE).content.decode()
        assert "That is more than three days ago. Make one now." in page


def test_the_club_keeps_the_last_seven_nights_of_itself(owner: Client, shelf: Path) -> None:
    digits = made(owner)
    evening = datetime.now(UTC).replace(hour=20, minute=0)
    for night in range(9):
        now = evening + timedelta(days=night)
        with time_machine.travel(now):
            assert not keep_night(now=now.replace(hour=2)) or night == 0
            assert keep_night(now=now)
            assert not keep_night(now=now + timedelta(hours=1))  # it is kept already
    names = sorted(path.name for path in shelf.iterdir())
    days = [(evening + timedelta(days=night)).date() for night in range(2, 9)]
    assert names == [f"night-{day}.tusac" for day in days]
    assert all(path.stat().st_mode & 0o077 == 0 for path in shelf.iterdir())
    assert open_it((shelf / names[-1]).read_bytes(), digits).contents.keys
    assert owner.get(PAGE).content.decode().count("<li>") >= 7
    assert "saved the whole club" not in acts()  # nobody did


def test_a_timer_keeps_the_newest_of_its_directory_and_owners_see_when_it_ran(
    owner: Client, tmp_path: Path
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "club-of-my-own.tusac").touch()
    for day in range(1, 5):
        with time_machine.travel(datetime(2026, 5, day, 12, tzinfo=UTC)):
            for _ in range(2):  # whatever starts it again
                call_command("backup", str(disk), keep=2)
            assert f"{day} May 2026" in owner.get(PAGE).content.decode()
    names = sorted(path.name for path in disk.iterdir())
    assert names == ["club-2026-05-03.tusac", "club-2026-05-04.tusac", "club-of-my-own.tusac"]
    for place, keep in (((str(disk),), 0), ((str(disk / "missing"),), 2), ((), 2)):
        with pytest.raises(CommandError, match="With --keep, name a directory"):
            call_command("backup", *place, keep=keep)


def test_what_is_named_after_a_day_to_come_or_none_takes_no_place_of_a_backup(
    tmp_path: Path,
) -> None:
    strange = ["club-2099-01-01.tusac", "club-2026-99-99.tusac", "club-20260501.tusac"]
    for name in (*strange, "club-2026-04-30.tusac", "club-2026-05-01.tusac"):
        (tmp_path / name).touch()
    (tmp_path / "club-2026-05-02.tusac").mkdir()
    keep_newest(tmp_path, 1, date(2026, 5, 1))
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*strange, "club-2026-05-01.tusac", "club-2026-05-02.tusac"}


def test_before_a_passphrase_is_made_no_key_is_in_what_the_night_keeps(
    shelf: Path, settings: Any
) -> None:
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    with time_machine.travel(now):
        assert keep_night(now=now)
    (kept,) = shelf.iterdir()
    said = open_it(kept.read_bytes(), "")
    assert said.contents.keys == {} and said.database
    settings.TUSAC_DEAL_KEYS = ["another club's key of the deals"]
    with pytest.raises(OtherKeys):
        open_it(kept.read_bytes(), "")


def test_whatever_is_changed_cut_off_or_put_elsewhere_in_a_file_it_is_no_backup() -> None:
    digits = new_passphrase()
    envelope = new_envelope(digits)
    key, locked = new_key(envelope)
    header = Header("2026-05-01T12:00:00+00:00", "http://x", "sqlite", {}, locked, envelope)
    database = bytes(range(256)) * 4096 + Random(1).randbytes(600_000)
    pieces = list(sealed(header, key, Contents("", ""), [database[:70], database[70:]]))
    assert len(pieces) > 3
    assert open_it(b"".join(pieces), digits).database == database

    def read_all(file: bytes) -> bytes:
        source = BytesIO(file)
        return b"".join(opened(source, read_header(source)[1], key)[1])

    def swapped(first: int, second: int) -> bytes:
        order = list(pieces)
        order[first], order[second] = order[second], order[first]
        return b"".join(order)

    whole = b"".join(pieces)
    other = pieces[0].replace(b"http://x", b"http://y")
    cut = [b"".join(pieces[:-1]), whole[:-1], whole[:200], pieces[0], b"", whole + b"x"]
    flipped = [
        whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        for at in range(len(pieces[0]), len(whole), 90_001)
    ]
    for bad in (*cut, *flipped, swapped(1, 2), b"".join([other, *pieces[1:]])):
        with pytest.raises(BadBackup):
            read_all(bad)
