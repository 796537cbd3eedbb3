"""A club behind its proxy, as programs on other machines reach it, asking again as a page does."""

import contextlib
import http.client
import socket
import ssl
import threading
import time
import urllib.request
from typing import Any

from tests.support.faults.evening import Member, Unreachable

_PATIENCE = 60
"""Seconds that a program waits for an answer."""


class Proxied:
    """A club by the name that its proxy has, at the proxy's address. Its certificate is looked at elsewhere."""

    def __init__(self, host: str, address: str, passwords: dict[str, str]) -> None:
        self.base_url = f"https://{host}"
        self.passwords = passwords
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE

        class Connection(http.client.HTTPSConnection):
            def connect(self) -> None:
                plain = socket.create_connection((address, 443), timeout=_PATIENCE)
                self.sock = trusting.wrap_socket(plain, server_hostname=host)

        class Handler(urllib.request.HTTPSHandler):
            def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
                return self.do_open(Connection, req)

        self.opener = urllib.request.build_opener(Handler)


class Insisting(Member):
    """A member who asks again where nobody could answer, as often as a page does."""

    def __init__(self, club: Proxied, name: str) -> None:
        self.name = name
        super().__init__(club, name)

    def ask(self, method: str, path: str, said: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Return status and JSON of the first answer. Raises Unreachable where none comes at the twelfth try."""
        for _ in range(12):
            with contextlib.suppress(Unreachable):
                status, answer = super().ask(method, path, said)
                if status < 500:
                    return status, answer
            time.sleep(1)
        raise Unreachable


class Playing:
    """Members who play deal after deal against bots, each at a table and in a thread, until it is enough."""

    def __init__(self, members: list[Insisting]) -> None:
        self.members = members
        self.moves = 0
        self.errors: list[BaseException] = []
        self._enough = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=[one]) for one in members]

    def __enter__(self) -> "Playing":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()

    def _play(self, member: Insisting) -> None:
        try:
            asked = {"name": member.name, "seats": 4, "seconds_per_move": 600, "chips_per_point": 0}
            table: int = member.ask("POST", "tables/", {**asked, "pace": "quick"})[1]["id"]
            member.ask("POST", f"tables/{table}/sit/", {"seat": 0})
            while not self._enough.is_set():
                member.send(*member.turn_at(table))
                self.moves += 1
        except (AssertionError, OSError, TypeError, KeyError, Unreachable, TimeoutError) as error:
            self.errors.append(error)  # told by whoever reads it
