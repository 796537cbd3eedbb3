"""The manual's own commands, run in a shell: a club is backed up, restored elsewhere, verified, and plays on."""

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.ledger.queries import trial_balance
from games.log import read_all
from games.log.followers import Follower, catch_up
from games.log.models import Event, FollowerPosition
from games.models import Deal, Player
from tests.support import servers
from tests.support.deals import penalty_seed, stored_deal
from tests.support.rulings import reverse_the_penalty
from tests.support.running_site import PROJECT, RunningSite

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

MANUAL = (PROJECT / "docs" / "operations.md").read_text(encoding="utf-8")
VENDOR = "PostgreSQL" if "postgresql" in settings.DATABASES["default"]["ENGINE"] else "SQLite"

NewDatabase = Callable[[], str | None]


def commands(title: str) -> str:
    """Return the shell commands under a heading of the manual."""
    found = re.search(rf"^### {title}\n.*?^```sh\n(.*?)^```", MANUAL, re.M | re.S)
    assert found is not None
    return found[1]


def run(club: RunningSite, backup: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run shell commands as the club's keeper would, with the club's environment."""
    programs = [Path(sys.executable).parent]
    if VENDOR == "PostgreSQL":
        programs.append(servers.postgres_programs())
    path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
    return subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=PROJECT,
        env={**club.env, "PATH": path, "BACKUP": str(backup), "SECRET_KEY": "a club's own key"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def new_database() -> Iterator[NewDatabase]:
    """Each call gives an empty database: a file of the club's own, or one in a PostgreSQL cluster of its own."""
    if VENDOR == "SQLite":
        yield lambda: None
        return
    import psycopg

    with servers.postgres() as first, servers.postgres() as second:
        # The first cluster has seen more transactions than the second will for long.
        with psycopg.connect(first.url, autocommit=True) as connection:
            connection.execute(
                "DO $$ BEGIN FOR i IN 1..6000 LOOP"
                " PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
            )
        clusters = iter((first, second, second))  # the club's own, and two to restore into

        def create() -> str:
            server = next(clusters)
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
    """A club with a deal, a ruling on it, and a follower that has read some of the log."""
    club = RunningSite(tmp_path_factory.mktemp("club"), new_database())
    club.var.mkdir()
    with django_db_blocker.unblock():
        club.manage("migrate", "--verbosity=0")
        with club.database():
            players = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
            deal = played(penalty_seed(), players)
            reverse_the_penalty(deal, players)
            catch_up(Follower("reader", lambda events: None), limit=20)
        yield club


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


def test_the_commands_of_the_manual_bring_the_club_back(
    club: RunningSite, new_database: NewDatabase, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    backup.mkdir()
    saved = run(club, backup, commands(f"Back up {VENDOR}"))
    assert saved.returncode == 0, saved.stdout + saved.stderr
    with club.database():
        before = list(
            Event.objects.order_by("position").values("position", "stream", "version", "hash")
        )
        chips = trial_balance()

    home = tmp_path / "elsewhere"
    home.mkdir()
    restored = RunningSite(home, new_database())
    restored.var.mkdir()
    said = run(restored, backup, commands(f"Restore {VENDOR}"))
    assert said.returncode == 0, said.stdout + said.stderr
    assert "The log is whole." in said.stdout
    assert "Compared with the checkpoint of" in said.stdout
    assert "The ledger is right" in said.stdout
    if VENDOR == "PostgreSQL":
        assert "numbers of this cluster now" in said.stdout

    with restored.database():
        after = list(
            Event.objects.order_by("position").values("position", "stream", "version", "hash")
        )
        assert after == before
        assert trial_balance() == chips
        # The follower misses nothing and meets nothing twice, and the next deal is played.
        assert FollowerPosition.objects.get(follower="reader").position == before[19]["position"]
        assert seen_by("reader") == [(one["stream"], one["version"]) for one in before[20:]]
        deal = played(1, list(Player.objects.order_by("pk")[:4]))
        assert seen_by("reader") == [(deal.stream, number + 1) for number in range(deal.version)]
        assert len(read_all(limit=10_000)) == len(before) + deal.version
    again = run(
        restored,
        backup,
        'python manage.py verify_log --against "$BACKUP/checkpoint.note" --key "$(cat "$BACKUP/log_key.pub")"\n'
        "python manage.py check_ledger",
    )
    assert again.returncode == 0, again.stdout + again.stderr


def test_a_backup_from_before_the_checkpoint_is_not_taken_for_whole(
    club: RunningSite, new_database: NewDatabase, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    backup.mkdir()
    assert run(club, backup, commands(f"Back up {VENDOR}")).returncode == 0
    with club.database():
        played(1, list(Player.objects.order_by("pk")[:4]))
    (backup / "checkpoint.note").unlink()
    checkpoint = commands(f"Back up {VENDOR}").splitlines()[0]
    assert run(club, backup, checkpoint).returncode == 0

    home = tmp_path / "elsewhere"
    home.mkdir()
    restored = RunningSite(home, new_database())
    restored.var.mkdir()
    said = run(restored, backup, commands(f"Restore {VENDOR}"))
    assert said.returncode != 0
    assert re.search(r"The log is shorter", said.stdout)
