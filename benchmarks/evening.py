"""A hundred tables at once: moves offered at a fixed pace to two web processes, with worker and beat beside them.

People do not wait for each other across tables, so moves come whether or not the club keeps up: each table sends its
next move a beat after its last, and what is late counts from when it was due. At 200 moves a second each of a hundred
tables moves every half second, several times as fast as people play.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import django
from django.core.management import call_command
from django.db import connection

from tests.support.held_parts import HeldParts

if TYPE_CHECKING:
    from benchmarks.deals import Script

TABLES = 100
WEB_PROCESSES = 2


class Request(NamedTuple):
    """A move as it goes over the wire."""

    due: float
    """Seconds after the beginning."""
    data: bytes
    page: HeldParts | None = None
    """The page that sends it, which holds parts of its table."""


class Pace(NamedTuple):
    """What came of one pace."""

    taken: list[float]
    """Seconds from when a move was due to its whole answer."""
    wall: float
    failed: list[str]
    processor: dict[str, float]
    """Seconds of processor by who used them."""


def run(*, quick: bool) -> None:
    """Play at rising paces and print."""
    from benchmarks import deals, web
    from benchmarks.club import make_floor_table
    from benchmarks.measuring import line, note, show, timing_of

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    make_floor_table()
    tables = 20 if quick else TABLES
    people = deals.players(4 * tables)
    cookies = {player.pk: web.log_in(player) for player in people}
    paces = (50, 100) if quick else (25, 50, 100, 150, 200)
    seconds = 5 if quick else 10
    var = Path(os.environ["TUSAC_VAR"])
    show(f"PostgreSQL: {tables} tables at once, {WEB_PROCESSES} web processes, worker and beat")
    note("  latency counts from when a request was due, so a club that cannot keep up shows it")
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(web.server(var / f"web{number}.log"))
            for number in range(WEB_PROCESSES)
        ]
        helpers = stack.enter_context(_helpers(var))
        groups = {
            "web": [server.pid for server in servers],
            "worker and beat": helpers,
            "PostgreSQL": [_postmaster()],
        }
        ports = [server.port for server in servers]
        failed: list[str] = []

        def offer(title: str, requests: Sequence[Sequence[Request]]) -> None:
            connection.close()
            done = asyncio.run(_play(requests, ports, groups))
            failed.extend(done.failed)
            if title:
                line(title, timing_of(done.taken, wall=done.wall))
                note("    " + _words(done))

        def moves(pace: int) -> list[list[Request]]:
            most = -(-pace * seconds // tables)
            scripts = [
                deals.script(people[4 * table : 4 * table + 4], most=most)
                for table in range(tables)
            ]
            return [_requests(one, cookies, tables / pace) for one in scripts]

        offer("", moves(paces[0]))  # to warm up
        for pace in (paces[-1], 2 * paces[-1]):
            offer(
                f"{pace} trivial views a second offered (the floor)",
                [_floor(people[0].pk, tables / pace, table, seconds) for table in range(tables)],
            )
        for pace in paces:
            offer(f"{pace} moves a second offered", moves(pace))
    for words in failed[:5]:
        note(f"  FAILED: {words}")
    if failed:
        sys.exit(f"{len(failed)} requests failed")


def _words(done: "Pace") -> str:
    each = len(done.taken)
    used = ", ".join(f"{name} {spent / each * 1e3:.1f}" for name, spent in done.processor.items())
    busy = sum(done.processor.values()) / done.wall / (os.cpu_count() or 1)
    return f"processor a request, ms: {used}; {busy:.0%} of the machine's"


def _floor(player: int, beat: float, table: int, seconds: int) -> list[Request]:
    """Return the trivial view, asked as often as a table would send moves."""
    body = urlencode({"body": "x" * 200}).encode()
    data = (
        f"POST /bench-floor/{player} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    offset = beat * (table % TABLES) / TABLES
    return [Request(offset + number * beat, data) for number in range(int(seconds / beat))]


def _requests(script: "Script", cookies: dict[int, str], beat: float) -> list[Request]:
    """Return the moves of a table's deal, one a beat, the first at a moment of its own within the first beat."""
    from benchmarks import web

    offset = beat * (script.table_id % TABLES) / TABLES
    pages = [HeldParts() for _ in script.players]
    made = []
    for number, step in enumerate(script.steps):
        body = urlencode(web.form(script, step), doseq=True).encode()
        head = (
            f"POST /tables/{script.table_id}/move HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nHX-Request: true\r\n"
            f"X-CSRFToken: {web.TOKEN}\r\nCookie: {cookies[script.players[step.seat].pk]}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        made.append(Request(offset + number * beat, head.encode() + body, pages[step.seat]))
    return made


async def _play(
    tables: Sequence[Sequence[Request]], ports: Sequence[int], groups: dict[str, list[int]]
) -> Pace:
    """Return every table over a connection of its own, to each web process in turn as a proxy would spread them."""
    taken: list[float] = []
    failed: list[str] = []
    lines = [
        await asyncio.open_connection("127.0.0.1", ports[at % len(ports)])
        for at in range(len(tables))
    ]
    before = {name: _busy(pids) for name, pids in groups.items()}
    own, began = process_time(), perf_counter()

    async def play(
        moves: Sequence[Request], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        for move in moves:
            wait = began + move.due - perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            writer.write(move.data if move.page is None else move.page.asking(move.data))
            head = await reader.readuntil(b"\r\n\r\n")
            fields = head.lower().partition(b"content-length:")[2]
            body = await reader.readexactly(int(fields.partition(b"\r\n")[0]))
            taken.append(perf_counter() - began - move.due)
            if move.page is not None:
                move.page.take(head, body)
            if not head.startswith(b"HTTP/1.1 200"):
                failed.append(head.partition(b"\r\n")[0].decode() + body[:200].decode())

    await asyncio.gather(*(play(moves, *line) for moves, line in zip(tables, lines, strict=True)))
    wall = perf_counter() - began
    processor = {name: _busy(pids) - before[name] for name, pids in groups.items()}
    processor["the measuring browsers"] = process_time() - own
    for _reader, writer in lines:
        writer.close()
    return Pace(taken, wall, failed, processor)


@contextlib.contextmanager
def _helpers(var: Path) -> Iterator[list[int]]:
    """One worker process and a beat, with the options that the supervisor gives them; their process ids."""
    from tusac_site.local.embedded import die_with_parent

    celery = [sys.executable, "-m", "celery", "-A", "tusac_site"]
    worker = ["worker", "--concurrency", "1", "--without-gossip", "--without-mingle"]
    processes = []
    with (var / "worker.log").open("ab") as log:
        for command in (worker, ["beat", "--pidfile="]):
            processes.append(
                subprocess.Popen(
                    [*celery, *command, "--loglevel", "WARNING"],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    preexec_fn=die_with_parent,
                )
            )
    try:
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(30)


def _postmaster() -> int:
    """Return the process of the benchmark's PostgreSQL whose children the connections are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        parent = _parent(cursor.fetchone()[0])
    connection.close()
    return parent


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _parent(pid: int) -> int:
    return int(_fields(pid)[1])


def _busy(roots: Sequence[int]) -> float:
    """Seconds of processor of these processes and all below them, the ended where they were waited for."""
    parents: dict[int, int] = {}
    spent: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = _fields(int(entry.name))
                parents[int(entry.name)] = int(fields[1])
                spent[int(entry.name)] = sum(int(field) for field in fields[11:15])
    total = 0
    for pid, ticks in spent.items():
        above = pid
        while above > 1 and above not in roots:
            above = parents.get(above, 0)
        if above in roots:
            total += ticks
    return total / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
