"""A body that is larger than anybody's form is refused while it comes, before it is kept anywhere."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from games.errors import Refused
from tusac_site.bodies import LARGEST_BODY
from tusac_site.handler import PageHandler

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
