"""Clients that take nothing, or send byte by byte, keep a connection and no thread; and all of them have one bound."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from tests.support.servers import wait_until
from tests.support.threads import on_a_loop
from tusac_site.connections import Patient
from tusac_site.serving import exports
from tusac_site.serving.answer_buffers import CUT, OutgoingAnswers
from tusac_site.serving.handler import THREADS, PageHandler
from tusac_site.serving.request_bodies import SMALL, BodyBudget

SLOW = 16
LARGE = 3_600_000
"""Bytes of the file of records that nine clients held the club with."""
PIECES = 60


def here(request: HttpRequest) -> HttpResponse:
    """A page that anybody gets."""
    return HttpResponse(b"here:%d" % len(request.body))


def records(request: HttpRequest) -> StreamingHttpResponse:
    """A long file, piece by piece."""
    return StreamingHttpResponse(b"x" * (LARGE // PIECES) for _ in range(PIECES))


def picture(request: HttpRequest) -> HttpResponse:
    """The same in one, as pictures, tables of figures and steps of replays come."""
    return HttpResponse(b"x" * LARGE)


def endless(request: HttpRequest) -> StreamingHttpResponse:
    """A file that would never end."""
    return StreamingHttpResponse(iter(lambda: b"piece", b""))


held = threading.Event()
made: list[str] = []


def waits(request: HttpRequest) -> StreamingHttpResponse:
    """A file whose second piece is long in coming."""

    def pieces() -> Iterator[bytes]:
        for number in range(3):
            made.append(threading.current_thread().name)
            yield b"piece"
            if not number:
                assert held.wait(30)

    return StreamingHttpResponse(pieces())


def broken(request: HttpRequest) -> StreamingHttpResponse:
    """A file that cannot be written."""

    def pieces() -> Iterator[bytes]:
        if request.path:
            raise RuntimeError("no such deal")
        yield b""

    return StreamingHttpResponse(pieces())


urlpatterns = [
    path("here", here),
    path("records", records),
    path("picture", picture),
    path("waits", waits),
    path("endless", endless),
    path("broken", broken),
]


@pytest.fixture(autouse=True)
def these_views_alone(settings: Any) -> Iterator[None]:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    held.clear()
    made.clear()
    yield
    held.set()


def scope_of(where: str, method: str = "GET", cookie: bytes = b"") -> dict[str, Any]:
    headers = [(b"host", b"testserver"), *([(b"cookie", cookie)] if cookie else [])]
    return {
        "type": "http",
        "method": method,
        "path": where,
        "query_string": b"",
        "headers": headers,
        "client": ("192.0.2.7", 4000),
        "server": ("testserver", 80),
    }


async def answer(handler: PageHandler, where: str, body: bytes = b"") -> tuple[int, bytes]:
    """Status and body of a whole answer."""
    talk = ApplicationCommunicator(handler, scope_of(where, "POST" if body else "GET"))
    await talk.send_input({"type": "http.request", "body": body})
    status = (await talk.receive_output(30))["status"]
    said, more = b"", True
    while more:
        message = await talk.receive_output(30)
        said, more = said + message["body"], message.get("more_body", False)
    await talk.wait(30)
    return status, said


class Reader:
    """A client that takes the first piece of its answer and nothing more."""

    def __init__(self, handler: PageHandler, where: str, cookie: bytes = b"") -> None:
        self.stalls = False
        self.status = 0
        self.cut_off = False
        self._left = asyncio.Event()
        scope = scope_of(where, cookie=cookie) | {"state": {CUT: self._cut}}
        self.task = asyncio.ensure_future(handler(scope, self._receive, self._send))
        self._asked = False

    def _cut(self) -> None:
        self.cut_off = True
        self.leave()

    def leave(self) -> None:
        """The connection ends."""
        self._left.set()

    async def _receive(self) -> dict[str, Any]:
        if self._asked:
            await self._left.wait()
            return {"type": "http.disconnect"}
        self._asked = True
        return {"type": "http.request", "body": b""}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message.get("more_body") and not self._left.is_set():
            self.stalls = True
            await self._left.wait()


async def until(done: Any) -> None:
    """Let the loop and the threads go on until this holds."""
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("where", ["/records", "/picture"])
def test_sixteen_who_read_nothing_keep_no_thread_from_anybody(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine of them had all threads of pages, and for half a minute everybody else a 503."""
    monkeypatch.setattr(exports, "MOST_OF_ONE", SLOW)

    async def ask() -> None:
        handler = PageHandler(THREADS)
        readers = [Reader(handler, where) for _ in range(SLOW)]
        await until(lambda: all(reader.stalls for reader in readers))
        assert handler.pages.running() == 0
        assert await answer(handler, "/here") == (200, b"here:0")
        for reader in readers:
            reader.leave()
            await reader.task
        await until(lambda: not handler.answers)
        assert handler.answers.bytes == 0

    on_a_loop(ask)


