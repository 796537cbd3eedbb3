"""A bot table beside what can wait: how long its bots let a member wait, and how long no sweep came.

A whole club as `make run` starts it. One member plays against three bots while nothing else happens, then while eighty
analyses are made, rows are rebuilt, deals are judged by other rules, or the log is verified. `--quick` asks for twenty.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import django
from django.conf import settings

ASKED = 80


def run(*, quick: bool) -> None:
    """Start the club, fill it with finished deals, measure and print."""
    from benchmarks.measuring import note
    from tests.support.credit import lend_to_all
    from tests.support.faults.evening import Member
    from tests.support.running_site import RunningSite

    with tempfile.TemporaryDirectory(prefix="tusac-beside-") as home:
        club = RunningSite(Path(home))
        club.env |= {"TUSAC_LIMITS": "off", "TUSAC_ARCHIVE_AFTER": "100000"}
        try:
            club.start()
            with club.database():
                deals = _filled(20 if quick else ASKED)
                lend_to_all()
            lan = Member(club, "lan")
            note("\nA member and three bots beside what can wait (SQLite, two workers)")
            note(
                f"{'':<40}{'n':>6}{'bot, median':>14}{'p95':>10}{'longest':>10}{'no sweep for':>15}"
            )
            quiet = _measured("nothing else", club, lan)
            for name, started in (
                (f"{len(deals)} analyses asked for at once", lambda: _analyses(club, deals)),
                ("manage.py rebuild", lambda: _managed(club, "rebuild")),
                ("manage.py rejudge", lambda: _managed(club, "rejudge", "--rules", "4sac")),
                ("manage.py verify_log", lambda: _managed(club, "verify_log")),
            ):
                with started() as still:
                    one = _measured(name, club, lan, still)
                note(f"{'  as many times the quiet median':<40}{'':>6}{one / quiet:>13.2f}")
        finally:
            club.stop()


def _filled(deals: int) -> list[int]:
    from benchmarks.filling import Past
    from games.models import Deal

    Past().play(deals)
    return list(Deal.objects.filter(ended_at__isnull=False).values_list("pk", flat=True))[:deals]


def _measured(name: str, club: Any, lan: Any, still: Any = None) -> float:
    """Play, and print how long bots took; returns the median in seconds."""
    from benchmarks.measuring import note

    silences: list[float] = []
    done = threading.Event()
    watch = threading.Thread(target=_watch, args=(club, done, silences))
    watch.start()
    gaps: list[float] = []
    while len(gaps) < 60 and (still is None or still() or not gaps):
        deal = lan.deal_at_new_table()
        lan.play(deal)
        gaps += _gaps(club, deal)
    done.set()
    watch.join()
    hundredths = quantiles(gaps, n=20)
    note(
        f"{name:<40}{len(gaps):>6}{median(gaps):>12.2f} s{hundredths[18]:>8.2f} s{max(gaps):>8.2f} s"
        f"{max(silences, default=0.0):>13.1f} s"
    )
    return median(gaps)


def _gaps(club: Any, deal: int) -> list[float]:
    """Seconds between two events of a deal of which the later was a bot's own move."""
    query = "SELECT recorded_at, payload FROM log_event WHERE stream = ? ORDER BY version"
    with contextlib.closing(_opened(club)) as database:
        rows = database.execute(query, [f"deal-{deal}"]).fetchall()
    acts = [(datetime.fromisoformat(at), json.loads(said).get("seat")) for at, said in rows]
    return [
        (at - before).total_seconds()
        for (before, _), (at, seat) in pairwise(acts)
        if seat in (1, 2, 3) and at > before
    ]


def _watch(club: Any, done: threading.Event, silences: list[float]) -> None:
    """Note the longest time between two sweeps, as the club itself writes them down."""
    seen, since = None, time.monotonic()
    with contextlib.closing(_opened(club)) as database:
        while not done.wait(0.2):
            (beat,) = database.execute("SELECT beat_at FROM games_serviceclock").fetchone()
            now = time.monotonic()
            if beat != seen:
                seen, since = beat, now
            silences.append(now - since)


def _opened(club: Any) -> sqlite3.Connection:
    return sqlite3.connect(club.var / "tusac.sqlite3", timeout=60)


@contextlib.contextmanager
def _analyses(club: Any, deals: Sequence[int]) -> Iterator[Any]:
    """Members ask for the analyses of all these deals; `still()` says whether any is missing."""
    from celery import Celery
    from django.utils import timezone

    from replays.commands import analysing
    from replays.models import Analysis
    from tusac_site.local.embedded import socket_path

    broker = Celery(broker=f"redis+socket://{socket_path(club.var)}")
    queue = getattr(settings, "CELERY_TASK_DEFAULT_QUEUE", "celery")
    vars(analysing)["enqueue"] = lambda task, *args: broker.send_task(task, args=args, queue=queue)
    with club.database():
        for deal in deals:
            analysing.ask_for_analysis(deal_id=deal, now=timezone.now())

    def still() -> bool:
        with club.database():
            return sum(row.is_whole for row in Analysis.objects.all()) < len(deals)

    yield still


@contextlib.contextmanager
def _managed(club: Any, *command: str) -> Iterator[Any]:
    """A management command, again and again; it always goes on."""
    stop = threading.Event()

    def again() -> None:
        while not stop.is_set():
            subprocess.run(
                [sys.executable, "manage.py", *command],
                env=club.env,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    thread = threading.Thread(target=again)
    thread.start()
    yield lambda: True
    stop.set()
    thread.join()


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
