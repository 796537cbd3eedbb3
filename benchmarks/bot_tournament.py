"""A whole tournament of bots, played by the worker and the beat that the supervisor starts; and where the time goes."""

from __future__ import annotations

import contextlib
import cProfile
import os
import pstats
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, sleep

from django.db import connection
from django.utils import timezone

from benchmarks.measuring import note
from games.commands import play_bots, settle
from games.log import read
from games.models import Deal, Player
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until
from tests.support.tournament_pages import create, start_bots
from tests.support.tournaments import OPTIONS
from tournaments.commands.club_tables import set_tables
from tournaments.models import RoundTable, Tournament
from tournaments.schema import stream_of
from tusac_site.local.embedded import die_with_parent

LONGEST = 200.0
"""Seconds after which a tournament that does not end is given up."""
_DONE = re.compile(r"Task (\S+)\[[^]]*\] succeeded in ([0-9.]+)s")


def announced(director: Player, bots: int, rounds: int, deals: int) -> int:
    """Return a tournament of so many bots, which nobody enters."""
    told = {name: value for name, value in OPTIONS.items() if not name.startswith("known_")}
    told |= {"director": None, "fill_to": bots, "rounds": rounds, "deals_per_round": deals}
    del told["director"]
    return create(by=director, now=timezone.now(), **told).pk


def play(director: Player, bots: int, rounds: int, deals: int) -> int:
    """Let it be played from the director's click to the last round's end, and print how long what took; its id."""
    tournament_id = announced(director, bots, rounds, deals)
    var = Path(os.environ["TUSAC_VAR"])
    with _process("worker", var) as worker, _process("beat", var):
        wait_until(lambda: "ready." in (var / "worker.log").read_text(), "the worker is ready", 120)
        sleep(4)  # both have imported what they need and the first beats are done
        busy, database = _busy(worker.pid), _database_busy()
        before = perf_counter()
        start_bots(director, tournament_id)
        started = perf_counter() - before
        while Tournament.objects.get(pk=tournament_id).rounds_closed < rounds:
            if perf_counter() - before > LONGEST:
                break
            sleep(0.1)
        wall = perf_counter() - before
        busy, database = _busy(worker.pid) - busy, _database_busy() - database
    tables = RoundTable.objects.filter(tournament_id=tournament_id).values("games_table_id")
    played = Deal.objects.filter(table__in=tables, ended_at__isnull=False).count()
    note(
        f"  {bots} bots, {rounds} rounds of {deals} deals, one worker (two processes) and a beat:"
        f" {wall:.1f} s for {played} deals, {played / wall:.1f} deals a second"
    )
    note(f"  the director's click: {started * 1e3:.0f} ms")
    note(
        f"  processor: worker {busy:.1f} s, database {database:.1f} s,"
        f" of {os.cpu_count()} × {wall:.1f} s"
    )
    waits(tournament_id)
    _tasks(var / "worker.log")
    return tournament_id


def waits(tournament_id: int) -> None:
    """Print how long a table stood still, and for what, on average."""
    events = {
        (event.payload["round"], event.payload["table"], event.payload["deal_number"]): event
        for event in read(stream_of(tournament_id))
        if event.name == "tournament.deal-scored"
    }
    drawn = {
        event.payload["number"]: event.recorded_at
        for event in read(stream_of(tournament_id))
        if event.name == "tournament.round-drawn"
    }
    waits: defaultdict[str, list[float]] = defaultdict(list)
    for table in RoundTable.objects.filter(tournament_id=tournament_id):
        before = drawn[table.round]
        deals = Deal.objects.filter(table_id=table.games_table_id or 0).order_by("number")
        for number, deal in enumerate(deals, 1):
            assert deal.ended_at is not None
            what = "drawn → table open" if number == 1 else "deal over → the next one prepared"
            waits[what].append((deal.prepared_at - before).total_seconds())
            waits["prepared → over"].append((deal.ended_at - deal.prepared_at).total_seconds())
            counted = events[table.round, table.number, number].recorded_at
            waits["over → counted"].append((counted - deal.ended_at).total_seconds())
            before = deal.ended_at
    for number, moment in list(drawn.items())[1:]:
        last = max(
            event.recorded_at for (round_number, *_), event in events.items()
            if round_number == number - 1
        )  # fmt: skip
        waits["last result → next draw"].append((moment - last).total_seconds())
    note("  a table's time, by what it waits for (mean and longest, s):")
    for what, seconds in waits.items():
        note(f"    {what:<36}{sum(seconds) / len(seconds):>8.2f}{max(seconds):>8.2f}")


