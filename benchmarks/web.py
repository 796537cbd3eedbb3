"""The web server as the supervisor runs it, and browsers that post to it over loopback."""

import contextlib
import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils.module_loading import import_string

from benchmarks.deals import Script, Step
from games.engine.recording.notation import move_text
from games.models import Player
from tests.support.running_site import PROJECT, free_port
from tests.support.servers import wait_until
from tusac_site.local.embedded import die_with_parent

TOKEN = "b" * 32
"""The CSRF token of all browsers."""


@contextlib.contextmanager
def server(log: Path) -> Iterator["Server"]:
    """One uvicorn process with the supervisor's options."""
    port = free_port()
    with log.open("ab") as output:
        process = subprocess.Popen(
            [
                *[sys.executable, "-m", "uvicorn", "tusac_site.asgi:application"],
                *["--host", "127.0.0.1", "--port", str(port), "--workers", "1"],
                *["--http", "tusac_site.connections:Patient"],
                *["--lifespan", "off", "--no-access-log", "--no-server-header"],
            ],
            cwd=PROJECT,
            env={**os.environ, "TUSAC_LOG_LEVEL": "INFO"},  # as a club logs
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=die_with_parent,
        )
    try:
        wait_until(lambda: _answers(port), "the web server answers")
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


Fields = dict[str, str | list[str]]
"""A form, a field with several values as a list."""


class Server(NamedTuple):
    """A running web server."""

    port: int
    pid: int

    def busy(self) -> float:
        """Seconds of processor that it has used so far, as Linux counts them; elsewhere 0."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def log_in(player: Player) -> str:
    """Return a session of this player, as the login makes it; the value of its Cookie header."""
    session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}; csrftoken={TOKEN}"


class Browser:
    """A kept connection that posts forms as htmx does, and the seconds that each answer took."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.taken: list[float] = []
        self.failed: list[str] = []

    def post(self, path: str, fields: Fields, cookie: str = "") -> None:
        """Send a form and read the whole answer."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "X-CSRFToken": TOKEN,
            "Cookie": cookie,
        }
        body = urlencode(fields, doseq=True)
        before = perf_counter()
        self._connection.request("POST", path, body, headers)
        answer = self._connection.getresponse()
        page = answer.read()
        self.taken.append(perf_counter() - before)
        if answer.status != 200:
            self.failed.append(f"{path}: {answer.status} {_words(page)}")


def _words(page: bytes) -> str:
    """Return the beginning of what a page says, without its markup."""
    text = re.sub(r"<[^>]*>", " ", page.decode(errors="replace"))
    return " ".join(text.split())[-300:]


def form(script: Script, step: Step) -> Fields:
    """Return what the page's form sends for a move."""
    verb, _, cards = move_text(step.move).partition(" ")
    fields: Fields = {
        "deal": str(script.deal_id),
        "expected_version": str(step.version),
        "move_id": str(uuid4()),
        "move": verb if verb in ("meld", "discard") else move_text(step.move),
    }
    if verb in ("meld", "discard"):
        fields["cards"] = cards.split()
    return fields


def play(browser: Browser, script: Script, cookies: dict[int, str]) -> None:
    """Every move of a deal, each by its player's session, one after the other."""
    for step in script.steps:
        path = f"/tables/{script.table_id}/move"
        browser.post(path, form(script, step), cookies[script.players[step.seat].pk])


class Run(NamedTuple):
    """What browsers have measured together."""

    taken: list[float]
    wall: float
    """Seconds from the first request to the last answer."""
    busy: float
    """Seconds of processor that the web server used."""
    failed: list[str]


def side_by_side(server: Server, works: Sequence[Callable[[Browser], None]]) -> Run:
    """Return each work in a thread with a connection of its own."""
    browsers = [Browser(server.port) for _ in works]
    with ThreadPoolExecutor(len(works)) as pool:
        before, busy = perf_counter(), server.busy()
        for future in [pool.submit(work, one) for work, one in zip(works, browsers, strict=True)]:
            future.result()
        wall, busy = perf_counter() - before, server.busy() - busy
    taken = [seconds for browser in browsers for seconds in browser.taken]
    return Run(taken, wall, busy, [words for browser in browsers for words in browser.failed])
