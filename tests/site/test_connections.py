"""No slow client keeps a connection for ever, and meanwhile everybody else is answered. No proxy stands in between."""

import asyncio
import contextlib
import socket
import threading
import urllib.request
from collections.abc import Iterator

import pytest
import uvicorn

from tests.support.servers import wait_until
from tusac_site.connections import Patient

LARGE = b"x" * 50_000_000


class Quick(Patient):
    """The same, with little patience."""

    request_seconds = 1.0
    taking_seconds = 1.0
    most = 250


async def answer(scope, receive, send) -> None:
    """Reads the whole request; /large answers more than any socket holds, /after once its body is there."""
    more = scope["method"] == "POST"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        more = message.get("more_body", False)
    if scope["path"] == "/slow":
        await asyncio.sleep(2.5)  # longer than either patience: a page may take its time
    body = LARGE if scope["path"] == "/large" else b"here"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server of ours, and nothing before it."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=512)
    config = uvicorn.Config(answer, http=Quick, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    wait_until(lambda: server.started, "the server starts")
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(10)
    listening.close()


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def said(connection: socket.socket) -> bytes:
    """Return all that the server says until it ends the connection."""
    text = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65_536):
            text += piece
    return text


def page(port: int, path: str = "/") -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        body: bytes = answer.read()
    return body


def test_two_hundred_who_say_nothing_or_only_half_are_ended_and_a_page_is_answered_meanwhile(port):
    halves = (b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: club\r\nX-Slow: ")
    slow = [connect(port) for _ in range(200)]
    for number, connection in enumerate(slow):
        connection.sendall(halves[number % 3])
    assert page(port) == b"here"
    for connection in slow:
        text = said(connection)  # it ends: who was a page's sender would wait here for ever
        assert text == b"" or text.startswith(b"HTTP/1.1 408 ")
        connection.close()


def test_a_byte_now_and_then_is_no_more_time(port):
    connection = connect(port)
    ended = threading.Event()

    def drip() -> None:
        with contextlib.suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            while not ended.wait(0.2):
                connection.sendall(b"x")

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        assert said(connection).startswith(b"HTTP/1.1 408 ")
    finally:
        ended.set()
        dripping.join()
        connection.close()


def test_a_body_that_does_not_come_ends_the_connection(port):
    with connect(port) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: club\r\nContent-Length: 10\r\n\r\nhalf")
        assert b"200" not in said(connection)


def test_a_second_request_has_no_more_time_than_the_first(port):
    with connect(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: club\r\n\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET / HTTP/1.1\r\nHost:")
        assert b"200" not in said(connection)


def test_who_does_not_take_the_answer_is_cut_off(port, monkeypatch):
    cut_off = threading.Event()
    lost = Quick.connection_lost

    def note(self, exc) -> None:
        lost(self, exc)
        if self._taking is not None:  # other tests' connections end too
            cut_off.set()

    monkeypatch.setattr(Quick, "connection_lost", note)
    with connect(port) as connection:
        connection.sendall(b"GET /large HTTP/1.1\r\nHost: club\r\n\r\n")
        taken = 0
        # What the kernel holds for us can still be read; the rest is never sent.
        wait_until(lambda: cut_off.is_set(), "the server ends it")
        with contextlib.suppress(ConnectionError):
            while piece := connection.recv(1_000_000):
                taken += len(piece)
        assert taken < len(LARGE)


def test_a_page_that_takes_its_time_and_a_client_that_takes_it_are_left_alone(port):
    assert page(port, "/slow") == b"here"
    assert page(port, "/large") == LARGE


def test_more_than_a_process_can_hold_are_turned_away(port):
    many = []
    turned_away = 0
    for _ in range(Quick.most + 20):
        connection = connect(port)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: club\r\nX-Slow: ")
        many.append(connection)
    for connection in many:
        with contextlib.suppress(ConnectionError):
            turned_away += not connection.recv(100)
            continue
        turned_away += 1
    for connection in many:
        connection.close()
    assert turned_away >= 20
    assert page(port) == b"here"
