"""Serves the event streams of accounts: whenever a table of the account moves on, a look asks Django for the news.

Each look checks the caller again, so a stream sends nothing after its token, session or duty has ended; it is told of
that end immediately. A stream stores no lines that its reader has not taken: it looks again once they are taken, and
the server cuts off a reader who takes nothing (`tusac_site.connections`). An account has one look at a time.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import uniform
from time import monotonic
from typing import Any, Final
from weakref import WeakValueDictionary

from django.utils import timezone, translation

from games.api.serializers import problem
from games.api.views.stream import media_type
from games.errors import Refused
from games.live.account import BEAT, HANDED, INVITATIONS, SERVER_SENT, AccountLine, Look
from games.live.hub import Listener, Signal, hub
from games.live.publish import topic_of_login
from games.live.sse import (
    HEADERS,
    MOST,
    RETRY,
    ConnectionLimit,
    Receive,
    Send,
    begin,
    language_of,
    limit,
    source_of,
    watch_for_the_end,
)
from tusac_site.serving.handler import refuse
from tusac_site.serving.known_callers import credential_of

OF_ACCOUNT: Final = 4
"""Streams of one account that a process keeps open; and of one access key or session, before it is known whose."""
BETWEEN: Final = 0.3
"""Seconds between the beginnings of two looks of a stream; always as many, so they tell nothing (§6.10)."""
AGAIN: Final = 1.0
"""Seconds after which a look is tried again that the club was too busy for; doubled each time in vain."""
LONGEST: Final = 16.0
"""Seconds that it grows to."""
STATES: Final = frozenset({"table", "deal", INVITATIONS})
"""Lines that are sent only where they say something new."""
_FOR_STREAMS: Final = frozenset({b"last-event-id", b"accept-encoding"})

of_account = ConnectionLimit(MOST, each=OF_ACCOUNT)
of_credential = ConnectionLimit(MOST, each=OF_ACCOUNT)
"""The limits of this process."""


@dataclass
class _Answer:
    """Django's answer to a look: the news, or a response that says why there is none."""

    start: dict[str, Any] = field(default_factory=dict)
    body: bytes = b""
    looks: list[Look] = field(default_factory=list)

    async def take(self, said: Any) -> None:
        if said["type"] == "http.response.start":
            self.start = said
        else:
            self.body += said.get("body", b"")

    @property
    def is_final(self) -> bool:
        """Whether asking again would give the same answer."""
        return not self.looks and self.start["status"] < 429

    @property
    def problem(self) -> Any:
        """The API's error if asking again would not help; otherwise None."""
        return json.loads(self.body) if self.is_final else None


class AccountStreams:
    """ASGI application that sends each caller live news of their account (`games.live.account.ADDRESS`).

    Each request keeps one stream open, unless it is refused.
    """

    def __init__(self, pages: Callable[[Any, Receive, Send], Awaitable[None]]) -> None:
        """Create it; `pages` answers each look, as `tusac_site.serving.handler.PageHandler` does."""
        self._pages = pages
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By access key or session, and by account; the streams of each hold them."""

    def turn_of(self, whose: str) -> asyncio.Lock:
        """Return the lock of this account, access key or session: its looks run one at a time."""
        return self._turns.setdefault(whose, asyncio.Lock())

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Keep one stream open until either side ends it."""
        try:
            with limit.counted(source_of(scope), refusal="stream.full"):
                await self._open(scope, receive, send)
        except Refused as refusal:
            await refuse(scope, send, refusal)

    async def _open(self, scope: Any, receive: Receive, send: Send) -> None:
        shown = credential_of(scope["headers"])
        refusal = "stream.too-many-of-account"
        with of_credential.counted(shown, refusal=refusal) if shown else nullcontext():
            listener = hub.add((), topic_of_login(shown) if shown else "")
            try:
                stream = await self._begin(scope, send, listener, shown)
                if stream is not None:
                    with of_account.counted(stream.account, refusal=refusal):
                        await stream.serve(receive)
            finally:
                hub.remove(listener)

    async def _begin(
        self, scope: Any, send: Send, listener: Listener, shown: str
    ) -> _Stream | None:
        """Return a stream with its first look; if that is refused, send the refusal and return None."""
        turn = self.turn_of(f"credential {shown}") if shown else asyncio.Lock()
        async with turn:
            answer = await self._look(scope, scope["query_string"], scope["headers"])
        if answer.looks:
            return _Stream(self, scope, send, listener, turn, answer.looks[0])
        await send(answer.start)
        await send({"type": "http.response.body", "body": answer.body})
        return None

    async def look(self, scope: Any, cursor: str) -> _Answer:
        """Ask Django for the news after the line with the id `cursor`."""
        return await self._look(
            scope,
            f"after={cursor}".encode(),
            [pair for pair in scope["headers"] if pair[0] not in _FOR_STREAMS],
        )

    async def _look(self, scope: Any, query: bytes, headers: Any) -> _Answer:
        answer = _Answer()
        asked = {**scope, "query_string": query, "headers": headers, HANDED: answer.looks}
        await self._pages(asked, _no_body, answer.take)
        return answer


