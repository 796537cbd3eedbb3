"""How soon the other seats see a move: `python -m benchmarks.seen` with the environment set.

From the press of one seat until each of the others holds the table as it is after it: the move is sent and committed,
the streams of the others say that the table has moved on, and each asks for what has changed and has read all of it.
What a browser then takes to put it into the page is not in it.
"""

import asyncio
import os
import re
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import django
from django.core.management import call_command
from django.db import connection

from tests.support.held_parts import HeldParts

if TYPE_CHECKING:
    from benchmarks.deals import Script

WEB_PROCESSES = 2
MOVED = b"event: moved"
_SHOWN = re.compile(r'name="shown" value="([0-9a-f]+)"')
_VERSION = re.compile(r'data-version="([0-9]+)"')


class Seen(NamedTuple):
    """What of one seat came after another one's press, in seconds from it."""

    heard: float
    """Its stream has said so."""
    read: float
    """It holds what the table shows now."""


class Seat:
    """A seat's page: a connection to ask on, and its open stream."""

    def __init__(self, port: int, table_id: int, cookie: str) -> None:
        """Nothing is opened yet."""
        self._port, self._path = port, f"/tables/{table_id}/"
        self._head = f"Host: 127.0.0.1\r\nHX-Request: true\r\nCookie: {cookie}\r\n"
        self._page = HeldParts()
        self._shown = ""
        self.version = 0
        self.moved = asyncio.Event()

    async def open(self) -> None:
        """Look once, and listen from then on."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        stream, asked = await asyncio.open_connection("127.0.0.1", self._port)
        asked.write(f"GET {self._path}stream HTTP/1.1\r\n{self._head}\r\n".encode())
        self._asked = asked
        self._listening = asyncio.create_task(self._listen(stream))
        await self.moved.wait()  # a stream says at once that the page should look
        self.moved.clear()
        await self.look()

    async def _listen(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            if line.startswith(MOVED):
                self.moved.set()

    async def look(self) -> None:
        """Ask for what has changed, as the page's script does."""
        shown = urlencode({"shown": self._shown})
        asked = f"GET {self._path}?{shown} HTTP/1.1\r\n{self._head}\r\n".encode()
        self._writer.write(self._page.asking(asked))
        self._take(await self._answer())

    async def press(self, body: bytes, token: str) -> None:
        """Send a move and read the whole answer."""
        kind = "Content-Type: application/x-www-form-urlencoded\r\n"
        head = f"POST {self._path}move HTTP/1.1\r\n{self._head}{kind}X-CSRFToken: {token}\r\n"
        sent = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        self._writer.write(self._page.asking(sent))
        self._take(await self._answer())

    async def _answer(self) -> str:
        head = await self._reader.readuntil(b"\r\n\r\n")
        status = head.split(b" ", 2)[1]
        if status not in (b"200", b"204"):
            raise RuntimeError(head.decode())
        length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        return self._page.take(head, await self._reader.readexactly(int(length or 0)))

    def _take(self, page: str) -> None:
        shown, version = _SHOWN.search(page), _VERSION.search(page)
        if shown and version:
            self._shown, self.version = shown[1], int(version[1])

    def close(self) -> None:
        """Hang up."""
        self._listening.cancel()
        for writer in (self._writer, self._asked):
            writer.close()


def run(*, quick: bool) -> None:
    """Play deals move by move, each once the others have seen the one before, and print."""
    from contextlib import ExitStack

    from benchmarks import deals, web
    from benchmarks.measuring import line, note, show, timing_of

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    people = deals.players(4)
    cookies = {player.pk: web.log_in(player) for player in people}
    scripts = [deals.script(people) for _ in range(4 if quick else 12)]
    connection.close()
    var = Path(os.environ["TUSAC_VAR"])
    show(f"A move until the other seats see it, {WEB_PROCESSES} web processes")
    with ExitStack() as stack:
        ports = [
            stack.enter_context(web.server(var / f"web{number}.log")).port
            for number in range(WEB_PROCESSES)
        ]
        asyncio.run(_play(scripts[0], ports, cookies))  # warm
        seen = [one for script in scripts[1:] for one in asyncio.run(_play(script, ports, cookies))]
    line("until another seat's stream says so", timing_of([one.heard for one in seen]))
    line("until another seat holds the table after it", timing_of([one.read for one in seen]))
    note("  what the browser takes to put it into the page comes on top")


async def _play(script: "Script", ports: list[int], cookies: dict[int, str]) -> list[Seen]:
    from benchmarks import web

    seats = [
        Seat(ports[at % len(ports)], script.table_id, cookies[player.pk])
        for at, player in enumerate(script.players)
    ]
    await asyncio.gather(*(seat.open() for seat in seats))
    found: list[Seen] = []

    async def see(seat: Seat, pressed: float) -> None:
        before, heard = seat.version, 0.0
        while seat.version == before:
            await seat.moved.wait()
            heard = heard or perf_counter() - pressed
            seat.moved.clear()
            await seat.look()
        found.append(Seen(heard, perf_counter() - pressed))

    for step in script.steps[:-1]:  # the last one ends the deal, and the next is prepared
        body = urlencode(web.form(script, step), doseq=True).encode()
        for seat in seats:
            seat.moved.clear()
        pressed = perf_counter()
        others = [see(seat, pressed) for at, seat in enumerate(seats) if at != step.seat]
        await asyncio.gather(seats[step.seat].press(body, web.TOKEN), *others)
    for seat in seats:
        seat.close()
    return found


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
