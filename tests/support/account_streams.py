"""A club and a program at the two ends of an account's stream, without the network between them."""

import asyncio
import json
from typing import Any

import pytest

from games.live import hub as live
from games.live import sse
from games.live.account import HANDED, AccountLine, Look
from games.live.publish import topic_of_login
from tusac_site.serving import account_streams as streams
from tusac_site.serving.known_callers import credential_of

TOKEN = "secret"
LOGIN = topic_of_login(credential_of([(b"authorization", b"Token secret")]))


class Quiet(live.Hub):
    """A hub without a server to subscribe to, which a test rings itself."""

    async def _run(self) -> None:
        await asyncio.Event().wait()

    def ring(self, topic: str) -> None:
        """Tell those who listen that something of this name has moved on."""
        self._on_message("message", topic.encode())


def quiet_hub(monkeypatch: pytest.MonkeyPatch) -> Quiet:
    """Return the hub of pages' and programs' streams, of which none is open yet; looks need no rest in between."""
    quiet = Quiet()
    for module in (sse, streams):
        monkeypatch.setattr(module, "hub", quiet)
        monkeypatch.setattr(module, "limit", sse.ConnectionLimit())
    for counts in ("of_account", "of_credential"):
        monkeypatch.setattr(streams, counts, sse.ConnectionLimit(each=streams.OF_ACCOUNT))
    monkeypatch.setattr(streams, "BETWEEN", 0)
    return quiet


class Club:
    """Answers looks as the view does, of one table and of whatever a test says."""

    def __init__(self) -> None:
        self.told: list[AccountLine] = [AccountLine("table", 12, "12.0.0", b'{"table_id":12}')]
        self.asked: list[str] = []
        self.status = 200
        self.duties = (False, False, False)
        self.until: Any = None
        self.player = 7
        self.topics = frozenset({"account-7", "table-12"})
        self.streams = streams.AccountStreams(self)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["more_body"] is False
        self.asked.append(scope["query_string"].decode())
        if self.status == 200:
            look = Look(self.player, self.duties, self.until, self.topics, (), "12.0.0", False)
            last = self.told[-1].cursor if self.told else "12.0.0"
            told = {"lines": tuple(self.told), "cursor": last}
            scope[HANDED].append(Look(**{**_fields(look), **told}))
        body = b"" if self.status == 200 else b'{"code":"login.needed"}'
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": body})


def _fields(look: Look) -> dict[str, Any]:
    return {name: getattr(look, name) for name in look.__slots__}


class Program:
    """A program's side of the stream, without the network; it takes nothing while it `sleeps`."""

    def __init__(self, club: Club, *headers: tuple[bytes, bytes], token: str = TOKEN) -> None:
        shown = (b"authorization", f"Token {token}".encode())
        self.scope = {
            "type": "http",
            "client": ("192.0.2.1", 1234),
            "headers": [shown, *headers],
            "path": "/api/v1/stream/",
            "query_string": b"after=3.4.5",
        }
        self.left = asyncio.Event()
        self.awake = asyncio.Event()
        self.awake.set()
        self.start: dict[str, Any] = {}
        self.body = b""
        self.done = asyncio.create_task(club.streams(self.scope, self.go, self.take))

    async def go(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def take(self, told: Any) -> None:
        await self.awake.wait()
        if told["type"] == "http.response.start":
            self.start = told
        else:
            self.body += told.get("body", b"")

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.body.splitlines()]

    async def hears(self, *kinds: str) -> None:
        """Wait until it has heard just these kinds of lines."""
        async with asyncio.timeout(20):
            while len(self.lines) < len(kinds):
                await asyncio.sleep(0.001)
        assert tuple(line["type"] for line in self.lines) == kinds

    async def leave(self) -> None:
        self.left.set()
        await asyncio.wait_for(self.done, 20)


async def looks(club: Club, times: int) -> None:
    """Wait until so many looks were asked for."""
    async with asyncio.timeout(20):
        while len(club.asked) < times:
            await asyncio.sleep(0.001)


def event(version: int) -> AccountLine:
    """Return the line of an event of deal 34."""
    return AccountLine("event", 12, f"12.34.{version}", b'{"table_id":12,"deal_id":34}')
