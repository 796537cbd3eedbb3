"""Appending to the log on PostgreSQL, beside the bare driver and the ORM: `python -m benchmarks.appending`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from time import perf_counter, process_time
from typing import Any
from uuid import uuid4

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection, models

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
WRITERS = (1, 8, 16)
PAYLOAD = {
    "card": "My",
    "opening": False,
    "seat": 1,
    "verdict": {
        "usefulness": [["Gr", 72], ["Gg", 78], ["My", 80], ["Mg", 76], ["Ry", 74], ["Rg", 76]],
        "worst": ["My"],
    },
}
"""A discard: of a deal's events the one in the middle by size."""
METADATA = {"by": 12, "deadline": NOW.isoformat()}
BODY = "x" * 280
"""As many characters as the texts and hashes of such an event have bytes, without its stream's name."""
BARE = "INSERT INTO bench_floor (stream, version, body) VALUES (%s, %s, %s)"

Write = Callable[[], object]


def run(*, quick: bool) -> None:
    """One writer, each way in turn; then 1, 8 and 16 processes on streams of their own."""
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bench_floor"
            " (id bigserial PRIMARY KEY, stream text, version int, body text)"
        )
    _one_writer(300 if quick else 3000)
    _many_writers(1.0 if quick else 5.0)


def _one_writer(count: int) -> None:
    from benchmarks.measuring import line, show, timing_of

    ways = {
        "bare driver: a durable INSERT (the floor)": _bare(),
        "append, the head known": _append(known=True),
        "append by version": _append(known=False),
        "Django: create()": _orm(),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for write in ways.values():
        for _ in range(20):
            write()
    for _ in range(count):
        for name, write in ways.items():
            before = perf_counter()
            write()
            taken[name].append(perf_counter() - before)
    show("PostgreSQL: one event a transaction, one writer, in turn")
    floor = None
    for name, seconds in taken.items():
        timing = timing_of(seconds)
        floor = floor or timing
        line(name, timing, words=f"{timing.median / floor.median:.2f} x the floor")


def _many_writers(seconds: float) -> None:
    from benchmarks.measuring import line, note, show, timing_of

    show("PostgreSQL: one event a transaction, processes on streams of their own")
    with ExitStack() as stack:
        writers = [stack.enter_context(_Writer()) for _ in range(max(WRITERS))]
        for way, name in (("bare", "bare driver"), ("append", "append, the head known")):
            alone = 0.0
            for count in WRITERS:
                for writer in writers[:count]:
                    writer.begin(way, seconds)
                told = [writer.answer() for writer in writers[:count]]
                taken = [second for one, _busy in told for second in one]
                timing = timing_of(taken, wall=seconds)
                alone = alone or timing.per_second
                busy = sum(busy for _one, busy in told) / len(taken)
                words = f"{timing.per_second / alone:.2f} x one writer"
                words += f", {busy * 1e6:.0f} µs of the writer's processor each"
                line(f"{name}, {count} at once", timing, words=words)
    note(f"  {os.cpu_count()} cores for the writers and the server together")


class _Writer:
    """A process that writes for a while when it is told to."""

    def __enter__(self) -> _Writer:
        database = json.dumps({**connection.settings_dict, "OPTIONS": {}}, default=str)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.appending", "--writer", database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return self

    def begin(self, way: str, seconds: float) -> None:
        """Write this way for so long."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{way} {seconds}\n")
        self._process.stdin.flush()

    def answer(self) -> tuple[list[float], float]:
        """Return what each took, and the processor's time for all of them."""
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if not said:
            raise RuntimeError("A writer has ended; what it said is above.")
        taken, busy = json.loads(said)
        return taken, busy

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


def _writer(database: str) -> None:
    """Be the process: read `way seconds` line by line, write for so long, and say what it took."""
    settings.configure(DATABASES={"default": json.loads(database)}, INSTALLED_APPS=["games.log"])
    django.setup()
    ways = {"bare": _bare(), "append": _append(known=True)}
    for asked in sys.stdin:
        way, seconds = asked.split()
        write, taken = ways[way], []
        for _ in range(10):
            write()
        busy, end = process_time(), perf_counter() + float(seconds)
        while (before := perf_counter()) < end:
            write()
            taken.append(perf_counter() - before)
        sys.stdout.write(json.dumps([taken, process_time() - busy]) + "\n")
        sys.stdout.flush()


def bare_connection() -> Any:
    """Return the driver's own connection to Django's database, each statement a transaction."""
    import psycopg

    known = connection.settings_dict
    return psycopg.connect(
        dbname=known["NAME"],
        user=known["USER"],
        password=known["PASSWORD"],
        host=known["HOST"],
        port=known["PORT"] or None,
        autocommit=True,
    )


def _bare() -> Write:
    plain, stream, version = bare_connection(), _stream(), iter(range(1, 10**9))
    return lambda: plain.execute(BARE, (stream, next(version), BODY))


def _append(*, known: bool) -> Write:
    from games.log import EventData, Head, append, append_to

    said = [EventData("deal.card-discarded", 1, PAYLOAD)]
    seen = Head(_stream())

    def by_head() -> None:
        nonlocal seen
        seen = append_to(seen, said, now=NOW, metadata=METADATA)

    stream, version = _stream(), 0

    def by_version() -> None:
        nonlocal version
        version = append(stream, said, expected_version=version, now=NOW, metadata=METADATA)

    return by_head if known else by_version


def _orm() -> Write:
    class Floor(models.Model):
        """The floor's table."""

        objects: Any = models.Manager()

        stream = models.TextField()
        version = models.IntegerField()
        body = models.TextField()

        class Meta:
            """Made above."""

            app_label = "bench"
            managed = False
            db_table = "bench_floor"

        def __str__(self) -> str:
            return f"{self.stream} {self.version}"

    rows = Floor.objects
    stream, version = _stream(), iter(range(1, 10**9))
    return lambda: rows.create(stream=stream, version=next(version), body=BODY)


def _stream() -> str:
    return f"deal-{uuid4().int % 10**9}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--writer"]:
        _writer(sys.argv[2])
    else:
        django.setup()
        run(quick="--quick" in sys.argv)