def test_sixteen_whose_bodies_dribble_keep_no_thread_from_anybody() -> None:
    async def ask() -> None:
        handler = PageHandler(1)
        slow = [ApplicationCommunicator(handler, scope_of("/here", "POST")) for _ in range(SLOW)]
        for talk in slow:
            await talk.send_input({"type": "http.request", "body": b"x", "more_body": True})
        assert await answer(handler, "/here") == (200, b"here:0")
        assert handler.pages.running() == 0
        for talk in slow:
            assert await talk.receive_nothing()
            await talk.send_input({"type": "http.disconnect"})
            await talk.wait(30)

    on_a_loop(ask)


def test_who_takes_an_answer_gets_all_of_it_however_it_was_kept() -> None:
    async def ask() -> None:
        handler = PageHandler(1)
        for where in ("/records", "/picture"):
            status, said = await answer(handler, where)
            assert (status, len(said)) == (200, LARGE)

    on_a_loop(ask)


def test_a_file_that_is_long_in_making_keeps_no_thread_of_a_page() -> None:
    async def ask() -> None:
        handler = PageHandler(1)
        reading = asyncio.ensure_future(answer(handler, "/waits"))
        await until(lambda: made)
        assert await answer(handler, "/here") == (200, b"here:0")
        held.set()
        assert await reading == (200, b"piece" * 3)
        assert {name[:6] for name in made} == {"export"}

    on_a_loop(ask)


def test_for_a_reader_who_has_gone_nothing_more_is_written() -> None:
    async def ask() -> None:
        handler = PageHandler(1)
        reader = Reader(handler, "/waits")
        await until(lambda: reader.stalls)
        reader.leave()
        await reader.task
        held.set()
        assert await answer(handler, "/records") == (200, b"x" * LARGE)  # its turn has come
        assert len(made) == 2, "the third piece was made for nobody"
        assert not handler.answers

    on_a_loop(ask)


def test_files_are_written_in_turn_so_that_none_waits_for_the_end_of_a_longer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exports, "MOST_AHEAD", 100_000)

    async def ask() -> None:
        handler = PageHandler(2)
        without_end = Reader(handler, "/endless")
        await until(lambda: without_end.stalls)
        assert await answer(handler, "/records") == (200, b"x" * LARGE)
        assert not without_end.task.done()
        # It is written no further than so far ahead of its reader.
        await until(lambda: handler.answers.bytes >= exports.MOST_AHEAD)
        assert await answer(handler, "/records") == (200, b"x" * LARGE)
        assert handler.answers.bytes < exports.MOST_AHEAD + 10_000
        without_end.leave()
        await without_end.task
        assert not handler.answers

    on_a_loop(ask)


def test_a_file_larger_than_may_wait_for_its_reader_is_written_as_it_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exports, "MOST_AHEAD", LARGE // PIECES)

    async def ask() -> None:
        assert await answer(PageHandler(1), "/records") == (200, b"x" * LARGE)

    on_a_loop(ask)


