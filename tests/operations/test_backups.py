"""The manual's own commands, run in a shell: a club is backed up, restored on another machine, opened, and plays on."""

import errno
import os
import re
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pytest
from django.conf import settings
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from games import commands as club_commands
from games.engine.rules import VINAGAMES
from games.infrastructure.backup.database import is_empty
from games.infrastructure.backup.sealed_file import (
    Contents,
    Header,
    key_of,
    opened,
    read_header,
    sealed,
)
from games.ledger.queries import trial_balance
from games.log.followers import Follower, catch_up
from games.log.models import Event, FollowerPosition
from games.models import Deal, Player
from tests.support import collected, servers
from tests.support.deals import penalty_seed, running_deal, secret_in, stored_deal
from tests.support.rulings import reverse_the_penalty
from tests.support.running_site import PROJECT, RunningSite
from tusac_site.local.embedded import take_lock
from tusac_site.operations.restoring import CannotRestore
from tusac_site.operations.restoring import restore as put_back

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

MANUAL = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
VENDOR = "PostgreSQL" if "postgresql" in settings.DATABASES["default"]["ENGINE"] else "SQLite"


class NewDatabase(Protocol):
    """Gives an empty database, or a migrated one: its address, None for a file of the club's own."""

    def __call__(self, *, migrated: bool = False) -> str | None: ...


class NewClub(Protocol):
    """Gives another machine, on which there is no club, or a new one without anybody."""

    def __call__(self, *, migrated: bool = False) -> RunningSite: ...


def commands(title: str) -> str:
    """Return the shell commands under a heading of the manual."""
    found = re.search(rf"^### {title}\n.*?^```sh\n(.*?)^```", MANUAL, re.M | re.S)
    assert found is not None
    return found[1]


def run(club: RunningSite, script: str, typed: str = "", **env: str) -> str:
    """Run shell commands as the club's keeper would, with the club's environment; what they print, and how they end."""
    programs = [Path(sys.executable).parent]
    if VENDOR == "PostgreSQL":
        programs.append(servers.postgres_programs())
    path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=PROJECT,
        env={**club.env, "PATH": path, **env},
        input=typed,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    return f"{done.stdout}{done.stderr}exit {done.returncode}"