async def _no_body() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


class _Stream:
    """One open stream."""

    def __init__(
        self,
        streams: AccountStreams,
        scope: Any,
        send: Send,
        listener: Listener,
        turn: asyncio.Lock,
        first: Look,
    ) -> None:
        self._streams, self._scope, self._send, self._listener = streams, scope, send, listener
        accepted = dict(scope["headers"]).get(b"accept", b"").decode("latin-1")
        self._kind = media_type(accepted)
        self.account = str(first.player)
        self._turns = turn, streams.turn_of(f"account {self.account}")
        self._duties, self._until, self._cursor = first.duties, first.until, first.cursor
        self._first: Look | None = first
        """The look that is told first, None from then on: what may last for days keeps no lines."""
        self._told: dict[tuple[str, int], bytes] = {}
        """Digests of the states that were sent last."""
        self._failed = 0
        """Looks in a row that the club was too busy for."""
        self._rests_until = monotonic() + BETWEEN

    async def serve(self, receive: Receive) -> None:
        """Send the state, then the news, until either side ends the stream."""
        gone = asyncio.create_task(watch_for_the_end(receive, self._listener))
        expiry = None
        if self._until is not None:
            left = (self._until - timezone.now()).total_seconds()
            expiry = asyncio.get_running_loop().call_later(
                max(left, 0), self._listener.signal, Signal.LEFT
            )
        try:
            own = {"Content-Type": self._kind, "Cache-Control": "no-store, no-transform"}
            await begin(self._send, 200, {**HEADERS, **own})
            if self._kind == SERVER_SENT:
                await self._say(RETRY)
            if self._first is not None:
                await self._tell(self._first)
            self._first = None
            while (signal := await self._next()) is not Signal.END:
                if not await self._goes_on(signal):
                    break
            await self._send({"type": "http.response.body"})
        finally:
            gone.cancel()
            if expiry is not None:
                expiry.cancel()

    async def _next(self) -> Signal:
        """Return the next signal.

        A signal that ends the stream is returned immediately; any other no sooner than the next look may begin.
        """
        signal = (await self._listener.next()).signal
        while signal < Signal.LEFT and (left := self._rests_until - monotonic()) > 0:
            timer = asyncio.get_running_loop().call_later(left, self._listener.signal, Signal.BEAT)
            try:
                signal = max(signal, (await self._listener.next()).signal)
            finally:
                timer.cancel()
        return signal

    async def _goes_on(self, signal: Signal) -> bool:
        """Ask Django for news of the account and send what is new. Return whether the stream goes on."""
        of_login, of_player = self._turns
        async with of_login, of_player:
            self._rests_until = monotonic() + BETWEEN
            answer = await self._streams.look(self._scope, self._cursor)
        if self._has_ended(answer, signal):
            await self._end(answer.problem)
            return False
        if answer.looks:
            self._failed = 0
            await self._tell(answer.looks[0])
        else:
            pause = min(AGAIN * 2**self._failed, LONGEST)
            self._failed += pause < LONGEST
            self._rests_until = monotonic() + pause * uniform(0.75, 1.25)  # noqa: S311 - no secret
            self._listener.signal(Signal.MOVED)
        if signal is Signal.BEAT:
            await self._say(BEAT.written(self._kind))
        return True

    def _has_ended(self, answer: _Answer, signal: Signal) -> bool:
        changed = answer.looks and answer.looks[0].duties != self._duties
        return signal is Signal.LEFT or answer.is_final or bool(changed)

    async def _tell(self, look: Look) -> None:
        """Send those lines of a look that say something new; stop if the login ends meanwhile."""
        for line in look.lines:
            if self._listener.is_ending:
                return
            if self._is_news(line):
                await self._say(line.written(self._kind))
            self._cursor = line.cursor or ""
        self._cursor = look.cursor
        hub.change(self._listener, look.topics)
        if look.has_more:
            self._listener.signal(Signal.MOVED)

    def _is_news(self, line: AccountLine) -> bool:
        if line.kind not in STATES:
            return True
        digest = hashlib.sha256(line.fields).digest()
        about = (line.kind, line.table)
        if self._told.get(about) == digest or (about not in self._told and line.says_nothing):
            return False
        self._told[about] = digest
        return True

    async def _end(self, why: Any) -> None:
        if why is None:
            with translation.override(language_of(self._scope)):
                why = problem(Refused("stream.ended"))
        said = json.dumps({"problem": why}).encode()
        await self._say(AccountLine("end", 0, None, said).written(self._kind))

    async def _say(self, said: bytes) -> None:
        await self._send({"type": "http.response.body", "body": said, "more_body": True})
