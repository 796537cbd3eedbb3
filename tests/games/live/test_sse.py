"""The live stream: says that the page should look, breathes, and knows nothing worth hiding."""

import asyncio
from typing import Any

import pytest
from django.db import OperationalError

from games.commands.people.accounts import end_other_logins
from games.infrastructure.broker import breaker
from games.infrastructure.metrics import STREAMS
from games.live import hub as live
from games.live import sse as view
from games.live.publish import topic_of_account, topic_of_login
from games.queries.people.sessions import stored_key
from tests.support.play_pages import browser, member
from tests.support.threads import on_a_loop

WORDS = {view.MOVED, view.HEARTBEAT, view.RETRY + view.MOVED, b""}
"""All that a quiet stream can say."""


def moved(*topics: str) -> bytes:
    return f"event: moved\ndata: {' '.join(topics)}\n\n".encode()


class Reader:
    """A browser's side of a stream, without the network."""

    def __init__(self, address: str = "192.0.2.1", headers: Any = ()) -> None:
        self.scope = {"client": (address, 1234), "headers": list(headers)}
        self.left = asyncio.Event()
        self.asked = False
        self.heard: list[bytes] = []
        self.start: dict[str, Any] = {}
        self.stream: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b""}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, told: Any) -> None:
        if told["type"] == "http.response.start":
            self.start = told
        else:
            self.heard.append(told.get("body", b""))

    async def open(self, *topics: str, login: str = "") -> "Reader":
        """Ask for the stream and wait for its first answer."""
        about = topics or ("table-7",)
        self.stream = asyncio.create_task(
            view.live(about, self.scope, self.receive, self.send, login=login)
        )
        await self.hears(1)
        return self

    async def hears(self, times: int) -> None:
        async with asyncio.timeout(20):
            while len(self.heard) < times:
                await asyncio.sleep(0.001)

    async def leave(self) -> None:
        assert self.stream is not None
        self.left.set()
        await asyncio.wait_for(self.stream, 20)


# None of these may touch the database: a stream lasts for hours and must hold no connection.


def test_a_stream_says_at_once_that_the_page_should_look_and_then_whenever_it_moved(hub):
    async def listen():
        reader = await Reader().open()
        stranger = await Reader().open("table-8")
        for times in (2, 3):
            hub.ring("table-7")
            await reader.hears(times)
        await reader.leave()
        await stranger.leave()
        assert stranger.heard == [view.RETRY + view.MOVED, b""]
        return reader

    reader = on_a_loop(listen)
    assert reader.heard == [view.RETRY + view.MOVED, moved("table-7"), moved("table-7"), b""]
    headers = dict(reader.start["headers"])
    assert reader.start["status"] == 200
    assert headers[b"content-type"] == b"text/event-stream"
    assert b"no-cache" in headers[b"cache-control"]


def test_a_quiet_stream_breathes_and_says_nothing_but_that(hub, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)

    async def listen():
        reader = await Reader().open()
        await reader.hears(4)
        await reader.leave()
        return reader.heard

    heard = on_a_loop(listen)
    assert view.HEARTBEAT in heard
    assert set(heard) <= WORDS


def test_what_happens_while_a_reader_is_slow_is_told_once(hub):
    async def listen():
        reader = await Reader().open()
        for _ in range(5):
            hub.ring("table-7")
        hub.ring("table-8")
        await reader.hears(2)
        await asyncio.sleep(0)
        await reader.leave()
        return reader.heard

    assert on_a_loop(listen) == [view.RETRY + view.MOVED, moved("table-7"), b""]


def test_one_stream_says_which_of_its_topics_moved_and_nothing_of_others(hub):
    async def listen():
        reader = await Reader().open("table-7-" + "a" * 32, "table-8", "review-5")
        for topic in ("table-7", "table-7-" + "b" * 32, "review-6", "review-5", "table-8"):
            hub.ring(topic)
        await reader.hears(2)
        hub.ring("table-7-" + "a" * 32)
        await reader.hears(3)
        await reader.leave()
        return reader.heard

    said = [moved("review-5", "table-8"), moved("table-7-" + "a" * 32), b""]
    assert on_a_loop(listen) == [view.RETRY + view.MOVED, *said]


def test_a_stream_ends_with_the_login_that_it_was_opened_with(hub):
    async def listen():
        mine = await Reader().open(login="login-1")
        other = await Reader().open(login="login-2")
        hub.ring("login-1")
        assert mine.stream is not None
        await asyncio.wait_for(mine.stream, 20)
        await other.leave()
        return mine.heard, other.heard

    mine, other = on_a_loop(listen)
    assert mine == [view.RETRY + view.MOVED, view.LEFT, b""]
    assert other == [view.RETRY + view.MOVED, b""]
    assert hub._listeners == {}


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_login_is_told_to_its_streams_alone(monkeypatch):
    told: list[str] = []
    monkeypatch.setattr("games.live.publish._send", told.append)
    player = member("an")
    here, there = browser(player), browser(player)
    keys = [one.cookies["sessionid"].value for one in (here, there)]
    end_other_logins(by=player, but=stored_key(keys[0]))
    assert told == [topic_of_login(stored_key(keys[1]))]
    told.clear()
    here.post("/accounts/logout/")
    assert told == [topic_of_login(stored_key(keys[0]))]
    told.clear()
    here.force_login(player)
    last = stored_key(here.cookies["sessionid"].value)
    told.clear()
    player.set_password("another secret")
    player.save()
    assert told == [topic_of_account(player.pk), topic_of_login(last)]


