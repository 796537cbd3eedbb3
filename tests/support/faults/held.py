"""A frozen moment: another session's lock keeps a process inside its transaction until it is killed."""

import contextlib
import signal
from collections.abc import Iterator
from typing import Any

import psycopg

from tests.support.faults.evening import kill
from tests.support.running_site import RunningSite
from tests.support.servers import Server, wait_until

WAITING = (
    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND xact_start IS NOT NULL"
    " AND query LIKE %s"
)


class Held:
    """A lock that is held until `release`."""

    def __init__(self, server: Server, lock: str) -> None:
        self._connection = psycopg.connect(server.url)
        self._watch = psycopg.connect(server.url, autocommit=True)
        self._connection.execute(lock)

    def waiting(self, query: str) -> list[int]:
        """Return the server's processes waiting for a lock, in a transaction, with a query like this."""
        return [pid for (pid,) in self._watch.execute(WAITING, [query])]

    def ask(self, query: str) -> Any:
        """Return the first column of the first row of committed data."""
        row = self._watch.execute(query).fetchone()
        assert row is not None
        return row[0]

    def wait_for(self, query: str, count: int = 1) -> None:
        """Wait until so many wait for it."""
        wait_until(lambda: len(self.waiting(query)) >= count, f"{count} wait at {query}", 60)

    def release(self) -> None:
        """Release it, and wait until no waiter is left: those whose client is dead roll back."""
        waited = self.waiting("%")
        self._connection.rollback()
        wait_until(lambda: not set(waited) & set(self._alive()), "who has waited is done")

    def _alive(self) -> list[int]:
        return [
            pid
            for (pid,) in self._watch.execute(
                "SELECT pid FROM pg_stat_activity WHERE xact_start IS NOT NULL"
            )
        ]

    def close(self) -> None:
        """End both sessions, and with them the lock."""
        self._connection.close()
        self._watch.close()


@contextlib.contextmanager
def held(server: Server, lock: str) -> Iterator[Held]:
    """Hold this lock within the block, or until it is released."""
    one = Held(server, lock)
    try:
        yield one
    finally:
        one.close()


@contextlib.contextmanager
def stays_dead(club: RunningSite, name: str) -> Iterator[None]:
    """Kill all processes of a kind and keep the supervisor from starting them again within the block."""
    assert club.process is not None
    club.process.send_signal(signal.SIGSTOP)
    try:
        kill(club, name)
        yield
    finally:
        club.process.send_signal(signal.SIGCONT)
