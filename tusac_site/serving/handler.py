"""Serves pages: Django's synchronous views behind an asynchronous server, on a few threads that are kept.

Django under ASGI gives a request a thread, and with it a database connection, of its own, and changes threads three
times; a WSGI application behind an adapter changes threads for each piece that it reads and sends. Here the event loop
reads the body, a request changes threads once, and the event loop sends the answer: no client, however slow, keeps a
thread (docs/decisions/0041 and 0258), and members' pages go before those of strangers (0259).
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final, NamedTuple

from django.core.exceptions import RequestAborted
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation

from games.api.serializers import problem
from games.common.django_internals import SynchronousHandler
from games.errors import Refused
from games.live.sse import language_of
from tusac_site.errors import RETRY_AFTER
from tusac_site.serving.answer_buffers import PIECE, AnswerBuffer, OutgoingAnswers
from tusac_site.serving.exports import Export, Exports
from tusac_site.serving.known_callers import KnownCallers, credential_of
from tusac_site.serving.page_queue import PageQueue, Priority, QueueFull
from tusac_site.serving.process import ANSWER_SECONDS, EXPORT_SECONDS, LOGIN_SECONDS
from tusac_site.serving.request_bodies import BodyBudget, BoundedBody, largest

_log = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

THREADS: Final = 8
"""Pages that a process answers at a time; the database has one writer and the processor one interpreter lock."""

OTHERS: Final = 3
"""Those of them that may be of nobody whom the process knows: enough for one processor, few beside a member's move."""

LOGINS: Final = 2
"""Requests that hash a password, a tenth of a second and 50 MB each: on threads of their own, beside the pages."""

MOST_WAITING: Final = 40
"""Logins that wait or are answered; who comes then is told to come again."""

FULL_EVERY: Final = 60.0
"""Seconds after which the log says again that pages are turned away because too many wait."""

_HASHING: Final = re.compile(
    r"/accounts/(?:login|password_change)/|/welcome/|/account/second-factor/|/api/v1/token/|/admin/password_change/"
    r"|/admin/games/player/\d+/password/"
)
"""Where a POST hashes a password."""
_MONITORS: Final = frozenset({"/readyz", "/metrics"})
"""What health checks and Prometheus ask: as a member does, each only as often at a time as one member."""


class _Said(NamedTuple):
    """A page's answer: status, headers, and the body, which may still be being written."""

    status: int
    headers: Headers
    body: bytes | AnswerBuffer | Export


