"""Two clubs of one machine, as `tusac clubs run` runs them."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.support import collected, migrated
from tests.support.running_site import PROJECT, free_port
from tests.support.servers import wait_until
from tusac_site.local.clubs.folder import ClubFolder, Clubs
from tusac_site.local.clubs.small import CODE
from tusac_site.local.embedded import die_with_parent
from tusac_site.version import __version__

INSIDE = """
import contextlib, django, io, json, sys, traceback
django.setup(set_prefix=False)
from django.db import connections
for line in sys.stdin:
    said, failed = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(said):
            exec(json.loads(line), {"json": json})
    except Exception:
        failed = traceback.format_exc()
    connections.close_all()
    print(json.dumps([None if failed else json.loads(said.getvalue() or "null"), failed]), flush=True)
"""
"""Carries out what it reads, a line each, and answers with what that has printed."""


class Answer(NamedTuple):
    """What a club has answered."""

    status: int
    headers: Message
    text: str


class Machine:
    """`tusac clubs run` with two clubs, An and Binh, whose databases and static files were made elsewhere."""

    def __init__(self, path: Path) -> None:
        self.clubs = Clubs(path / "clubs")
        self.console = path / "console.txt"
        outside = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "TUSAC_VAR")
        self.env = {name: said for name, said in os.environ.items() if name not in outside}
        self.env["TUSAC_CLUBS"] = str(self.clubs.path)
        self.host: subprocess.Popen[bytes] | None = None
        self._inside: dict[str, subprocess.Popen[str]] = {}
        collected.static_files(self.clubs.path / CODE / __version__)
        self.an, self.binh = self.new("an"), self.new("binh")

    def new(self, name: str) -> ClubFolder:
        club = self.clubs.add(name, f"{name}.example")
        said = club.path / "club.env"
        port = club.said()["PORT"]
        said.write_text(said.read_text().replace(f"PORT={port}", f"PORT={free_port()}"))
        migrated.sqlite(club.var / "tusac.sqlite3")
        return club

    def start(self) -> None:
        with self.console.open("ab") as console:
            command = [sys.executable, "-m", "tusac_site.local.clubs", "run"]
            self.host = subprocess.Popen(
                command, cwd=PROJECT, env=self.env, stdout=console, stderr=subprocess.STDOUT
            )
        for club in (self.an, self.binh):
            self.wait_for(club)

    def wait_for(self, club: ClubFolder) -> None:
        wait_until(lambda: club.version or not self.running, f"{club.name} runs", 600)
        assert club.version, self.console.read_text()

    @property
    def running(self) -> bool:
        return self.host is not None and self.host.poll() is None

    def stop(self) -> int | None:
        for process in self._inside.values():
            process.communicate()  # nothing more is asked
        self._inside.clear()
        if self.host is None:
            return None
        self.host.send_signal(signal.SIGTERM)
        return self.host.wait(60)

    def tell(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `tusac clubs …` to its end."""
        command = [sys.executable, "-m", "tusac_site.local.clubs", *words]
        return subprocess.run(command, cwd=PROJECT, env=self.env, capture_output=True, text=True)

    def inside(self, club: ClubFolder, code: str) -> Any:
        """Carry out code with the club's settings, in one process for each club; return the JSON that it prints."""
        process = self._inside.get(club.name)
        if process is None:
            env = self.clubs.environment(club) | {"DJANGO_SETTINGS_MODULE": "tusac_site.settings"}
            process = self._inside[club.name] = subprocess.Popen(
                [sys.executable, "-c", INSIDE], cwd=PROJECT, env=env, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=die_with_parent,
            )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{json.dumps(code)}\n")
        process.stdin.flush()
        said, failed = json.loads(process.stdout.readline())
        assert not failed, failed
        return said

    def ask(
        self, club: ClubFolder, path: str, *, host: str = "", form: dict[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:  # fmt: skip
        """Ask a club's own process as its proxy does; with a form, post it."""
        said = {"Host": host or f"{club.name}.example", "X-Forwarded-Proto": "https"}
        said |= headers or {}
        if form is not None:
            said["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(self.connection(club)) as connection:
            body = urlencode(form) if form is not None else None
            connection.request("GET" if body is None else "POST", path, body, said)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())

    def connection(self, club: ClubFolder) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", int(club.said()["PORT"]), timeout=300)
