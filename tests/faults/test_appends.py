"""Many processes write while one of them and the server are killed: nothing is lost, nothing comes twice."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dj_database_url
import pytest

from tests.support import servers
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until
from tusac_site.operations.environment import SQLITE_OPTIONS

Row = tuple[str, int, str]

STORED = "SELECT stream, version, command_id FROM log_event"


class Writers:
    """So many processes at work, and what each of them was told to be stored."""

    def __init__(
        self, database: dict[str, Any], home: Path, processes: int, streams: int, appends: int
    ) -> None:
        self.home = home
        self.processes = processes
        self.appends = appends
        self._command = [
            *[sys.executable, "-m", "tests.support.log_writers", json.dumps(database), str(home)],
            *map(str, (processes, streams, appends)),
        ]
        self._check = [*self._command[:-3], "0", "0", "0"]
        self._started = subprocess.Popen(self._command, cwd=PROJECT)

    def acknowledged(self, me: int) -> list[Row]:
        """Return what this writer has been told to be stored, so far."""
        with contextlib.suppress(FileNotFoundError):
            lines = (self.home / f"{me}.acks").read_text(encoding="utf-8").splitlines(keepends=True)
            # A line that a kill cut off was never written to its end.
            return [tuple(json.loads(one)) for one in lines if one.endswith("]\n")]
        return []

    def counted(self, what: str) -> int:
        """Return how many races were lost, or connections broken, by those who came to their end."""
        ends = (path.read_text().splitlines()[-1] for path in self.home.glob("*.acks"))
        return sum(json.loads(end)[what] for end in ends if end.startswith("{"))

    def wait_for(self, me: int, acks: int) -> None:
        wait_until(lambda: len(self.acknowledged(me)) >= acks, f"writer {me} has {acks} acks")

    def kill(self, me: int) -> None:
        """End one writer as a power cut would."""
        os.kill(int((self.home / f"{me}.pid").read_text()), signal.SIGKILL)

    def finish(self) -> None:
        assert self._started.wait(120) == 0

    def broken_chains(self) -> str:
        """Return what verification finds."""
        asked = subprocess.run(
            self._check, cwd=PROJECT, capture_output=True, check=True, encoding="utf-8"
        )
        return asked.stdout


def nothing_is_lost_nothing_comes_twice(writers: Writers, killed: int, stored: list[Row]) -> None:
    told = {me: writers.acknowledged(me) for me in range(writers.processes)}
    for me, rows in told.items():
        assert me == killed or len(rows) == writers.appends
    acknowledged = [row for rows in told.values() for row in rows]
    winners = Counter((stream, version) for stream, version, _ in acknowledged)
    assert set(winners.values()) == {1}
    assert set(acknowledged) <= set(stored)
    # What was stored without an answer is at most the killed writer's last append.
    unanswered = set(stored) - set(acknowledged)
    assert len(unanswered) <= 1
    assert all(command.startswith(f"{killed}-") for _, _, command in unanswered)
    assert max(Counter(command for _, _, command in stored).values()) == 1
    versions = defaultdict(list)
    for stream, version, _ in stored:
        versions[stream].append(version)
    for found in versions.values():
        assert sorted(found) == list(range(1, len(found) + 1))
    assert writers.counted("lost") > 0  # they did meet
    assert writers.broken_chains() == ""


@pytest.mark.only_on("postgresql")
class TestOnPostgreSQL:
    @pytest.fixture
    def server(self) -> Iterator[servers.Server]:
        """One of its own, for it will crash."""
        with servers.postgres() as server:
            yield server

    @pytest.fixture
    def ask(self, server: servers.Server) -> Callable[[str], list[Any]]:
        import psycopg

        def ask(sql: str) -> list[Any]:
            with psycopg.connect(server.url) as connection:
                return connection.execute(sql).fetchall()

        return ask

    def test_sixteen_processes_write_five_hundred_events_each_while_the_server_crashes(
        self, server: servers.Server, ask: Callable[[str], list[Any]], tmp_path: Path
    ) -> None:
        database = dict(dj_database_url.parse(server.url))
        writers = Writers(database, tmp_path, processes=16, streams=50, appends=500)
        writers.wait_for(0, 20)
        writers.kill(0)
        writers.wait_for(1, 150)
        # A backend that dies by SIGKILL takes the whole server with it into its recovery.
        ((backend,),) = ask(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND pid <> pg_backend_pid() LIMIT 1"
        )
        os.kill(backend, signal.SIGKILL)
        writers.finish()
        assert writers.counted("broken") > 0
        nothing_is_lost_nothing_comes_twice(writers, 0, ask(STORED))


@pytest.mark.only_on("sqlite3")
def test_four_processes_write_on_sqlite_while_one_of_them_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": SQLITE_OPTIONS,
    }
    # So many that none comes to its end before it is killed.
    writers = Writers(database, tmp_path, processes=4, streams=5, appends=600)
    writers.wait_for(0, 20)
    writers.kill(0)
    writers.finish()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        nothing_is_lost_nothing_comes_twice(writers, 0, connection.execute(STORED).fetchall())
