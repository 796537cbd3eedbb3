"""Pages: Django's synchronous views behind an asynchronous server, each request on one of a few threads that stay.

Django under ASGI gives a request a thread, and with it a database connection, of its own, and changes threads three
times; a WSGI application behind an adapter changes threads for each piece that it reads and sends. Here a request
changes threads once, and its whole answer comes back (`docs/decisions/0041-answer-pages-on-kept-threads.md`).
Undocumented parts of Django in here: `ASGIHandler`'s `load_middleware`, `read_body`, `create_request` and
`get_response`, `get_script_prefix`, and a response's `_handler_class`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from asyncio import FIRST_COMPLETED as FIRST
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation

from games.api.serializers import problem
from games.errors import Refused
from games.live.sse import language_of
from tusac_site.errors import RETRY_AFTER
from tusac_site.patience import ANSWER_SECONDS, LOGIN_SECONDS

_log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

LARGEST_BODY: Final = 4 * 2**20
"""Bytes that a request may bring. Django reads all of it, onto the disk, before it looks who asks and what for."""

LARGEST_PHOTOGRAPH: Final = 11 * 2**20
"""The same where a photograph is sent: a telephone's, in the form around it."""
_PHOTOGRAPHS: Final = re.compile(
    r"(/tournaments/[0-9]+/rounds/[0-9]+/tables/[0-9]+/deals/[0-9]+/photographs"
    r"|/api/v1/tournaments/[0-9]+/rounds/[0-9]+/tables/[0-9]+/results/[0-9]+/photographs/)"
)

THREADS: Final = 8
"""Pages that a process answers at a time; the database has one writer and the processor one interpreter lock."""

LOGINS: Final = 2
"""Requests that hash a password, a tenth of a second and 50 MB each: on threads of their own, beside the pages."""

MOST_WAITING: Final = 40
"""Logins that wait or are answered; who comes then is told to come again."""

_HASHING: Final = re.compile(
    r"/accounts/(?:login|password_change)/|/welcome/|/account/second-factor/|/api/v1/token/|/admin/(?:login|password_change)/"
    r"|/admin/games/player/(?:add|\d+/password)/"
)
"""Where a POST hashes a password."""


