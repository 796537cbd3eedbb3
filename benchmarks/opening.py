"""Opening a replay for the first time: `python -m benchmarks.opening [--quick]` with the environment set.

Deals are played by the commands of their players. Each replay is then opened by a member in a process that has shown
other deals and knows nothing of this one: its page, and all its steps, which the page fetches while it is looked at.
Both again are what the next reader waits for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any
from uuid import uuid4

import django
from django.core.management import call_command
from django.test.client import Client
from django.utils import timezone

DEALS, QUICK = 60, 12
_STEPS = re.compile(rb'data-steps="([^"]+)"')


def run(*, quick: bool) -> None:
    """Play, open, and print."""
    from benchmarks import deals
    from benchmarks.measuring import line, show, timing_of
    from games.models import Deal

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    people = deals.players(4)
    for _ in range(QUICK if quick else DEALS):
        play(deals.script(people))
    client = Client()
    client.force_login(people[0])
    warm, *others = Deal.objects.filter(ended_at__isnull=False).order_by("pk")
    _opened(client, warm.pk)
    taken: dict[str, list[float]] = {}
    for deal in others:
        for when in ("for the first time", "again"):
            for what, seconds in _opened(client, deal.pk).items():
                taken.setdefault(f"{what}, {when}", []).append(seconds)
    show("Opening a replay: PostgreSQL, by the clock")
    for name, seconds_of in taken.items():
        line(name, timing_of(seconds_of))


def _opened(client: Client, deal_id: int) -> dict[str, float]:
    page, took = _timed(lambda: client.get(f"/replays/{deal_id}/"))
    found = _STEPS.search(page.content)
    assert found is not None, f"the page of deal {deal_id} names no steps"
    _all, fetched = _timed(lambda: client.get(found[1].decode().replace("&amp;", "&")))
    return {"its page": took, "all its steps": fetched}


def _timed(ask: Callable[[], Any]) -> tuple[Any, float]:
    before = perf_counter()
    answer = ask()
    taken = perf_counter() - before
    assert answer.status_code == 200, answer.status_code
    return answer, taken


def play(one: Any) -> None:
    """Play a deal to its end by the commands of its players."""
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


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
