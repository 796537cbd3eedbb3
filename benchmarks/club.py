"""The club on one database, measured in a process of its own: `python -m benchmarks.club` with the environment set."""

import os
import sys
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

import django
from django.core.management import call_command
from django.db import connection
from django.test.client import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

TABLES = 16


def run(*, quick: bool) -> None:
    """Measure commands, reading, moves over HTTP and bytes, and print."""
    from benchmarks import deals, web
    from benchmarks.measuring import line, note, repeat, show, timing_of

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    make_floor_table()
    people = deals.players(4 * TABLES)
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor]
    show(f"{name}: commands and reading, in one process")
    line("one durable INSERT, bare (the floor)", timing_of(_inserts(200 if quick else 500)))
    _command_and_bytes(people, 8 if quick else 40)
    _read(0.5 if quick else 3.0, repeat, line)
    _queries(people, note)

    show(f"{name}: HTTP, one uvicorn process, no worker beside it")
    cookies = {player.pk: web.log_in(player) for player in people}
    singles = [deals.script(people[:4]) for _ in range(3 if quick else 8)]
    tables = [
        [deals.script(people[4 * at : 4 * at + 4], most=10 if quick else None)]
        for at in range(TABLES)
    ]
    connection.close()

    def floor(browser: web.Browser, *, times: int) -> None:
        for _ in range(times):
            browser.post(f"/bench-floor/{people[0].pk}", {"body": "x" * 200})

    def play(browser: web.Browser, *, scripts: list[deals.Script]) -> None:
        for one in scripts:
            web.play(browser, one, cookies)

    failed: list[str] = []
    log = Path(os.environ["TUSAC_VAR"]) / "web.log"
    with web.server(log) as server:
        web.side_by_side(server, [partial(floor, times=30)])  # warm
        web.side_by_side(server, [partial(play, scripts=singles[:1])])
        for title, works in (
            (
                "a trivial view, one at a time (the floor)",
                [partial(floor, times=60 if quick else 200)],
            ),
            ("a move, one at a time", [partial(play, scripts=singles[1:])]),
            (
                "a trivial view, 16 at once (the floor)",
                [partial(floor, times=10 if quick else 30)] * TABLES,
            ),
            ("a move, 16 tables at once", [partial(play, scripts=some) for some in tables]),
        ):
            done = web.side_by_side(server, works)
            busy = done.busy / len(done.taken)
            words = f"{busy * 1e3:.1f} ms of the web server's processor each" if busy else ""
            line(title, timing_of(done.taken, wall=done.wall), words=words)
            failed += done.failed
    if failed:
        note(f"  {len(failed)} requests were NOT answered with 200. The first: {failed[0]}")


def make_floor_table() -> None:
    """The table into which the trivial view of the floor inserts."""
    key = "serial" if connection.vendor == "postgresql" else "integer"
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE TABLE IF NOT EXISTS bench_floor (id {key} PRIMARY KEY, player int, body text)"
        )


def _inserts(count: int) -> list[float]:
    taken = []
    with connection.cursor() as cursor:
        for _ in range(count):
            before = perf_counter()
            cursor.execute("INSERT INTO bench_floor (player, body) VALUES (%s, %s)", [1, "x" * 200])
            taken.append(perf_counter() - before)
    return taken


def _size() -> int:
    """Bytes of all tables and indexes on disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            )
            return int(cursor.fetchone()[0])
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.fetchall()
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0])


def _log_size() -> int:
    """Bytes of the log's table and its indexes; on SQLite 0, where nobody counts them by table."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('log_event')")
        return int(cursor.fetchone()[0])


def _command_and_bytes(people: list[Any], count: int) -> None:
    from benchmarks import deals
    from benchmarks.measuring import line, note, timing_of
    from games import commands
    from games.log import stream_version

    before, log_before, events, taken = _size(), _log_size(), 0, []
    for _ in range(count):
        one = deals.script(people[:4])
        for step in one.steps:
            start = perf_counter()
            commands.submit_move(
                by=one.players[step.seat],
                deal_id=one.deal_id,
                move=step.move,
                move_id=str(uuid4()),
                expected_version=step.version,
                now=timezone.now(),
            )
            taken.append(perf_counter() - start)
        commands.settle(deal_id=one.deal_id)
        events += stream_version(f"deal-{one.deal_id}")
    line("a move as a command, without HTTP", timing_of(taken))
    grown, log_grown = _size() - before, _log_size() - log_before
    note(
        f"  on disk: {grown / count / 1024:,.1f} KiB a deal with its table, seats and payment;"
        f" {events / count:.0f} events a deal, {grown / events:,.0f} bytes an event in all"
        + (f", {log_grown / events:,.0f} in the log with its indexes" if log_grown else "")
    )


def _read(seconds: float, repeat, line) -> None:
    from games import queries
    from games.models import Deal

    finished = list(
        Deal.objects.filter(ended_at__isnull=False)
        .order_by("-version")
        .values_list("pk", flat=True)
    )
    line(
        "read, decode and fold a finished deal (the mean one)",
        repeat(
            lambda: [queries.load_state(pk) for pk in finished[:20]],
            seconds=seconds,
            clock=perf_counter,
        ),
        each=len(finished[:20]),
    )


def _queries(people: list[Any], note) -> None:
    """How many queries one move over the page takes, in this process."""
    from benchmarks import deals, web

    one = deals.script(people[:4])
    clients = []
    for player in one.players:
        client = Client(headers={"HX-Request": "true"})
        client.force_login(player)
        clients.append(client)
    counts = []
    for step in one.steps[:-1]:
        with CaptureQueriesContext(connection) as captured:
            clients[step.seat].post(f"/tables/{one.table_id}/move", web.form(one, step))
        counts.append(len(captured))
        if os.environ.get("BENCH_SQL") and len(counts) == 5:
            for query in captured.captured_queries:
                note("    " + query["time"] + " " + query["sql"][:150])
    note(
        f"  SQL statements in a move over the page, transaction control included: {min(counts)} to {max(counts)}"
    )


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