class PageHandler(ASGIHandler):
    """An ASGI application that answers with Django's views and middleware, all of it synchronous.

    A page whose answer does not come in time, since the database hangs, is given up, and its reader is told so.
    """

    answer_seconds: float = ANSWER_SECONDS
    login_seconds: float = LOGIN_SECONDS

    def __init__(self, threads: int, logins: int = LOGINS) -> None:
        """`threads` requests are answered at a time, beside them `logins` that hash a password; the next ones wait."""
        super().__init__()
        self._most = threads
        self._logins = ThreadPoolExecutor(logins, thread_name_prefix="login")
        self._logging_in = 0
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._stuck: set[Future[Any]] = set()
        """Pages that nobody waits for any more, each of which keeps a thread until what it waits for comes."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Load it for synchronous use, whatever is asked."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Answer one HTTP request."""
        photograph = scope["method"] == "POST" and _PHOTOGRAPHS.fullmatch(scope["path"])
        coming = _Coming(receive, LARGEST_PHOTOGRAPH if photograph else LARGEST_BODY)
        try:
            body = await self.read_body(coming)
        except RequestAborted:
            if coming.size > coming.most:
                await _refuse(scope, send, Refused("request.too-large"))
            return
        hashes = scope["method"] == "POST" and _HASHING.fullmatch(scope["path"]) is not None
        if hashes and self._logging_in >= MOST_WAITING:
            body.close()
            await _refuse(scope, send, Refused("login.busy"))
            return
        if len(self._stuck) >= self._most:
            body.close()
            await _give_up(scope, send)
            return
        loop = asyncio.get_running_loop()
        waiting = _Waiting(loop.create_future())

        def send_from_thread(message: dict[str, Any]) -> None:
            asyncio.run_coroutine_threadsafe(waiting.sent(send, message), loop).result()

        pool = self._logins if hashes else self._threads
        page = pool.submit(self._answer, scope, body, send_from_thread)
        page.add_done_callback(lambda _page: body.close())
        self._logging_in += hashes
        try:
            await self._wait(page, waiting, scope, send, hashes=hashes)
        finally:
            self._logging_in -= hashes

    async def _wait(
        self, page: Future[Any], waiting: _Waiting, scope: Any, send: Send, *, hashes: bool
    ) -> None:
        """Send the page's answer, or give the page up if none comes in time; what `hashes` a password has longer."""
        seconds = self.login_seconds if hashes else self.answer_seconds
        answer = asyncio.wrap_future(page)
        begun = waiting.begun
        await asyncio.wait((answer, begun), timeout=seconds, return_when=FIRST)
        if answer.done() or begun.done():
            for message in await answer:
                await send(message)
            return
        waiting.given_up = True
        refusal = "login.slow" if hashes else "service.slow"
        if page.cancel():
            refusal = "login.busy" if hashes else refusal
        elif not hashes:  # it has begun, and a thread cannot be taken back
            self._stuck.add(page)
            page.add_done_callback(self._stuck.discard)
        answer.add_done_callback(_forget)
        await _give_up(scope, send, refusal)

    def _answer(
        self, scope: Any, body: Any, send: Callable[[dict[str, Any]], None]
    ) -> list[dict[str, Any]]:
        """The messages of an answer; one that comes piece by piece is sent from here, and nothing is left to send."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        # What is tidied up after an answer (a database connection, for one) belongs to this thread.
        response._handler_class = self.__class__
        try:
            start = {
                "type": "http.response.start",
                "status": response.status_code,
                "headers": _headers(response),
            }
            if isinstance(response, HttpResponse):
                return [start, {"type": "http.response.body", "body": response.content}]
            send(start)
            for piece in _pieces(response):
                send({"type": "http.response.body", "body": piece, "more_body": True})
            send({"type": "http.response.body", "body": b""})
            return []
        finally:
            response.close()


class _Coming:
    """The messages of a request; one whose body is too large goes on as one whose sender has gone."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.size = 0
        self.most = most
        self._receive = receive

    async def __call__(self) -> dict[str, Any]:
        message = await self._receive()
        self.size += len(message.get("body", b""))
        return message if self.size <= self.most else {"type": "http.disconnect"}


def _pieces(response: HttpResponseBase) -> Iterator[bytes]:
    assert isinstance(response, StreamingHttpResponse)
    return iter(response)


def _headers(response: HttpResponseBase) -> Headers:
    cookies = [
        (b"Set-Cookie", cookie.output(header="").strip().encode("ascii"))
        for cookie in response.cookies.values()
    ]
    return [
        *((name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()),
        *cookies,
    ]


class _Waiting:
    """Whether the reader of a page still waits for it; asked and answered on the event loop alone."""

    def __init__(self, begun: asyncio.Future[None]) -> None:
        self.begun = begun
        """Done when the first piece of an answer is there that comes piece by piece."""
        self.given_up = False

    async def sent(self, send: Send, message: dict[str, Any]) -> None:
        if self.given_up:
            raise RequestAborted
        if not self.begun.done():
            self.begun.set_result(None)
        await send(message)


def _forget(answer: asyncio.Future[Any]) -> None:
    """What came of a page that was given up is nobody's concern, an error of it neither."""
    if not answer.cancelled():
        answer.exception()


async def _give_up(scope: Any, send: Send, code: str = "service.slow") -> None:
    _log.warning("given up (%s): %s", code, scope["path"])
    await _refuse(scope, send, Refused(code))


async def _refuse(scope: Any, send: Send, refusal: Refused) -> None:
    """A sentence and its status, without asking anything that might hang."""
    with translation.override(language_of(scope)):
        body, kind = refusal.sentence.encode(), b"text/plain; charset=utf-8"
        if scope["path"].startswith(("/api/", "/readyz")):
            body, kind = json.dumps(problem(refusal)).encode(), b"application/json"
    headers = [(b"content-type", kind), (b"retry-after", RETRY_AFTER.encode())]
    headers += [(b"content-length", b"%d" % len(body)), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