@pytest.fixture(scope="module")
def new_database() -> Iterator[NewDatabase]:
    """Each call gives a database: a file of the club's own, or one in a PostgreSQL cluster of its own."""
    if VENDOR == "SQLite":
        yield lambda migrated=False: None
        return
    import psycopg

    with servers.postgres(migrated=True) as first, servers.postgres(migrated=True) as second:
        # The first cluster has seen more transactions than the second will for long.
        with psycopg.connect(first.url, autocommit=True) as connection:
            connection.execute(
                "DO $$ BEGIN FOR i IN 1..6000 LOOP"
                " PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
            )
        clusters = iter((first, *[second] * 9))  # the club's own, and those to restore into

        def create(*, migrated: bool = False) -> str:
            server = next(clusters)
            if migrated:
                return servers.migrated_database(server)
            name = f"club_{uuid.uuid4().hex[:8]}"
            with psycopg.connect(server.url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return server.url.rpartition("/")[0] + "/" + name

        yield create


@pytest.fixture(scope="module")
def club(
    tmp_path_factory: pytest.TempPathFactory,
    new_database: NewDatabase,
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[RunningSite]:
    """A club with a deal, a ruling on it, a deal that is played, and a follower that has read some of the log."""
    club = RunningSite(tmp_path_factory.mktemp("club"), new_database(migrated=True))
    club.take_migrated()
    with django_db_blocker.unblock():
        with club.database():
            players = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
            deal = played(penalty_seed(), players)
            reverse_the_penalty(deal, players)
            catch_up(Follower("reader", lambda events: None), limit=20)
            others = [Player.objects.create_user(name) for name in ("em", "giang", "hoa", "lan")]
            running_deal(VINAGAMES, 3, others, name="Bàn 2", moves=4, now=timezone.now())
        yield club


@pytest.fixture(scope="module")
def passphrase(club: RunningSite) -> str:
    """The club's passphrase, as an owner has written it down."""
    with club.database():
        owner = Player.objects.create_user("owner", is_superuser=True)
        return club_commands.make_passphrase(by=owner, known="", now=timezone.now())


class Saved(NamedTuple):
    """A backup, and what was in the club when it was made."""

    file: Path
    events: list[Any]
    chips: dict[Any, int]
    running: int
    secret: str


@pytest.fixture(scope="module")
def saved(club: RunningSite, passphrase: str, tmp_path_factory: pytest.TempPathFactory) -> Saved:
    """A backup of the club, made by the manual's command once, for all who only read it."""
    file = back_up(club, tmp_path_factory.mktemp("saved"))
    with club.database():  # the backup is noted when it is made
        running = Deal.objects.get(ended_at=None)
        return Saved(file, everything()[:-1], trial_balance(), running.pk, secret_in(running))


@pytest.fixture
def elsewhere(tmp_path: Path, new_database: NewDatabase) -> NewClub:
    """Each call gives another machine: a directory and a database of its own, with nothing in them but a new club's
    tables where it is `migrated`."""

    def create(*, migrated: bool = False) -> RunningSite:
        home = tmp_path / uuid.uuid4().hex
        home.mkdir()
        machine = RunningSite(home, new_database(migrated=migrated), new=True)
        if migrated:
            machine.take_migrated()
        else:
            machine.var.mkdir()
        return machine

    return create


@transaction.atomic
def played(seed: int, players: list[Player]) -> Deal:
    """Return a finished and settled deal."""
    return stored_deal(VINAGAMES, seed, players, now=timezone.now())


def seen_by(follower: str) -> list[tuple[str, int]]:
    """Return what the follower reads when it goes on."""
    seen: list[tuple[str, int]] = []
    reader = Follower(follower, lambda events: seen.extend((e.stream, e.version) for e in events))
    while catch_up(reader):
        pass
    return seen


def everything() -> list[Any]:
    return list(Event.objects.order_by("position").values("position", "stream", "version", "hash"))


def back_up(club: RunningSite, tmp_path: Path) -> Path:
    """Return a backup of the club, made by the manual's command."""
    said = run(club, commands("Back up"), BACKUP=str(tmp_path / "club.tusac"))
    assert said.endswith("exit 0"), said
    return tmp_path / "club.tusac"


def restore(machine: RunningSite, backup: Path, typed: str, **env: str) -> str:
    """Restore it by the manual's command; what that says."""
    return run(machine, commands("Restore"), typed, BACKUP=str(backup), **env)


def opened_backup(backup: Path, passphrase: str) -> tuple[Header, bytes, Contents, bytes]:
    """Return what is in a backup: its header, its key, what is in front of the database, and that."""
    with backup.open("rb") as file:
        header, line = read_header(file)
        key = key_of(header, passphrase)
        contents, database = opened(file, line, key)
        return header, key, contents, b"".join(database)


def test_the_commands_of_the_manual_bring_the_club_back_on_another_machine(
    club: RunningSite, passphrase: str, saved: Saved, elsewhere: NewClub
) -> None:
    backup, before, chips, running, secret = saved
    restored = elsewhere()
    said = restore(restored, backup, passphrase)
    assert said.endswith("exit 0"), said
    assert "The log is whole." in said and "Compared with the checkpoint of" in said
    assert "The ledger is right" in said and "The club is restored as it was on" in said
    for name in ("secret_key", "deal_key", "log_key"):
        kept = restored.var / name
        assert kept.read_text().strip() == (club.var / name).read_text().strip()
        assert kept.stat().st_mode & 0o077 == 0

    with restored.database():
        assert everything() == before
        assert trial_balance() == chips
        assert secret_in(Deal.objects.get(pk=running)) == secret
        # The follower misses nothing and meets nothing twice, and the next deal is played.
        assert FollowerPosition.objects.get(follower="reader").position == before[19]["position"]
        assert seen_by("reader") == [(one["stream"], one["version"]) for one in before[20:]]
        deal = played(1, list(Player.objects.order_by("pk")[:4]))
        assert seen_by("reader") == [(deal.stream, number + 1) for number in range(deal.version)]
    assert "The log is whole." in run(restored, "python manage.py verify_log")
    collected.static_files(restored.var)
    restored.launch()
    try:
        servers.wait_until(
            lambda: "Tusac is running" in restored.console() or not restored.running, "it opens"
        )
        assert restored.running, restored.console()
        assert restored.get("/")[0] == restored.get("/log/")[0] == 200
    finally:
        restored.stop()


def test_a_club_that_is_there_is_not_overwritten_unless_one_says_so(
    passphrase: str, saved: Saved, elsewhere: NewClub
) -> None:
    backup = saved.file
    other = elsewhere(migrated=True)
    other.manage("log_key", "--out", str(other.var / "log_key"))
    with other.database():
        Player.objects.create_user("somebody-else")
    keys = (other.var / "deal_key").read_text()
    said = restore(other, backup, passphrase)
    assert "There is a club here already, and nothing was changed." in said and "exit 1" in said
    with other.database():
        assert Player.objects.filter(username="somebody-else").exists()
    assert (other.var / "deal_key").read_text() == keys

    said = run(other, f"python manage.py restore --over {backup}", passphrase)
    assert said.endswith("exit 0"), said
    with other.database():
        assert not Player.objects.filter(username="somebody-else").exists()
        assert Player.objects.filter(username="an").exists()
    assert [one.read_text() for one in other.var.glob("deal_key.before-*")] == [keys]
    if VENDOR == "SQLite":
        (kept,) = other.var.glob("before-restore-*/tusac.sqlite3")
        assert "kept in" in said and str(kept.parent) in said
    assert "has signed more of the log" not in said

    with other.database():
        played(5, list(Player.objects.order_by("pk")[:4]))
    other.manage("checkpoint")
    said = run(other, f"python manage.py restore --over {backup}", passphrase)
    assert "has signed more of the log than the backup contains" in said and said.endswith("exit 0")


def test_what_cannot_be_restored_is_refused_in_a_sentence_and_leaves_nothing_behind(
    passphrase: str,
    saved: Saved,
    elsewhere: NewClub,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backup = saved.file
    header, key, contents, database = opened_backup(backup, passphrase)
    whole = backup.read_bytes()
    newer = replace(header, migrations={**header.migrations, "games": 9999})
    unknown = replace(header, migrations={**header.migrations, "tea": 1})
    other = replace(header, database="postgresql" if VENDOR == "SQLite" else "sqlite")
    machine = elsewhere()
    before = sorted(path.name for path in machine.var.iterdir())

    def said(file: bytes, typed: str = passphrase) -> str:
        bad = tmp_path / "bad.tusac"
        bad.write_bytes(file)
        return refusal(bad, typed)

    def refusal(bad: Path, typed: str) -> str:
        here = override_settings(VAR_DIR=machine.var)
        with machine.database(), here, pytest.raises(CannotRestore) as refused:
            put_back(bad, ask=lambda _paper: typed, over=False, now=timezone.now())
        return str(refused.value)

    def made(header: Header) -> bytes:
        return b"".join(sealed(header, key, contents, [database]))

    assert "A newer version of Tusac made this backup. Update" in said(made(newer))
    assert "A newer version of Tusac" in said(made(unknown))
    assert "A newer version of Tusac" in said(
        whole.replace(b"tusac-backup 1 ", b"tusac-backup 2 ", 1)
    )
    assert "This is a backup of a club on" in said(made(other))
    assert "These digits do not open the backup" in said(whole, "1234 " * 6)
    assert "This backup is not complete" in said(whole[:-1])
    assert "This backup is not complete" in said(b"hello\n")
    assert "No such file" in refusal(tmp_path / "none.tusac", passphrase)
    if VENDOR == "SQLite":

        def no_space(_file: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as full:
            full.setattr("os.fsync", no_space)
            assert "The disk is full" in said(whole)
    assert sorted(path.name for path in machine.var.iterdir()) == before
    if VENDOR == "PostgreSQL":
        with machine.database():
            assert is_empty()


def test_a_backup_that_is_not_whole_takes_no_place(
    club: RunningSite, passphrase: str, saved: Saved, elsewhere: NewClub, tmp_path: Path
) -> None:
    """Its database is older than its checkpoint: somebody has put them together."""
    header, key, contents, database = opened_backup(saved.file, passphrase)
    with club.database():
        played(2, list(Player.objects.order_by("pk")[:4]))
    later = opened_backup(back_up(club, tmp_path), passphrase)[2]
    mixed = replace(contents, checkpoint=later.checkpoint)
    (tmp_path / "mixed.tusac").write_bytes(b"".join(sealed(header, key, mixed, [database])))
    machine = elsewhere()
    said = restore(machine, tmp_path / "mixed.tusac", passphrase)
    assert (
        "The backup is not complete:" in said and "The log is shorter" in said and "exit 1" in said
    )
    assert not (machine.var / "tusac.sqlite3").exists() and not (machine.var / "log_key").exists()
    assert ("Don't start the club from this database." in said) is (VENDOR == "PostgreSQL")


@pytest.mark.only_on("sqlite3")
def test_a_club_that_runs_is_not_restored_over(
    passphrase: str, saved: Saved, elsewhere: NewClub
) -> None:
    machine = elsewhere()
    with take_lock(machine.var, "http://127.0.0.1:1/"):
        said = restore(machine, saved.file, passphrase)
    assert "The club is running here. Stop it first" in said
    assert not (machine.var / "tusac.sqlite3").exists()


@pytest.mark.only_on("sqlite3")
def test_keys_that_the_environment_holds_are_written_down_to_be_set(
    club: RunningSite, passphrase: str, saved: Saved, elsewhere: NewClub
) -> None:
    machine = elsewhere()
    said = restore(machine, saved.file, passphrase, SECRET_KEY="k" * 50)
    assert "This machine reads keys from its environment" in said, said
    told = machine.var / "restored_keys.env"
    assert told.read_text() == f"SECRET_KEY={(club.var / 'secret_key').read_text()}\n"
    assert told.stat().st_mode & 0o077 == 0


@pytest.mark.only_on("sqlite3")
def test_before_there_is_a_passphrase_a_backup_opens_with_the_clubs_own_keys_alone(
    elsewhere: NewClub, tmp_path: Path
) -> None:
    first, other = elsewhere(migrated=True), elsewhere()
    said = run(first, commands("Back up"), BACKUP=str(tmp_path / "club.tusac"))
    assert "No passphrase has been made yet" in said and said.endswith("exit 0")
    said = restore(other, tmp_path / "club.tusac", "")
    assert "opens only where the club's keys are" in said and "exit 1" in said
    for name in ("secret_key", "deal_key", "log_key"):
        shutil.copy(first.var / name, other.var / name)
    said = restore(other, tmp_path / "club.tusac", "")
    assert said.endswith("exit 0"), said
    assert "The club is restored" in said
