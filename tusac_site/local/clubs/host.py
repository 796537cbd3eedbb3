"""Runs the clubs for `tusac clubs run`: loads the code once, forks a process for each club, and watches them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import walk_packages
from types import FrameType
from typing import IO, Final

from django.conf import settings

from games.common.installation import ROOT
from tusac_site.local import embedded
from tusac_site.local.children import raise_file_limit
from tusac_site.local.club import TICK, say
from tusac_site.local.clubs.folder import BadClub, ClubFolder, Clubs
from tusac_site.local.clubs.forks import Fork, ForkedChild
from tusac_site.local.clubs.lasting import keep_for_good
from tusac_site.version import __version__

COMMON: Final = (
    *("uvicorn.main", "uvicorn.protocols.http.h11_impl", "uvicorn.protocols.http.httptools_impl"),
    *("celery.bin.celery", "celery.apps.worker", "celery.concurrency.prefork", "celery.beat"),
    *("kombu.transport.redis", "redis.asyncio", "django.core.handlers.asgi", "django.db.models"),
    *("django.db.backends.sqlite3.base", "django.template.defaulttags", "django.forms"),
    *("django.core.management.commands.migrate", "django.test", "django.core.cache.backends.redis"),
    *("django.contrib.admin.options", "django.contrib.staticfiles.finders", "servestatic"),
    *(
        "PIL.ImageDraw",
        "PIL.ImageOps",
        "cryptography.x509",
        "argon2",
        "markdown",
        "segno",
        "smtplib",
    ),
    *("structlog.stdlib", "jsonschema", "psycopg", "resvg_py"),
    *("rest_framework.serializers", "drf_spectacular.utils", "openskill.models", "games.lessons"),
    *("games.verifier", "games.infrastructure.backup.sealed_file", "games.log.integrity.merkle"),
)
"""What is loaded before any club is: libraries and pure rules, which read no settings and keep nothing of anybody."""
PURE: Final = ("games.engine", "games.bots", "tournaments.engine", "replays.analysis")
"""Packages of such rules, loaded with all of their modules."""
HOST: Final = ".host"
"""The folder, within that of all clubs, of the lock that says who runs them."""
LONGEST_TURN: Final = 120.0
"""Seconds that the others wait for a club that starts: one after the other they are quickest for a small machine."""
STOP_GRACE: Final = 15.0
"""Seconds in which a club stops all of its processes."""


@dataclass
class Host:
    """All clubs of a folder. `run()` returns the exit code."""

    clubs: Clubs
    running: dict[str, ForkedChild] = field(default_factory=dict)
    _of_before: list[str] = field(default_factory=list)
    _starting: str = ""
    _turn_ends: float = 0.0
    _told: dict[str, str] = field(default_factory=dict)
    _asked: int = 0
    _held: IO[str] | None = None

    def run(self) -> int:
        """Start the clubs and follow changes of their folder until SIGINT or SIGTERM. Return the exit code.

        After SIGHUP it continues with the version that is installed now.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            self.clubs.make()
            self._held = embedded.take_lock(self.clubs.path / HOST, "")
        except embedded.AlreadyRunning:
            say(f"The clubs of {self.clubs.path} are running already.")
            return 1
        except OSError as error:
            say(embedded.not_writable(self.clubs.path, error).replace("TUSAC_VAR", "TUSAC_CLUBS"))
            return 1
        with self._held:
            raise_file_limit()
            _load_what_is_common()
            self._adopt()
            say(f"Tusac {__version__} runs the clubs of {self.clubs.path}. Ctrl-C stops them.")
            while self._asked not in (signal.SIGINT, signal.SIGTERM):
                if self._asked == signal.SIGHUP:
                    self._asked = 0
                    self._become_new()
                self._look()
                time.sleep(TICK)
            self._stop([*self.running])
        return 0

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self._asked = number

    def _adopt(self) -> None:
        """Take over the clubs that this process ran before `_become_new`; each will be restarted in turn."""
        for club in self.clubs.all():
            with suppress(ChildProcessError):
                if (pid := club.pid) and os.waitpid(pid, os.WNOHANG) == (0, 0):
                    child = self._child(club, {})
                    child.process = Fork(pid)
                    self.running[club.name] = child
                    self._of_before.append(club.name)

    def _become_new(self) -> None:
        """Replace this process by the version that is installed now; the clubs keep running.

        Does nothing if that version does not load.
        """
        command = [sys.executable, "-m", __name__.rpartition(".")[0]]
        tried = subprocess.run([*command, "--help"], check=False, capture_output=True, text=True)
        if tried.returncode:
            say(
                f"The new version does not start, so the clubs go on with the old one:\n{tried.stderr}"
            )
            return
        os.execv(command[0], [*command, "run"])

    def _look(self) -> None:
        """Check all clubs once: stop those that should not run, restart crashed ones, start the next that waits."""
        there = {club.name: club for club in self.clubs.all()}
        self._stop(
            [name for name in self.running if name not in there or not there[name].is_wanted]
        )
        for child in self.running.values():
            if fall := child.look_after():
                say(fall)
        if self._starting and not self._has_started(there):
            return
        for name, club in there.items():
            if club.is_wanted and name not in self.running and self._start(club):
                return
        if self._of_before:
            self._stop([name for name in [self._of_before.pop(0)] if name in self.running])

    def _has_started(self, there: Mapping[str, ClubFolder]) -> bool:
        """Return whether the starting club needs no more waiting, so that the next one may start.

        The club serves, has failed, or took too long.
        """
        club, child = there.get(self._starting), self.running.get(self._starting)
        if club and club.version:
            say(f"{club.name} is running.")
        elif club and child and child.running and time.monotonic() < self._turn_ends:
            return False
        self._starting = ""
        return True

    def _start(self, club: ClubFolder) -> bool:
        """Start a club and return True; if its settings are bad, print why, once, and return False."""
        try:
            env = self.clubs.environment(club)
        except BadClub as error:
            if self._told.get(club.name) != str(error):
                self._told[club.name] = str(error)
                say(str(error))
            return False
        self._told.pop(club.name, None)
        self.running[club.name] = self._child(club, env)
        self.running[club.name].start()
        self._starting, self._turn_ends = club.name, time.monotonic() + LONGEST_TURN
        return True

    def _child(self, club: ClubFolder, env: dict[str, str]) -> ForkedChild:
        command = [sys.executable, "-m", "tusac_site.local.clubs.one"]
        log = club.var / "log" / "club.log"
        # The lock is this program's alone: after `exec` it takes it again.
        closes = (self._held,) if self._held else ()
        return ForkedChild(club.name, command, log, env, ROOT, closes=closes)

    def _stop(self, names: list[str]) -> None:
        stopped = [self.running.pop(name) for name in names]
        for child in stopped:
            child.ask_to_stop()
        deadline = time.monotonic() + STOP_GRACE
        for child in stopped:
            child.wait_until(deadline)
            say(f"{child.name} has stopped.")


def _load_what_is_common() -> None:
    for name in COMMON:
        import_module(name)
    for package in PURE:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(found.name)
    # No club may begin with anything that was read for another one, or for none.
    assert not settings.configured
    keep_for_good()
