"""The whole club as a user starts it, in a directory and on a port of its own."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections
from django.test import override_settings

from tests.support import collected, migrated
from tests.support.servers import wait_until
from tusac_site.local.embedded import own_secret

PROJECT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """Return a TCP port on 127.0.0.1 that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningSite:
    """A supervisor with all its children: real uvicorn, worker, beat and broker.

    `base_url` has no slash at its end; `passwords` maps the demo club's logins to passwords, and `sessions` those that
    a browser has logged in to what it stores. `command` starts it, in `folder`. Its SQLite database is a copy of a
    migrated one and its static files are copies, unless it is `new`.
    """

    command: tuple[str, ...] = (sys.executable, "-m", "tusac_site.local")
    folder = PROJECT

    def __init__(self, home: Path, database_url: str | None = None, *, new: bool = False) -> None:
        self.home = home
        self.new = new
        self.var = home / "var"
        self.port = free_port()
        self.base_url = f"http://127.0.0.1:{self.port}"
        self.opener = urllib.request.build_opener()
        self.passwords: dict[str, str] = {}
        self.sessions: dict[str, Any] = {}
        outside = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "TUSAC_SITE")
        self.env = {name: value for name, value in os.environ.items() if name not in outside}
        self.env |= {"TUSAC_VAR": str(self.var), "PORT": str(self.port), "TUSAC_DEMO": "1"}
        self.env |= {"HOST": "127.0.0.1"}  # the machine of a test lets nobody in
        self.env |= {"TUSAC_LOG_SIGNED": str(self.var / "signed")}  # and nothing of it in a home
        if database_url:
            self.env["DATABASE_URL"] = database_url
        self.output = home / "console.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the club and wait for the line that says where to open the browser."""
        self.launch()
        wait_until(
            lambda: "Tusac is running" in self.console() or not self.running,
            "the club starts",
        )
        if not self.running:
            raise RuntimeError(f"the club did not start:\n{self.console()}")
        text = (self.var / "demo_accounts.txt").read_text(encoding="utf-8")
        self.passwords = dict(re.findall(r"^\w+\s+(\w+)\s+(\S+)$", text, flags=re.M))

    def launch(self) -> None:
        """Start the supervisor, and wait for nothing."""
        if not self.new:
            self._copy_migrated()
            collected.static_files(self.var)
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    @property
    def running(self) -> bool:
        """Return whether the supervisor is alive."""
        return self.process is not None and self.process.poll() is None

    def console(self) -> str:
        """Return what the supervisor has printed."""
        return self.output.read_text(encoding="utf-8") if self.output.exists() else ""

    def log(self, name: str) -> str:
        """Return the log of one process: web, worker, beat, broker or prepare."""
        return (self.var / "log" / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def get(self, path: str) -> tuple[int, str]:
        """GET a path as a stranger; status and body. Raises OSError where nobody answers."""
        with urllib.request.urlopen(self.base_url + path, timeout=60) as answer:
            return answer.status, answer.read().decode()

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run `manage.py …` against this club; its standard output."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def take_migrated(self) -> None:
        """Have a new club's tables and its key for deals, without starting it.

        A SQLite database is a copy; another was given as one.
        """
        own_secret(self.var, "deal_key")
        self._copy_migrated()

    def _copy_migrated(self) -> None:
        database = self.var / "tusac.sqlite3"
        if not ("DATABASE_URL" in self.env or database.exists()):
            migrated.sqlite(database)

    @contextlib.contextmanager
    def database(self) -> Iterator[None]:
        """Within this block the ORM of the test process works on this club's database.

        Not together with the `db` fixture. Transactions commit; the servers see them at once.
        """
        import dj_database_url

        ours: dict[str, Any] = connections.settings["default"]
        outer = connections["default"]
        if "DATABASE_URL" in self.env:
            target: dict[str, Any] = dict(dj_database_url.parse(self.env["DATABASE_URL"]))
        else:
            target = {"NAME": str(self.var / "tusac.sqlite3")}
        connections.settings["default"] = {**ours, **target, "OPTIONS": ours["OPTIONS"]}
        connections["default"] = connections.create_connection("default")
        key = self.var / "deal_key"
        keys = [key.read_text(encoding="ascii").strip()] if key.exists() else []
        try:
            with override_settings(
                TUSAC_DEAL_KEYS=[*keys, *settings.TUSAC_DEAL_KEYS],
                # What is done here happens to this club, and is signed by its key as what it does itself.
                TUSAC_LOG_KEY=str(self.var / "log_key"),
                TUSAC_LOG_SIGNED=self.var / "signed",
            ):
                yield
        finally:
            connections["default"].close()
            connections["default"] = outer
            connections.settings["default"] = ours

    def processes(self) -> list[int]:
        """Pids of everything that this club started and that still runs (Linux)."""
        mark = f"TUSAC_VAR={self.var}".encode()
        found = []
        for directory in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark not in (directory / "environ").read_bytes().split(b"\0"):
                    continue
                state = (directory / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z":
                    found.append(int(directory.name))
        return found

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int | None:
        """Ask the supervisor to stop and wait for its end; its exit code."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
