"""Bytes: what a deal takes on disk, by table, in rows, indexes and what is stored beside them.

    python -m benchmarks.room [--quick]

A club with a past is filled as it would have grown: some deals, then what the worker and autovacuum do. Full, 10,000
deals; `--quick`, 500. Before that some deals are played move by move, for the dead rows that it leaves behind.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any
from uuid import uuid4

import django
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

DEALS, QUICK = 10_000, 500
STEP = 500
"""Deals between two runs of the worker, more than a busy club plays in the hour before a deal is archived."""

_TABLES = """
    SELECT relname, pg_relation_size(oid), pg_indexes_size(oid),
        pg_total_relation_size(oid) - pg_relation_size(oid) - pg_indexes_size(oid), reltuples::bigint
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
_PAGES = """
    SELECT COALESCE(master.tbl_name, stat.name), stat.name = COALESCE(master.tbl_name, stat.name), sum(stat.pgsize)
    FROM dbstat AS stat LEFT JOIN sqlite_master AS master ON master.name = stat.name GROUP BY stat.name
"""


def run(*, quick: bool) -> None:
    """Fill, archive, vacuum, and print."""
    from benchmarks import deals
    from benchmarks.filling import Past
    from benchmarks.measuring import note
    from games.log.models import ArchivedStream
    from games.models import Deal

    call_command("migrate", verbosity=0)
    started = perf_counter()
    people, before = deals.players(4), _sizes()
    moved = 8 if quick else 40
    for _ in range(moved):
        _play(deals.script(people))
    _print(f"{moved} deals played move by move, nothing vacuumed", _sizes(), before, moved)

    past, wanted, before = Past(), QUICK if quick else DEALS, _sizes()
    played = Deal.objects.count()
    first = min(STEP, wanted)
    past.play(first)
    _vacuum()
    _print(f"{first:,} deals, all in play", _sizes(), before, Deal.objects.count() - played)
    _archive()
    for _ in range(first, wanted, STEP):
        past.play(STEP)
        _archive()
        _vacuum()
    _vacuum()
    count = Deal.objects.count() - played
    _print(f"{count:,} deals, archived as they ended", _sizes(), before, count)
    (packed,) = _row(f"SELECT avg(length(packed)) FROM {ArchivedStream._meta.db_table}")
    note(
        f"  an archived deal is {packed:,.0f} bytes packed; filled in {perf_counter() - started:.0f} s"
    )


def _archive() -> None:
    """What the worker does: seal, then archive what is sealed."""
    from games import commands
    from games.commands.log.archiving import archive_deals

    commands.make_checkpoint(now=timezone.now())
    archive_deals(now=timezone.now(), limit=2**63)


def _play(one: Any) -> None:
    """A deal by the commands of its players."""
    from games import commands

    for step in one.steps:
        commands.submit_move(
            by=one.players[step.seat],
            deal_id=one.deal_id,
            move=step.move,
            move_id=str(uuid4()),
            expected_version=step.version,
            now=timezone.now(),
        )
    commands.settle(deal_id=one.deal_id)


Sizes = dict[str, tuple[int, int, int, int]]
"""Of each table the bytes of its rows, of its indexes, of what is stored beside them, and how many rows."""


def _sizes() -> Sizes:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE")
            cursor.execute(_TABLES)
            return {
                name: (rows, indexes, beside, max(0, count))
                for name, rows, indexes, beside, count in cursor
            }
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sizes: dict[str, list[int]] = {}
        cursor.execute(_PAGES)
        for table, is_rows, size in cursor.fetchall():
            sizes.setdefault(table, [0, 0])[0 if is_rows else 1] += size
        counts = {name: _row(f'SELECT count(*) FROM "{name}"')[0] for name in sizes}
    return {name: (rows, indexes, 0, counts[name]) for name, (rows, indexes) in sizes.items()}


def _row(sql: str) -> tuple[Any, ...]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return tuple(cursor.fetchone())


def _vacuum() -> None:
    """What autovacuum does bit by bit; SQLite uses the free pages of its file again by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def _print(title: str, sizes: Sizes, before: Sizes, deals: int) -> None:
    from benchmarks.measuring import note

    note(
        f"\nBytes a deal on {connection.vendor}: {title}\n"
        f"{'':<28}{'rows':>10}{'indexes':>10}{'beside':>10}{'together':>10}{'rows a deal':>13}"
    )
    total = [0, 0, 0]
    lines = []
    for name, now in sizes.items():
        was = before.get(name, (0, 0, 0, 0))
        grown = [now[at] - was[at] for at in range(3)]
        total = [total[at] + grown[at] for at in range(3)]
        if sum(grown):
            lines.append((sum(grown), name, grown, f"{(now[3] - was[3]) / deals:>13.2f}"))
    lines.sort(reverse=True)
    for _, name, grown, rows in [*lines, (0, "together", total, "")]:
        words = "".join(f"{size / deals:>10,.0f}" for size in (*grown, sum(grown)))
        note(f"{name:<28}{words}{rows}")


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
