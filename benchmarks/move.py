"""A move in one process, next to the trivial view: processor time of the thread, and how many functions are called.

Through the handler that the web server has, without its sockets; a move, a look of another seat and a trivial view in
turn, so that what else the machine does meets all three alike. Each page holds the parts of its table.
"""

from __future__ import annotations

import asyncio
import cProfile
import sys
from collections import defaultdict
from io import BytesIO
from statistics import median
from time import thread_time
from typing import Any
from urllib.parse import urlencode

import django
from django.core.management import call_command

from tests.support.held_parts import HeldParts

DEALS, QUICK = 24, 6


def run(*, quick: bool) -> None:
    """Play deals, measure each request, and print."""
    from benchmarks import deals, web
    from benchmarks.club import make_floor_table
    from benchmarks.measuring import note
    from tusac_site.serving.handler import PageHandler

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    make_floor_table()
    people = deals.players(4)
    cookies = {player.pk: web.log_in(player) for player in people}
    pages, loop = PageHandler(1), asyncio.new_event_loop()
    taken: dict[str, list[float]] = {"floor": [], "move": [], "look": []}
    calls: dict[str, list[int]] = {"floor": [], "move": [], "look": []}
    sizes: list[int] = []
    floor = _scope("POST", f"/bench-floor/{people[0].pk}"), urlencode({"body": "x" * 200}).encode()
    held: dict[tuple[int, int], HeldParts] = defaultdict(HeldParts)

    def ask(
        kind: str,
        scope: dict[str, Any],
        body: bytes,
        profile: cProfile.Profile | None,
        page_of: HeldParts | None,
    ) -> int:
        if page_of is not None:
            scope["headers"].append((b"tusac-parts", page_of.header().encode()))
        before = thread_time()
        if profile is not None:
            profile.enable()
        page = pages._answer(scope, BytesIO(body), "", loop)
        if profile is not None:
            profile.disable()
        spent = thread_time() - before
        assert isinstance(page.body, bytes)
        if page.status not in (200, 204):
            sys.exit(f"{scope['path']}: {page.status} {page.body.decode()[-300:]}")
        if profile is None:
            taken[kind].append(spent)
        if page_of is not None and page.status == 200:
            holder = {name.lower(): said for name, said in page.headers}[b"tusac-parts"]
            page_of.filled(page.body.decode(), holder.decode())
        return len(page.body)

    for number in range(QUICK if quick else DEALS):
        one = deals.script(people)
        counted = number % 6 == 5
        for step in one.steps[:-1]:
            mover, other = one.players[step.seat], one.players[(step.seat + 1) % 4]
            move = urlencode(web.form(one, step), doseq=True).encode()
            at, page, look = one.table_id, *(held[one.table_id, who.pk] for who in (mover, other))
            asked = (
                ("floor", *floor, None),
                ("move", _scope("POST", f"/tables/{at}/move", cookies[mover.pk]), move, page),
                ("look", _scope("GET", f"/tables/{at}/", cookies[other.pk]), b"", look),
            )
            for kind, scope, body, page_of in asked:
                profile = cProfile.Profile() if counted else None
                size = ask(kind, scope, body, profile, page_of)
                if profile is not None:
                    calls[kind].append(sum(entry.callcount for entry in profile.getstats()))
                    if kind == "move":
                        sizes.append(size)
        if number == 0:
            for times in taken.values():
                times.clear()  # to warm up
    floor_time = median(taken["floor"])
    note(f"{'':<28}{'n':>6}{'processor':>12}{'to the floor':>14}{'calls':>10}")
    for kind, title in (
        ("floor", "a trivial view"),
        ("move", "a move"),
        ("look", "a look of the next seat"),
    ):
        each = median(taken[kind])
        note(
            f"{title:<28}{len(taken[kind]):>6}{each * 1e3:>9.2f} ms{each / floor_time:>14.2f}"
            f"{median(calls[kind]) if calls[kind] else 0:>10,.0f}"
        )
    note(f"  an answer to a move has {median(sizes):,.0f} bytes")


def _scope(method: str, path: str, cookie: str = "") -> dict[str, Any]:
    from benchmarks import web

    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "client": ("127.0.0.1", 40000),
        "server": ("127.0.0.1", 8000),
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"content-type", b"application/x-www-form-urlencoded"),
            (b"hx-request", b"true"),
            (b"x-csrftoken", web.TOKEN.encode()),
            (b"cookie", cookie.encode()),
        ],
    }


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
