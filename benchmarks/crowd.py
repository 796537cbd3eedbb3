"""A hundred tables of bots at once: one worker (two processes), a beat, and two web processes asked all the while.

How soon a move follows the one before, and how long the longest deal waited: for its first move, for its next one, and
for the next deal. `--quick` takes four tables.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections import defaultdict
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import quantiles

import django
from django.core.management import call_command


def run(*, quick: bool) -> None:
    """Play, and print how long moves and deals waited."""
    from benchmarks import bot_tournament, night, web
    from benchmarks.measuring import show
    from games.models import Player

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    bots = 16 if quick else 400
    show(f"{bots} bots at {bots // 4} tables, one worker, two web processes")
    director = Player.objects.create_user("bench-director", is_director=True)
    var = Path(os.environ["TUSAC_VAR"])
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(web.server(var / f"web{at}.log")) for at in range(2)]
        ports = [server.port for server in servers]
        with night.asked_at("/tournaments/", ports) as taken:
            tournament = bot_tournament.play(director, bots, 1, 2)
        night.told("the list of tournaments meanwhile", taken)
    _waited(tournament)


def _waited(tournament: int) -> None:
    """What the log says of the time between two moves of a deal."""
    from benchmarks.measuring import note
    from games.log import read
    from games.models import Deal

    between: list[float] = []
    longest: defaultdict[str, float] = defaultdict(float)
    deals = Deal.objects.filter(table__origin__startswith=f"tournament-{tournament}/")
    for deal in deals.order_by("pk"):
        moments: list[datetime] = []
        for event in read(deal.stream):
            if not moments or event.recorded_at != moments[-1]:
                moments.append(event.recorded_at)
        steps = [(b - a).total_seconds() for a, b in pairwise(moments)]
        if len(steps) < 2:
            note(f"  deal {deal.pk} has not begun")
            continue
        between += steps[1:]
        longest["for its first move"] = max(longest["for its first move"], steps[0])
        longest["for a move after another"] = max(longest["for a move after another"], *steps[1:])
    if between:
        cut = quantiles(between, n=100)
        note(
            f"  a bot's move after the move before it, {len(between):,} moves:"
            f" p50 {cut[49] * 1e3:.0f} ms, p95 {cut[94] * 1e3:.0f} ms, p99 {cut[98] * 1e3:.0f} ms"
        )
    for what, seconds in longest.items():
        note(f"  the deal that waited longest {what}: {seconds:.2f} s")


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
