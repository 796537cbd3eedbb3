"""What a table costs, counted: statements, bytes of PostgreSQL's log, commands of Redis, bytes sent, processor.

Four people play whole deals through the handler that the web server has, in one process: each move, the look of
the next seat after it, and what a worker does at a deal's end. `docs/scale.md` multiplies these.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from io import BytesIO
from statistics import mean, median
from time import thread_time
from typing import Any
from urllib.parse import urlencode

import django
from django.conf import settings
from django.core.management import call_command

DEALS, QUICK = 12, 3
COUNTED = ("statements", "bytes of WAL", "Redis commands", "bytes sent", "processor, ms")


def run(*, quick: bool) -> None:
    """Play, count, and print."""
    import redis
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from benchmarks import deals, web
    from benchmarks.measuring import note
    from benchmarks.move import _scope
    from games.tasks import finish_deal
    from tusac_site.serving.handler import PageHandler

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    people = deals.players(4)
    cookies = {player.pk: web.log_in(player) for player in people}
    pages, loop = PageHandler(1), asyncio.new_event_loop()
    broker = redis.Redis.from_url(settings.REDIS_URL)
    found: dict[str, list[tuple[float, ...]]] = {"a move": [], "a look": [], "a deal's end": []}

    def servers() -> tuple[int, int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
            (wal,) = cursor.fetchone()
        return int(wal), int(broker.info("stats")["total_commands_processed"])

    def counted(kind: str, work: Callable[..., int | None], *asked: Any) -> None:
        wal, commands = servers()
        with CaptureQueriesContext(connection) as queries:
            before = thread_time()
            size = work(*asked)
            spent = thread_time() - before
        after = servers()
        told = (len(queries), after[0] - wal, after[1] - commands - 1, size or 0, spent * 1e3)
        found[kind].append(told)

    def ask(method: str, path: str, player: int, body: bytes = b"") -> int:
        page = pages._answer(_scope(method, path, cookies[player]), BytesIO(body), "", loop)
        assert isinstance(page.body, bytes)
        if page.status not in (200, 204):
            sys.exit(f"{path}: {page.status} {page.body.decode()[-300:]}")
        return len(page.body)

    ends: list[int] = []
    for number in range(QUICK if quick else DEALS):
        one = deals.script(people)
        for step in one.steps:
            body = urlencode(web.form(one, step), doseq=True).encode()
            mover = one.players[step.seat].pk
            counted("a move", ask, "POST", f"/tables/{one.table_id}/move", mover, body)
            other = one.players[(step.seat + 1) % 4].pk
            counted("a look", ask, "GET", f"/tables/{one.table_id}/", other)
        counted("a deal's end", finish_deal, one.deal_id)
        ends.append(len(one.steps))
        if number == 0:
            for rows in found.values():
                rows.clear()  # to warm up
    note(f"{'':<16}{'n':>6}" + "".join(f"{name:>17}" for name in COUNTED))
    for kind, rows in found.items():
        middle = [median(column) for column in zip(*rows, strict=True)]
        note(f"{kind:<16}{len(rows):>6}" + "".join(f"{value:>17,.1f}" for value in middle))
    note(f"  {mean(ends):.0f} moves a deal; medians")


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
