"""A member's moves while others read slowly or look in crowds, at one web process.

Sixteen clients ask for a tournament's file of records, or for a large page, and read nothing, or send a body that
dribbles. Then strangers ask for one page 160 times a second. Every phase ends by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter, sleep
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

SLOW = 16
"""Clients that read nothing, or send their bodies byte by byte."""
A_SECOND = 160
"""Looks of strangers."""
LONGEST = 40.0
"""Seconds after which no phase goes on."""
_LOOK = "/tournaments/"


def run(*, quick: bool) -> None:
    """Make a club with a long tournament, measure and print."""
    from benchmarks import deals, web
    from benchmarks.measuring import note

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    people = deals.players(4)
    tournament, deal = _long_tournament(350)
    cookies = {player.pk: web.log_in(player) for player in people}
    scripts = [deals.script(people) for _ in range(10 if quick else 14)]
    connection.close()
    log = Path(os.environ["TUSAC_VAR"]) / "web.log"
    with web.server(log) as server:
        records = f"/tournaments/{tournament}/records-masked.jsonl"
        note(
            f"\nA member's moves at one web process (SQLite); the records are {_size(server.port, records, cookies)}"
        )
        note(f"{'':<44}{'moves':>7}{'refused':>9}{'median':>10}{'p95':>10}{'longest':>10}")
        steps, picture = f"/replays/{deal}/steps.json", f"/replays/{deal}/picture.png"

        def asked(line: str, headers: str = "") -> list[str]:
            """Return the same by each of the members, who has a session of their own."""
            head = f"{line} HTTP/1.1\r\nHost: club\r\n{headers}"
            return [f"{head}Cookie: {cookie}\r\n\r\n" for cookie in cookies.values()]

        long = asked(f"GET {records}")
        parts = [*asked(f"GET {steps}"), *asked(f"GET {picture}"), *asked("GET /tournaments/")]
        bodies = asked("POST /account/", "Content-Length: 4000000\r\n")
        phases: tuple[tuple[str, Any], ...] = (
            (f"{SLOW} ask for the records, read nothing", _slow(server.port, long, "")),
            (f"{SLOW} ask for steps, pictures, lists", _slow(server.port, parts, "")),
            (f"{SLOW} send a body that dribbles", _slow(server.port, bodies, "x")),
            (f"{A_SECOND} looks of strangers a second", _strangers(server.port)),
        )
        deck = iter(scripts)
        _moves(server.port, [next(deck)], cookies)  # warm
        before = _moves(server.port, [next(deck)], cookies)
        for name, others in phases:
            with others:
                beside = _moves(
                    server.port, [next(deck) for _ in range(1 if quick else 2)], cookies
                )
            sleep(3)  # whoever has left is forgotten
            after = _moves(server.port, [next(deck)], cookies)
            quiet = _Moves(before.taken + after.taken, before.refused + after.refused)
            quiet.show("nothing else, before and behind it")
            beside.show(name)
            note(
                f"{'  as many times the quiet p95':<44}{'':>16}{'':>10}{beside.at95 / quiet.at95:>10.2f}"
            )
            before = after


class _Moves:
    def __init__(self, taken: list[float], refused: int) -> None:
        self.taken, self.refused = taken, refused
        self.at95 = quantiles(taken, n=20)[18] if len(taken) > 1 else max(taken)

    def show(self, name: str) -> None:
        """One row."""
        from benchmarks.measuring import note

        shown = "".join(
            f"{seconds * 1e3:>7,.0f} ms"
            for seconds in (median(self.taken), self.at95, max(self.taken))
        )
        note(f"{name:<44}{len(self.taken):>7}{self.refused:>9}{shown}")


def _moves(port: int, scripts: list[Any], cookies: dict[int, str]) -> _Moves:
    """Play these deals one move after the other, until they are over or the time is."""
    from benchmarks import web

    browser = web.Browser(port)
    end = monotonic() + LONGEST
    for script in scripts:
        for step in script.steps:
            if monotonic() > end:
                break
            path = f"/tables/{script.table_id}/move"
            browser.post(path, web.form(script, step), cookies[script.players[step.seat].pk])
    return _Moves(browser.taken, len(browser.failed))


def _long_tournament(deals: int) -> tuple[int, int]:
    """Return a tournament whose file of records has so many deals, and one of these; their ids."""
    from benchmarks.filling import Past
    from games.models import Deal, Table
    from tests.support.tournament_pages import create

    past = Past(members=8)
    past.play(deals)
    made = create(
        by=past.director,
        name="Cup",
        rules="vinagames",
        rounds=1,
        deals_per_round=1,
        entry_fee=0,
        prize_shares=(60, 40),
        seconds_per_move=60,
        filler="bot:greedy",
        now=timezone.now(),
    )
    for table in Table.objects.filter(deals__ended_at__isnull=False).distinct():
        table.origin = f"tournament-{made.pk}/{table.pk}"
        table.save(update_fields=["origin"])
    return int(made.pk), int(Deal.objects.exclude(ended_at=None).latest("version").pk)


def _size(port: int, path: str, cookies: dict[int, str]) -> str:
    import http.client

    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    before = perf_counter()
    asking.request("GET", path, headers={"Cookie": next(iter(cookies.values()))})
    answer = asking.getresponse()
    size = len(answer.read())
    assert answer.status == 200, answer.status
    return f"{size / 1e6:.1f} MB, {perf_counter() - before:.1f} s"


@contextlib.contextmanager
def _slow(port: int, requests: list[str], dribble: str) -> Iterator[None]:
    """Clients that have sent this much and take nothing; each is back at once when it is cut off."""
    process = multiprocessing.get_context("spawn").Process(
        target=_stall, args=(port, requests, dribble.encode()), daemon=True
    )
    process.start()
    try:
        yield from _once_begun()
    finally:
        process.kill()
        process.join()


def _once_begun() -> Iterator[None]:
    sleep(3)  # a process starts, and its clients ask
    yield


def _stall(port: int, requests: list[str], dribble: bytes) -> None:
    asyncio.run(_all_stall(port, requests, dribble))


async def _all_stall(port: int, requests: list[str], dribble: bytes) -> None:
    async def one(request: str) -> None:
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(OSError), socket.socket() as mine:
                mine.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                mine.setblocking(False)
                await loop.sock_connect(mine, ("127.0.0.1", port))
                await loop.sock_sendall(mine, request.encode())
                for _ in range(40):
                    await asyncio.sleep(0.5)
                    if dribble:
                        await loop.sock_sendall(mine, dribble)

    await asyncio.gather(*(one(requests[at % len(requests)]) for at in range(SLOW)))


@contextlib.contextmanager
def _strangers(port: int) -> Iterator[None]:
    """Looks at the same pace whether the last ones were answered or not."""
    context = multiprocessing.get_context("spawn")
    told: Any = context.Queue()
    stop: Any = context.Event()
    process = context.Process(target=_flood, args=(port, stop, told), daemon=True)
    process.start()
    try:
        yield from _once_begun()
    finally:
        from benchmarks.measuring import note

        stop.set()
        note(f"  strangers were answered: {told.get(timeout=60)}")
        process.kill()
        process.join()


def _flood(port: int, stop: Any, told: Any) -> None:
    async def look(statuses: Counter[str]) -> None:
        try:
            async with asyncio.timeout(12):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(
                    f"GET {_LOOK} HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n".encode()
                )
                said = await reader.read()
                statuses[said[9:12].decode()] += 1
                writer.close()
        except (OSError, TimeoutError):
            statuses["none"] += 1

    async def all_look() -> Counter[str]:
        statuses: Counter[str] = Counter()
        begun, asked = monotonic(), 0
        async with asyncio.TaskGroup() as looks:
            while not stop.is_set():
                while asked < (monotonic() - begun) * A_SECOND:
                    looks.create_task(look(statuses))
                    asked += 1
                await asyncio.sleep(0.01)
        return statuses

    told.put(dict(asyncio.run(all_look())))


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
