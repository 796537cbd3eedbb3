"""PostgreSQL is stopped by SIGSTOP: its connections stay open, and nothing ever comes back on them."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import servers
from tests.support.running_site import PROJECT, free_port
from tests.support.servers import Server, wait_until
from tusac_site.operations.environment import SQLITE_OPTIONS
from tusac_site.serving.handler import THREADS
from tusac_site.serving.process import limit_page_statements

PATIENCE = 300
"""Seconds after which this test gives up; without a limit of the server's own nothing would ever come."""


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL of these tests' own, in which databases can be had that are migrated."""
    with servers.postgres(migrated=True) as server:
        yield server


@pytest.fixture
def web(postgres_server: Server, tmp_path: Path) -> Iterator[str]:
    """The address of one web process on a PostgreSQL of its own."""
    url = servers.migrated_database(postgres_server)
    port = free_port()
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    env |= {"DATABASE_URL": url, "TUSAC_VAR": str(tmp_path), "TUSAC_LOG_LEVEL": "ERROR"}
    env["TUSAC_DEBUG"] = "1"  # static files need not be collected
    command = [
        *[sys.executable, "-m", "uvicorn", "tusac_site.asgi:application", "--port", str(port)],
        *["--http", "tusac_site.connections:Patient", "--lifespan", "off"],
    ]
    with (tmp_path / "web.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: get(address + "/")[0] == 200, "a page is there", PATIENCE)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()


def get(address: str, **headers: str) -> tuple[int, str]:
    """Status and body; 0 where nobody listens."""
    asked = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except urllib.error.URLError:
        return 0, ""


@contextlib.contextmanager
def frozen(server: Server) -> Iterator[None]:
    """The server and all its processes, which have groups of their own."""
    assert server.process is not None
    first = server.process.pid
    os.kill(first, signal.SIGSTOP)
    children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii").split()
    processes = [first, *(int(child) for child in children)]
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def test_a_database_that_hangs_gives_503_to_everybody_and_goes_on_when_it_does(
    web: str, postgres_server: Server
) -> None:
    def ask_at_once(count: int) -> list[int]:
        answers: list[int] = []
        pages = [
            threading.Thread(target=lambda: answers.append(get(web + "/")[0])) for _ in range(count)
        ]
        for page in pages:
            page.start()
        for page in pages:
            page.join(PATIENCE)
        return answers

    assert ask_at_once(THREADS) == [200] * THREADS  # each thread keeps a connection from now on
    with frozen(postgres_server):
        assert get(web + "/readyz")[0] == 503
        assert ask_at_once(2 * THREADS) == [503] * (2 * THREADS)
        # By the limit of a page, or sooner by the driver's, where it has to connect anew.
        status, said = get(web + "/")
        assert status == 503
        slow, busy = "The club took too long to answer.", "One moment, please"
        assert said.startswith(slow) or busy in said
        # Without a token the answer would be 401 with no look into the database.
        status, said = get(web + "/api/v1/tables/", Authorization=f"Token {'t' * 43}")
        assert status == 503
        assert json.loads(said)["code"] in ("service.slow", "service.away")
        assert get(web + "/healthz") == (200, "ok")
    wait_until(lambda: get(web + "/")[0] == 200, "pages come back", PATIENCE)
    assert ask_at_once(2 * THREADS) == [200] * (2 * THREADS)


@pytest.mark.parametrize(
    ("entry", "limits"),
    [("tusac_site.asgi", "7s 5s"), ("tusac_site.wsgi", "7s 5s"), ("tusac_site.celery", "0 10s")],
)
def test_a_statement_of_a_page_ends_before_the_page_is_given_up(
    entry: str, limits: str, postgres_server: Server, tmp_path: Path
) -> None:
    asks = (
        f"import {entry}, django; django.setup(); from django.db import connection as c;"
        "said = [c.cursor().execute('SHOW ' + name).fetchone()[0]"
        " for name in ('statement_timeout', 'lock_timeout')]; print(*said)"
    )
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    env |= {"DATABASE_URL": postgres_server.url, "TUSAC_VAR": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-c", asks],
        cwd=PROJECT,
        env=env,
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.split()[-2:] == limits.split()


def test_a_page_on_sqlite_waits_as_long_for_its_one_writer() -> None:
    options: dict[str, Any] = {**SQLITE_OPTIONS}
    limit_page_statements({"ENGINE": "django.db.backends.sqlite3", "OPTIONS": options})
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for pragma in filter(None, options["init_command"].split(";")):
            connection.execute(pragma)
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)
    assert options["timeout"] == 5
