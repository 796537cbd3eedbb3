"""A body that is larger than anybody's form is refused while it comes; all that come have one bound."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from games.errors import Refused
from tests.support.threads import on_a_loop
from tusac_site.serving.handler import PageHandler
from tusac_site.serving.request_bodies import LARGEST_BODY, SMALL, BodyBudget, BoundedBody

PIECE = b"x" * 65_536


def test_a_body_without_end_is_refused_and_read_no_further() -> None:
    """Nobody has to be logged in to send one."""
    taken = 0
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        nonlocal taken
        taken += len(PIECE)
        assert taken < LARGEST_BODY * 2, "it is still read"
        return {"type": "http.request", "body": PIECE, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    with ThreadPoolExecutor(1) as thread:  # a loop of its own, whatever runs on this thread
        thread.submit(lambda: asyncio.run(PageHandler(1)(scope, receive, send))).result()
    refusal = Refused("request.too-large")
    assert [message.get("status") for message in said] == [refusal.status, None]
    assert refusal.sentence in said[1]["body"].decode()
    assert taken == LARGEST_BODY + len(PIECE)


def coming(desk: BodyBudget, size: int, *, member: bool) -> BoundedBody:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"x" * size, "more_body": True}

    return BoundedBody(receive, 2**20, desk, member=member)


def test_bodies_have_a_bound_together_of_which_strangers_have_half_and_small_ones_always_come() -> (
    None
):
    """So whoever sends without end keeps no move out."""

    async def ask() -> None:
        desk = BodyBudget(most=100_000)
        kinds = []
        bodies = []
        for member in (False, False, True, True):
            bodies.append(coming(desk, SMALL + 40_000, member=member))
            kinds.append((await bodies[-1]())["type"])
        assert kinds == ["http.request", "http.disconnect", "http.request", "http.disconnect"]
        assert desk.bytes == 80_000
        assert (await coming(desk, SMALL, member=False)())["type"] == "http.request"
        for body in bodies:
            body.leave()
        assert desk.bytes == 0

    on_a_loop(ask)
