"""A night of 400 at 100 tables: a draw, the pages, and tea.

Two web processes stand beside it; what a worker does is done in this process. `--quick` takes 60.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time, sleep
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone


def run(*, quick: bool) -> None:
    """Measure and print."""
    from benchmarks import big_tournament, web
    from benchmarks.measuring import show

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    members, rounds = (60, 3) if quick else (400, 6)
    var = Path(os.environ["TUSAC_VAR"])
    show(f"A night of {members} at {members // 4} tables, two web processes")
    tournament, director = big_tournament.entered(members, rounds)
    start(director, tournament)
    _deal, left = big_tournament.play(tournament, leave=1, last=2)
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(web.server(var / f"web{at}.log")) for at in range(2)]
        ports = [server.port for server in servers]
        _pages("quiet", tournament, ports)
        with asked_at(f"/tournaments/{tournament}/", ports) as taken:
            closing(tournament, left)
        told("the page while the round is drawn", taken)
        _tea(director, tournament, ports)


def start(director: Any, tournament: int) -> None:
    """Start it, and open the club's tables of its first round."""
    from tournaments import commands, queries
    from tournaments.commands import club_tables

    _measured(
        "the first round drawn",
        lambda: commands.start(by=director, tournament_id=tournament, now=timezone.now()),
    )
    opening = list(queries.unopened_tables())
    _measured(
        f"its {len(opening)} tables opened",
        lambda: [club_tables.open_one(pk, now=timezone.now()) for pk in opening],
    )


def closing(tournament: int, left: list[Any]) -> None:
    """Count the last result of a round, by which the round is closed and the next one drawn."""
    from tournaments import commands

    _measured(
        "the last result of a round: closed, the next drawn",
        lambda: commands.count(tournament_id=tournament, results=left, now=timezone.now()),
    )


def _tea(director: Any, tournament: int, ports: list[int]) -> None:
    """All tables of the new round dealt, paused and resumed."""
    from benchmarks.measuring import note
    from games import commands as club
    from games.models import Deal
    from tournaments import queries
    from tournaments.commands import club_tables, timing

    for pk in list(queries.unopened_tables()):
        club_tables.open_one(pk, now=timezone.now())
    running = Deal.objects.filter(
        table__origin__startswith=f"tournament-{tournament}/", ended_at=None
    )
    running.update(deadline=timezone.now())
    for pk in list(running.values_list("pk", flat=True)):
        club.start_deal(deal_id=pk, now=timezone.now())
    tables = running.count()
    with asked_at(f"/tournaments/{tournament}/", ports) as taken:
        for words, act in (
            ("tea called", lambda: timing.pause_all(
                by=director, tournament_id=tournament, reason="Tea", now=timezone.now())),
            ("tea ended", lambda: timing.resume_all(
                by=director, tournament_id=tournament, now=timezone.now())),
        ):  # fmt: skip
            _measured(f"{words}: the click", act)
            _measured(
                f"{words}: until all {tables} clocks follow",
                lambda: club_tables.keep_still(timezone.now),
            )
            still = running.filter(paused_at__isnull=False).count()
            note(f"    {still} of {tables} deals stand still")
    told("the page during tea's beginning and end", taken)


def _pages(when: str, tournament: int, ports: list[int]) -> None:
    """The pages that everybody looks at, at the server."""
    paths = {
        "the tournament's page": f"/tournaments/{tournament}/",
        "the hall screen": f"/tournaments/{tournament}/hall",
        "the log, its first page": f"/tournaments/{tournament}/log",
    }
    from benchmarks.measuring import line, timing_of

    for name, path in paths.items():
        taken = [_get(ports[at % len(ports)], path) for at in range(12)]
        line(f"{name}, {when}: the first of a process", timing_of(taken[:2]))
        line(f"{name}, {when}: others", timing_of(taken[2:]))


def _get(port: int, path: str) -> float:
    from benchmarks.measuring import note

    before = perf_counter()
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request("GET", path)
    answer = asked.getresponse()
    answer.read()
    asked.close()
    if answer.status != 200:  # a machine with much else to do gives up after 8 s, and answers 503
        note(f"  FAILED: {path}: {answer.status}")
    return perf_counter() - before


@contextlib.contextmanager
def asked_at(path: str, ports: list[int]) -> Iterator[list[float]]:
    """Ask for a page all the while, ten times a second; the seconds of each answer."""
    taken: list[float] = []
    over = Event()

    def ask() -> None:
        while not over.wait(0.1):
            taken.append(_get(ports[len(taken) % len(ports)], path))

    asking = Thread(target=ask)
    asking.start()
    sleep(0.5)
    try:
        yield taken
    finally:
        over.set()
        asking.join()


def told(name: str, taken: list[float]) -> None:
    """Print how long the answers took."""
    from benchmarks.measuring import line, timing_of

    line(name, timing_of(taken or [0.0]))


def _measured(name: str, act: Callable[[], object]) -> None:
    """One act: seconds by the clock and of this process, and its statements."""
    from benchmarks.measuring import note

    wall, own = perf_counter(), process_time()
    with CaptureQueriesContext(connection) as captured:
        act()
    wall, own = perf_counter() - wall, process_time() - own
    database = sum(float(one["time"]) for one in captured.captured_queries)
    note(
        f"  {name:<52}{wall * 1e3:>9,.0f} ms  processor {own * 1e3:,.0f} ms,"
        f" {len(captured)} SQL in {database * 1e3:,.0f} ms"
    )


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
