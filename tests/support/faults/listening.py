"""A page that listens to a table's live stream, over a socket of its own."""

import contextlib
import socket
import threading

from tests.support.running_site import RunningSite
from tests.support.servers import wait_until

MOVED = b"event: moved"


class Page:
    """Listens, and connects again as a browser does when its stream ends, until it is closed."""

    def __init__(self, club: RunningSite, table_id: int) -> None:
        self._club, self._table_id = club, table_id
        self.heard = 0
        """How often it was told to look, once at each connection included."""
        self.connected = 0
        self.ends: list[bytes] = []
        """The last bytes of each stream that has ended."""
        self._socket: socket.socket | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()
        self.hears(0)

    def hears(self, before: int) -> None:
        """Wait until it has had more messages than this."""
        wait_until(lambda: self.heard > before, f"table {self._table_id} is told of")

    def close(self) -> None:
        """Leave, like a browser whose tab is closed."""
        self._closed.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(30)

    def _listen(self) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(OSError):
                self._stream()
            self._closed.wait(0.2)

    def _stream(self) -> None:
        with socket.create_connection(("127.0.0.1", self._club.port), 10) as self._socket:
            self._socket.settimeout(None)
            self._socket.sendall(
                f"GET /stream?on=table-{self._table_id} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            )
            self.connected += 1
            last = b""
            try:
                while said := self._socket.recv(4096):
                    self.heard += said.count(MOVED)
                    last = (last + said)[-200:]
            finally:
                self.ends.append(last)


def open_streams(club: RunningSite) -> float:
    """Return the club's own count of its open streams."""
    _, said = club.get("/metrics")
    return next(
        float(line.split()[1])
        for line in said.splitlines()
        if line.startswith("tusac_open_streams ")
    )
