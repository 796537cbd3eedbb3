"""Limits connections in time: uvicorn's protocol, extended to end slow requests and slow readers.

uvicorn alone ends only connections that are idle after an answer. It uses the class `Patient` if started with `--http
tusac_site.connections:Patient`. Undocumented parts of uvicorn used here: a protocol's `cycle`, `connections`,
`transport`, `loop` and `app_state`, and a cycle's `response_complete` and `more_body`.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from tusac_site.serving.answer_buffers import CUT
from tusac_site.serving.process import MOST_CONNECTIONS, REQUEST_SECONDS, TAKING_SECONDS

TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

_Base: Any = AutoHTTPProtocol


class Patient(_Base):  # type: ignore[misc]
    """uvicorn's protocol with time limits for receiving a request and for the client to take the answer."""

    request_seconds: float = REQUEST_SECONDS
    taking_seconds: float = TAKING_SECONDS
    most: int = MOST_CONNECTIONS

    app_state: dict[str, Any]

    _coming: asyncio.TimerHandle | None = None
    """Ends a request that comes too slowly."""
    _taking: asyncio.TimerHandle | None = None
    """Ends an answer that is not taken."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Start the time limit for a first request; cut the connection if there are too many."""
        # Whoever answers may cut a connection whose reader leaves too much waiting.
        state: dict[str, Any] = self.app_state
        self.app_state = state | {CUT: transport.abort}
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        else:
            self._wait_for_the_rest()

    def data_received(self, data: bytes) -> None:
        """Pass on what the client sends; the time limit runs from a request's first byte to its last."""
        super().data_received(data)
        self._wait_for_the_rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the time limits of this connection."""
        super().connection_lost(exc)
        for timer in (self._coming, self._taking):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        """Start the time limit for the client to take what was sent."""
        super().pause_writing()
        self._taking = self.loop.call_later(self.taking_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the time limit for the client, which has taken most of what was sent."""
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()

    def _wait_for_the_rest(self) -> None:
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete and not cycle.more_body:
            if self._coming is not None:
                self._coming.cancel()
                self._coming = None
        elif self._coming is None and not self.transport.is_closing():
            self._coming = self.loop.call_later(self.request_seconds, self._end)

    def _end(self) -> None:
        """Close a connection whose request takes too long; code that reads its body sees a disconnect."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(TOO_SLOW)
        self.transport.close()
