"""A hundred tables of bots at once: one worker (two processes), a beat, and two web processes asked all the while.

Bots alone play a deal in one transaction, so what is told is how long a deal waits for a worker, and the longest.
`--quick` takes four tables.
"""

from __future__ import annotations

import contextlib
import os
import sys
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
            tournament = bot_tournament.play(director, bots, 1, 1)
        night.told("the list of tournaments meanwhile", taken)
    _waited(tournament)


def _waited(tournament: int) -> None:
    """What the log says of the time between two steps of a deal."""
    from benchmarks.measuring import note
    from games.log import read
    from games.models import Deal

    waited, longest = [], 0.0
    deals = Deal.objects.filter(table__origin__startswith=f"tournament-{tournament}/")
    for deal in deals.order_by("pk"):
        # What bots do one after another in one transaction has one moment: these are the times between two.
        moments = sorted({event.recorded_at for event in read(deal.stream)})
        steps = [(b - a).total_seconds() for a, b in pairwise(moments)]
        waited += steps
        longest = max(longest, *steps, 0.0)
    if len(waited) > 1:
        cut = quantiles(waited, n=100)
        note(
            f"  from one step of a deal to the next, {len(waited):,} steps:"
            f" p50 {cut[49] * 1e3:.0f} ms, p95 {cut[94] * 1e3:.0f} ms, p99 {cut[98] * 1e3:.0f} ms"
        )
    note(f"  the deal that waited longest for its next step: {longest:.2f} s")


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