def test_one_reader_has_only_so_many_files_made_at_a_time() -> None:
    async def ask() -> None:
        handler = PageHandler(THREADS)
        cookie = b"sessionid=abcdefgh"
        first = [Reader(handler, "/waits", cookie) for _ in range(exports.MOST_OF_ONE)]
        await until(lambda: made and not handler.pages.running())
        more = Reader(handler, "/waits", cookie)
        await more.task
        assert more.status == 503
        other = Reader(handler, "/waits", b"sessionid=otherother")
        held.set()
        await until(lambda: other.stalls and all(reader.stalls for reader in first))
        for reader in (*first, other):
            reader.leave()
            await reader.task

    on_a_loop(ask)


def test_a_file_that_does_not_begin_in_time_is_given_up_and_said_so() -> None:
    async def ask() -> None:
        handler = PageHandler(2)
        handler.export_seconds = 0.05
        first = Reader(handler, "/waits")
        await until(lambda: first.stalls)
        status, said = await answer(handler, "/records")
        assert status == 503
        assert said.startswith(b"Too many people are using the club right now")
        held.set()
        first.leave()
        await first.task

    on_a_loop(ask)


def test_a_file_that_cannot_be_written_is_an_error_of_its_request_alone() -> None:
    async def ask() -> None:
        handler = PageHandler(1)
        talk = ApplicationCommunicator(handler, scope_of("/broken"))
        await talk.send_input({"type": "http.request", "body": b""})
        with pytest.raises(RuntimeError, match="no such deal"):
            await talk.wait(30)  # who waits for an answer there waits all of that time
        assert (await answer(handler, "/records"))[0] == 200

    on_a_loop(ask)


def test_all_that_waits_has_a_bound_and_who_took_nothing_for_longest_is_cut_off() -> None:
    async def ask() -> None:
        handler = PageHandler(2)
        handler.answers = OutgoingAnswers(most=2 * LARGE)
        readers = []
        for _ in range(3):
            readers.append(Reader(handler, "/picture"))
            await until(lambda: readers[-1].stalls)
        await readers[0].task
        assert [reader.cut_off for reader in readers] == [True, False, False]
        assert handler.answers.bytes == 2 * LARGE
        for reader in readers[1:]:
            reader.leave()
            await reader.task

    on_a_loop(ask)


def test_what_a_body_has_brought_is_counted_until_its_page_needs_it_no_longer() -> None:
    async def ask() -> None:
        handler = PageHandler(1)
        large = b"x" * (SMALL + 1000)
        assert await answer(handler, "/here", large) == (200, b"here:%d" % len(large))
        await until(lambda: not handler.bodies.bytes)
        handler.bodies = BodyBudget(most=1000)
        status, said = await answer(handler, "/here", large)
        assert status == 503
        assert said.startswith(b"Too many people are using the club right now")
        assert await answer(handler, "/here", b"a move") == (200, b"here:6")

    on_a_loop(ask)


def test_over_real_connections_the_one_who_took_nothing_is_cut_off_and_the_page_comes() -> None:
    """As uvicorn serves it: sixteen sockets that ask and never read."""
    handler = PageHandler(2)
    handler.answers = OutgoingAnswers(most=2 * LARGE)
    listening = socket.create_server(("127.0.0.1", 0), backlog=64)
    config = uvicorn.Config(handler, http=Patient, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    serving = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    serving.start()
    wait_until(lambda: server.started, "the server starts")
    port = listening.getsockname()[1]
    slow = []
    try:
        for _ in range(SLOW):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.connect(("127.0.0.1", port))
            one.sendall(b"GET /picture HTTP/1.1\r\nHost: testserver\r\n\r\n")
            slow.append(one)
        with socket.create_connection(("127.0.0.1", port), timeout=60) as page:
            page.sendall(b"GET /here HTTP/1.1\r\nHost: testserver\r\nConnection: close\r\n\r\n")
            said = b""
            while piece := page.recv(65_536):
                said += piece
        assert said.startswith(b"HTTP/1.1 200") and b"here:0" in said
        wait_until(lambda: len(server.server_state.connections) == 2, "the stalest are cut off")
        wait_until(
            lambda: handler.answers.bytes == handler.answers.most,
            "what the last two wait for is all that is kept",
        )
    finally:
        for one in slow:
            one.close()
        server.should_exit = True
        serving.join(30)
        listening.close()