class PageHandler(SynchronousHandler):
    """An ASGI application that answers with Django's views and middleware, all of it synchronous.

    If an answer does not come in time, because the database hangs, the reader gets an error instead.
    """

    answer_seconds: float = ANSWER_SECONDS
    login_seconds: float = LOGIN_SECONDS
    export_seconds: float = EXPORT_SECONDS

    def __init__(
        self, threads: int, logins: int = LOGINS, known: KnownCallers | None = None
    ) -> None:
        """Create it with `threads` for pages, and `logins` threads for requests that hash a password.

        `known` decides whose requests go first; by default it knows only callers whom this process has answered.
        """
        super().__init__()
        self.pages = PageQueue(threads, others=min(OTHERS, threads))
        self.answers = OutgoingAnswers()
        self.bodies = BodyBudget()
        self.known = known or KnownCallers(load=None)
        self._exports = Exports(self.pages.step_aside)
        self._logins = ThreadPoolExecutor(logins, thread_name_prefix="login")
        self._logging_in = 0
        self._stuck: dict[Future[Any], Priority] = {}
        """Pages that nobody waits for any more, each of which keeps a thread until what it waits for comes."""
        self._said_full = -FULL_EVERY

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        self.known.refresh_if_due()
        shown = credential_of(scope["headers"])
        priority = self.known.priority_of(shown)
        if scope["path"] in _MONITORS:
            priority, shown = Priority.MEMBER, scope["path"]
        most = largest(scope["method"], scope["path"])
        coming = BoundedBody(receive, most, self.bodies, member=priority is Priority.MEMBER)
        try:
            body = await self.read_body(coming)
        except RequestAborted:
            coming.leave()
            if coming.too_large:
                await refuse(scope, send, Refused("request.too-large"))
            elif coming.no_room:
                await self._give_up(scope, send, "service.full")
            return
        hashes = scope["method"] == "POST" and _HASHING.fullmatch(scope["path"]) is not None
        try:
            page = self._begin(scope, body, priority, shown, hashes=hashes)
        except Refused as refusal:
            body.close()
            coming.leave()
            await self._give_up(scope, send, refusal.code)
            return
        loop = asyncio.get_running_loop()
        page.add_done_callback(lambda _page: _closed(body, coming, loop))
        self._logging_in += hashes
        try:
            said = await self._wait(page, priority, scope, send, hashes=hashes)
        finally:
            self._logging_in -= hashes
        if said is not None:
            await self._hand_out(said, scope, receive, send)

    def _begin(
        self, scope: Any, body: Any, priority: Priority, shown: str, *, hashes: bool
    ) -> Future[_Said]:
        """Queue the page and return the future of its answer. Raises Refused if too many wait."""
        answer = partial(self._answer, scope, body, shown, asyncio.get_running_loop())
        if hashes:
            if self._logging_in >= MOST_WAITING:
                raise Refused("login.busy")
            return self._logins.submit(answer)
        others = sum(one > Priority.GUEST for one in self._stuck.values())
        if len(self._stuck) >= self.pages.threads or (
            priority > Priority.GUEST and others >= self.pages.others
        ):
            raise Refused(
                "service.slow"
            )  # every thread that this page may have waits for the database already
        try:
            return self.pages.submit(priority, shown, answer)
        except QueueFull:
            raise Refused("service.full") from None

    async def _wait(
        self, page: Future[_Said], priority: Priority, scope: Any, send: Send, *, hashes: bool
    ) -> _Said | None:
        """Return the page's answer; if it does not come in time, refuse the request and return None.

        A page that `hashes` a password has more time.
        """
        answer = asyncio.wrap_future(page)
        await asyncio.wait((answer,), timeout=self.login_seconds if hashes else self.answer_seconds)
        if answer.done():
            try:
                return answer.result()
            except QueueFull:
                await self._give_up(scope, send, "service.full")
                return None
        refusal = "login.slow" if hashes else "service.slow"
        if page.cancel():
            refusal = "login.busy" if hashes else refusal
        elif not hashes:  # it has begun, and a thread cannot be taken back
            self._stuck[page] = priority
            page.add_done_callback(lambda page: self._stuck.pop(page, None))
        answer.add_done_callback(_forget)
        await self._give_up(scope, send, refusal)
        return None

    def _answer(self, scope: Any, body: Any, shown: str, loop: asyncio.AbstractEventLoop) -> _Said:
        """Make a page's answer; called on the page's thread.

        Raises QueueFull for an export if too many are being written.
        """
        request, response = self.answer(scope, body)
        handed_on = False
        try:
            if request is not None:
                self.known.note(shown, request)
            headers = _headers(response)
            if isinstance(response, HttpResponse):
                content = response.content
                small = len(content) <= PIECE
                return _Said(
                    response.status_code, headers, content if small else AnswerBuffer(content)
                )
            assert isinstance(response, StreamingHttpResponse)
            if scope["method"] == "HEAD":
                return _Said(response.status_code, headers, b"")
            export = self._exports.begin(response, loop, shown)
            handed_on = True
            return _Said(response.status_code, headers, export)
        finally:
            if not handed_on:
                response.close()

    async def _hand_out(self, said: _Said, scope: Any, receive: Receive, send: Send) -> None:
        """Send an answer as fast as its reader takes it."""
        start = {"type": "http.response.start", "status": said.status, "headers": said.headers}
        if isinstance(said.body, bytes):
            await send(start)
            await send({"type": "http.response.body", "body": said.body})
        elif isinstance(said.body, AnswerBuffer):
            try:
                await send(start)
                await self.answers.send(said.body, send, scope.get("state", {}))
            finally:
                said.body.close()
        else:
            gone = asyncio.ensure_future(receive())  # the body is read: this is the end
            try:
                await self._export(said.body, start, gone, scope, send)
            finally:
                gone.cancel()
                said.body.leave()

    async def _export(
        self,
        export: Export,
        start: dict[str, Any],
        gone: asyncio.Future[Any],
        scope: Any,
        send: Send,
    ) -> None:
        """Send an export as it is written, until its end or until the reader has `gone`."""

        async def begin_and_send() -> None:
            try:
                await asyncio.wait_for(export.more(0), self.export_seconds)
            except TimeoutError:
                await self._give_up(scope, send, "service.full")
                return
            await send(start)
            await self.answers.send(export.kept, send, scope.get("state", {}), export)

        sending = asyncio.ensure_future(begin_and_send())
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            sending.cancel()

    async def _give_up(self, scope: Any, send: Send, code: str) -> None:
        # However many strangers come, they fill no log.
        if code != "service.full" or self._said_full + FULL_EVERY < monotonic():
            if code == "service.full":
                self._said_full = monotonic()
            _log.warning("given up (%s): %s", code, scope["path"])
        await refuse(scope, send, Refused(code))


def _closed(body: Any, coming: BoundedBody, loop: asyncio.AbstractEventLoop) -> None:
    """Close a request's body once its page has been answered, and give its bytes back to the budget."""
    body.close()
    with suppress(RuntimeError):  # the server has ended
        loop.call_soon_threadsafe(coming.leave)


def _headers(response: HttpResponseBase) -> Headers:
    cookies = [
        (b"Set-Cookie", cookie.output(header="").strip().encode("ascii"))
        for cookie in response.cookies.values()
    ]
    return [
        *((name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()),
        *cookies,
    ]


def _forget(answer: asyncio.Future[Any]) -> None:
    """Discard the late answer, or error, of a page that was given up."""
    if answer.cancelled() or answer.exception() is not None:
        return
    said = answer.result()
    if isinstance(said.body, AnswerBuffer):
        said.body.close()
    elif isinstance(said.body, Export):
        said.body.leave()


async def refuse(scope: Any, send: Send, refusal: Refused) -> None:
    """Send a refusal's sentence and status without using anything that might hang.

    It is a page if the reader wants one, JSON for the API, otherwise plain text.
    """
    with translation.override(language_of(scope)):
        body, kind = refusal.sentence.encode(), b"text/plain; charset=utf-8"
        if scope["path"].startswith(("/api/", "/readyz")):
            body, kind = json.dumps(problem(refusal)).encode(), b"application/json"
        elif _wants_a_page(scope):
            body, kind = _page(refusal), b"text/html; charset=utf-8"
    headers = [(b"content-type", kind), (b"retry-after", RETRY_AFTER.encode())]
    headers += [(b"content-length", b"%d" % len(body)), (b"cache-control", b"no-store")]
    headers += [
        (b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'")
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _wants_a_page(scope: Any) -> bool:
    headers = dict(scope["headers"])
    return b"text/html" in headers.get(b"accept", b"") and b"hx-request" not in headers


def _page(refusal: Refused) -> bytes:
    return render_to_string("one_moment.html", {"refusal": refusal}).encode()