@pytest.mark.django_db(transaction=True)
def test_a_login_that_gets_another_key_goes_on_and_its_streams_with_it(monkeypatch):
    told: list[str] = []
    monkeypatch.setattr("games.live.publish._send", told.append)
    client = browser(member("an"))
    session = client.session
    before = session.session_key
    session.cycle_key()
    assert session.session_key != before and told == []


def test_a_reader_that_goes_away_is_forgotten(hub):
    async def come_and_go():
        readers = [await Reader().open(f"table-{number % 3}") for number in range(9)]
        during = STREAMS._value.get()
        for reader in readers:
            await reader.leave()
        return during

    before = STREAMS._value.get()
    assert on_a_loop(come_and_go) == before + 9
    assert STREAMS._value.get() == before
    assert hub._listeners == {}
    assert not view.limit._of
    assert view.limit._all == 0


def test_a_server_that_stops_ends_its_streams_and_those_that_still_come(hub):
    async def stop():
        reader = await Reader().open()
        hub.close()
        assert reader.stream is not None
        await asyncio.wait_for(reader.stream, 20)
        late = await Reader().open()
        assert late.stream is not None
        await asyncio.wait_for(late.stream, 20)
        return reader.heard, late.heard

    # Each hears to its end, with which a browser connects again.
    assert on_a_loop(stop) == ([view.RETRY + view.MOVED, b""],) * 2


def test_after_a_lost_message_a_process_tells_again_as_soon_as_redis_is_back(hub, monkeypatch):
    breaker.trip()
    hub._missed = True

    async def come_back():
        reader = await Reader().open()
        hub._on_message("subscribe", 1)
        await reader.hears(2)  # nobody knows what was missed
        await reader.leave()

    on_a_loop(come_back)
    assert not breaker.is_open


def test_one_address_cannot_take_all_streams(hub, settings):
    settings.TUSAC_STREAMS_PER_ADDRESS = 2
    vietnamese = [(b"accept-language", b"vi")]

    async def crowd():
        first = [await Reader().open() for _ in range(2)]
        refused = await Reader(headers=vietnamese).open()
        another = await Reader("192.0.2.2").open()
        await first[0].leave()
        again = await Reader().open()
        for reader in (first[1], another, again):
            await reader.leave()
        return refused, another, again

    refused, another, again = on_a_loop(crowd)
    assert refused.start["status"] == 429
    assert dict(refused.start["headers"])[b"retry-after"] == b"15"
    assert (
        refused.heard[0]
        .decode()
        .startswith("Những máy dùng chung mạng này đang mở quá nhiều trang")
    )
    assert (another.start["status"], again.start["status"]) == (200, 200)


def test_a_network_of_ipv6_counts_as_one_address(hub, settings):
    settings.TUSAC_STREAMS_PER_ADDRESS = 1

    async def crowd():
        first = await Reader("2001:db8::1").open()
        statuses = []
        for address in ("2001:db8::2:3:4:5", "2001:db8:0:1::1", "::ffff:192.0.2.1", "192.0.2.1"):
            reader = await Reader(address).open()
            statuses.append(reader.start["status"])
            if len(statuses) == 2:
                await reader.leave()
        return statuses, first

    statuses, _ = on_a_loop(crowd)
    assert statuses == [429, 200, 200, 429]


def test_all_addresses_together_cannot_take_what_pages_need(hub, monkeypatch):
    monkeypatch.setattr(view, "limit", view.ConnectionLimit(most=3))

    async def crowd():
        return [
            (await Reader(f"192.0.2.{number}").open()).start["status"] for number in range(1, 6)
        ]

    assert on_a_loop(crowd) == [200, 200, 200, 429, 429]


@pytest.mark.django_db
def test_where_no_stream_can_be_kept_the_page_is_told_to_look_and_to_ask_again(client):
    answer = client.get("/stream?on=table-7")
    assert answer["Content-Type"] == "text/event-stream"
    assert answer.content == view.SELDOM + view.MOVED


@pytest.mark.django_db
def test_a_stream_is_only_read(client):
    assert client.post("/stream").status_code == 405


# --- what the middleware says where a view cannot ------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_locked_database_is_a_readable_503(monkeypatch, headers):
    def locked(*args, **kwargs):
        raise OperationalError("database is locked")

    player = member("an")
    client = browser(player)
    monkeypatch.setattr("games.queries.see_table", locked)
    answer = client.get("/tables/1/", headers=headers)
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "The table is busy" in answer.content.decode()
    assert "database is locked" not in answer.content.decode()
