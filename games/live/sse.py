"""Serves the live stream of a browser, which says which of its tables and reviews changed but not how.

All tabs of a browser share one stream (`static/js/stream.js`), because over HTTP/1.1 a browser opens at most six
connections. A topic with a key is secret from anyone who does not know the key (`games.live.publish`).

There are two ways to serve a stream. `live` speaks ASGI and keeps it open. It needs only the request's address and
cookie, so a thousand streams cost little. `stream` is for servers without ASGI: it tells the browser to look now and
to ask again later.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.utils import translation
from django.views.decorators.http import require_GET

from games.common.addresses import network_of
from games.errors import Refused
from games.live.hub import HubSignal, Listener, Signal, hub

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOVED: Final = b"event: moved\ndata: *\n\n"
"""That everything the stream is about may have moved on."""
LEFT: Final = b"event: left\ndata: *\n\n"
"""That the login has ended, so every page should look. An event without data would not be delivered."""
HEARTBEAT: Final = b"event: beat\ndata: *\n\n"
"""That the stream is alive: for proxies, and for pages, which open another one when it stays away."""
RETRY: Final = b"retry: 2000\n\n"
"""How long a browser waits before it connects again, in ms."""
SELDOM: Final = b"retry: 15000\n\n"
"""The same where no stream is kept open."""
HEADERS: Final = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}

MOST: Final = min(4000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 3 // 4)
"""Streams that a process keeps open; what is left of the files that it may open is for pages and the database."""


@require_GET
def stream(request: HttpRequest) -> HttpResponse:
    """Return a short response that tells the page to look now and to ask again later. Contains nothing secret."""
    return HttpResponse(SELDOM + MOVED, headers=HEADERS)


async def live(
    topics: Iterable[str], scope: Scope, receive: Receive, send: Send, *, login: str = ""
) -> None:
    """Handle the stream (ASGI): send one signal at the start, then one at each change, until either side ends it.

    `login` is the topic of the login with which the stream was opened; the stream ends with it.
    """
    try:
        with limit.counted(source_of(scope)):
            await begin(send, 200, HEADERS)
            await _serve(hub.add(topics, login), receive, send)
    except Refused as refusal:
        await _refuse(refusal, scope, send)


async def _serve(listener: Listener, receive: Receive, send: Send) -> None:
    gone = asyncio.create_task(watch_for_the_end(receive, listener))
    try:
        said, news = RETRY + MOVED, HubSignal(Signal.MOVED)
        while news.signal is not Signal.END:
            await send({"type": "http.response.body", "body": said, "more_body": True})
            if news.signal is Signal.LEFT:
                break
            news = await listener.next()
            said = _words(news)
        await send({"type": "http.response.body"})
    finally:
        gone.cancel()
        hub.remove(listener)


def _words(news: HubSignal) -> bytes:
    if news.signal is Signal.BEAT:
        return HEARTBEAT
    if news.signal is Signal.LEFT:
        return LEFT
    if not news.topics:
        return MOVED
    return f"event: moved\ndata: {' '.join(sorted(news.topics))}\n\n".encode()


async def watch_for_the_end(receive: Receive, listener: Listener) -> None:
    """End the stream when its reader has left, which sending alone would not notice."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.signal(Signal.END)


class ConnectionLimit:
    """Limits the open streams, in all and per source, so that nobody can use them all up."""

    def __init__(self, most: int = MOST, *, each: int | None = None) -> None:
        """Allow `most` streams in all and `each` per source; by default `each` is the setting's limit per address."""
        self.most = most
        self.each = each
        self._all = 0
        self._of: Counter[str] = Counter()

    @contextmanager
    def counted(self, source: str, *, refusal: str = "stream.too-many") -> Iterator[None]:
        """Context manager that counts one more stream while it is open. Raises Refused above the limit."""
        each = settings.TUSAC_STREAMS_PER_ADDRESS if self.each is None else self.each
        if self._all >= self.most or self._of[source] >= each:
            raise Refused(refusal)
        self._all += 1
        self._of[source] += 1
        try:
            yield
        finally:
            self._all -= 1
            self._of[source] -= 1
            if not self._of[source]:
                del self._of[source]


limit = ConnectionLimit()
"""The limit of this process."""


def source_of(scope: Scope) -> str:
    """Return the key by which a stream is counted: its network, or the socket's address if the network is unknown."""
    host = str((scope.get("client") or ("", 0))[0])
    network = network_of(host)
    return host if network == "unknown" else network


def language_of(scope: Scope) -> str:
    """Return the reader's language, judged by the request's headers alone."""
    request = HttpRequest()
    for name, value in scope["headers"]:
        if name == b"accept-language":
            request.META["HTTP_ACCEPT_LANGUAGE"] = value.decode("latin-1")
        elif name == b"cookie":
            request.COOKIES |= parse_cookie(value.decode("latin-1"))
    return translation.get_language_from_request(request)


async def _refuse(refusal: Refused, scope: Scope, send: Send) -> None:
    with translation.override(language_of(scope)):
        body = refusal.sentence.encode()
    plain = {"Content-Type": "text/plain; charset=utf-8", "Retry-After": "15"}
    await begin(send, refusal.status, {**HEADERS, **plain})
    await send({"type": "http.response.body", "body": body})


async def begin(send: Send, status: int, headers: dict[str, str]) -> None:
    """Send the response's status and headers."""
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
