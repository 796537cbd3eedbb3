"""The live stream: says that the page should look, breathes, and knows nothing worth hiding."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError
from django.test import AsyncClient

from games import stream as live
from games.views import stream as view
from tests.games.play_pages import browser, member


class Knocker:
    """A hub whose bells are rung by the test."""

    def __init__(self, *rings):
        self.rings = rings
        self.listening = []
        self.open = 0

    async def listen(self, topic):
        self.listening.append(topic)
        self.open += 1
        try:
            for moved in self.rings:
                yield moved
        finally:
            self.open -= 1


def heard(monkeypatch, *rings, path="/tables/7/stream"):
    """The bytes of a stream up to its end, and the hub that it listened to."""
    hub = Knocker(*rings)
    monkeypatch.setattr(view, "hub", hub)

    async def listen():
        answer: Any = await AsyncClient().get(path)
        assert answer["Content-Type"] == "text/event-stream"
        assert "no-cache" in answer["Cache-Control"]
        return b"".join([chunk async for chunk in answer.streaming_content])

    return async_to_sync(listen)(), hub


@pytest.mark.django_db(transaction=True)
def test_a_stream_says_at_once_that_the_page_should_look_and_then_whenever_it_moved(monkeypatch):
    said, hub = heard(monkeypatch, True, False, True)
    assert said.startswith(b"retry: 2000")
    assert said.count(b"event: moved\n") == 3
    assert said.count(b": still here") == 1
    assert hub.listening == ["table-7"]
    assert hub.open == 0


@pytest.mark.django_db(transaction=True)
def test_a_stream_holds_no_connection_and_says_nothing_but_that(monkeypatch):
    said, _ = heard(monkeypatch, True)
    lines = {line for line in said.decode().splitlines() if line}
    assert lines == {"retry: 2000", "event: moved", "data: 1"}


def test_a_reader_that_goes_away_is_forgotten():
    hub: Any = live.Hub()

    async def come_and_go():
        hub._task = asyncio.create_task(asyncio.Event().wait())  # no server to subscribe to
        listener = hub.listen("table-1")
        waiting = asyncio.ensure_future(anext(listener))
        while not hub._listeners:
            await asyncio.sleep(0)
        for bell in hub._listeners["table-1"]:
            bell.set()
        assert await waiting is True
        await listener.aclose()
        hub._task.cancel()
        return dict(hub._listeners)

    # On a thread of its own: a browser test before this one leaves its loop running on ours.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, come_and_go()).result() == {}


@pytest.mark.django_db
def test_a_stream_is_only_read(client):
    assert client.post("/tables/7/stream").status_code == 405


# --- what the middleware says where a view cannot ------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_locked_database_is_a_readable_503(monkeypatch, headers):
    def locked(*args, **kwargs):
        raise OperationalError("database is locked")

    player = member("an")
    client = browser(player)
    monkeypatch.setattr("games.queries.table_page", locked)
    answer = client.get("/tables/1/", headers=headers)
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "The table is busy" in answer.content.decode()
    assert "database is locked" not in answer.content.decode()
