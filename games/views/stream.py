"""The live stream of a table: says that it has moved on, and never what happened there."""

from __future__ import annotations

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from games.stream import hub

RETRY = b"retry: 2000\n\n"
"""How long a browser waits before it connects again, in ms."""
MOVED = b"event: moved\ndata: 1\n\n"
"""An event without data would not be delivered."""
HEARTBEAT = b": still here\n\n"
"""A comment, which browsers ignore and proxies count as life."""


async def stream(request: HttpRequest, table_id: int) -> HttpResponseBase:
    """Server-sent events of a table. Whoever may look may listen: there is nothing in them to know."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    # Whatever asked for the session before us is done: a stream lasts for hours and must hold no connection.
    await sync_to_async(connections.close_all)()
    return StreamingHttpResponse(
        said(f"table-{table_id}"),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"},
    )


async def said(topic: str) -> AsyncIterator[bytes]:
    """What a stream says: at once that the page should look, then each time its topic moves on."""
    yield RETRY + MOVED
    async for moved in hub.listen(topic):
        yield MOVED if moved else HEARTBEAT