def _tasks(log: Path) -> None:
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for name, took in _DONE.findall(log.read_text(encoding="utf-8", errors="replace")):
        seconds[name].append(float(took))
    note("  the worker's tasks (how many, seconds in all):")
    for name, took in sorted(seconds.items(), key=lambda one: -sum(one[1])):
        note(f"    {name:<36}{len(took):>8}{sum(took):>8.2f}")


def profile(director: Player, most: int) -> None:
    """Play deals of bots in this process, and print whose lines the time was spent in."""
    tournament_id = announced(director, 4 * most, 1, 1)
    start_bots(director, tournament_id)
    set_tables(timezone.now)
    tables = RoundTable.objects.filter(tournament_id=tournament_id).values("games_table_id")
    deals = list(Deal.objects.filter(table__in=tables))
    profiler = cProfile.Profile()
    before = perf_counter()
    profiler.enable()
    for deal in deals:
        play_bots(deal_id=deal.pk, clock=timezone.now)
        settle(deal_id=deal.pk)
    profiler.disable()
    wall = perf_counter() - before
    shares: defaultdict[str, float] = defaultdict(float)
    stats = pstats.Stats(profiler)
    for (path, _line, name), (_calls, _all, own, _cumulative, _by) in stats.stats.items():  # type: ignore[attr-defined]
        shares[_whose(path, name)] += own
    note(
        f"  a deal of bots in this process, with the profiler on: {wall / len(deals) * 1e3:.0f} ms,"
        " of that:"
    )
    total = sum(shares.values())
    for whose, own in sorted(shares.items(), key=lambda one: -one[1]):
        note(f"    {whose:<36}{own / total:>8.0%}")


def _whose(path: str, name: str) -> str:
    for part, whose in (
        ("games/engine", "rules and bots"),
        ("games/bots", "rules and bots"),
        ("games/log", "the log"),
        ("games/ledger", "ledger"),
        ("/django/db", "Django's ORM"),
        ("/django/utils", "Django's ORM"),
        ("psycopg", "the database's driver, and the database"),
        ("sqlite", "the database's driver, and the database"),
        ("kombu", "sending messages"),
        ("celery", "sending messages"),
        ("redis", "sending messages"),
        ("games/", "commands, schema, rows"),
    ):
        if part in path or part in name:
            return whose
    return "Python's own"


@contextlib.contextmanager
def _process(name: str, var: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The worker or the beat, with the supervisor's options."""
    options = {
        "worker": ["worker", "--concurrency", "2", "--without-gossip", "--without-mingle"],
        "beat": ["beat", "--pidfile="],
    }
    with (var / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [
                *[sys.executable, "-m", "celery", "-A", "tusac_site"],
                *[*options[name], "--loglevel", "INFO"],
            ],
            cwd=PROJECT,
            env={**os.environ, "TUSAC_LOG_LEVEL": "DEBUG"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=die_with_parent,
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def _busy(pid: int) -> float:
    """Seconds of processor of a process and its children, as Linux counts them."""
    total = 0.0
    for directory in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (directory / "stat").read_text().rpartition(")")[2].split()
            if pid in (int(directory.name), int(fields[1])):
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def _database_busy() -> float:
    """Seconds of processor of the database server and its processes, this session's own included."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (mine,) = cursor.fetchone()
    fields = Path(f"/proc/{mine}/stat").read_text().rpartition(")")[2].split()
    return _busy(int(fields[1]))
