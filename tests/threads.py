"""Work in other threads, each with a database connection of its own."""

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection


def elsewhere(work: Callable[[], object]) -> Thread:
    """Start `work` in a thread, with a database connection of its own that is closed after it."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


def at_once(*works: Callable[[], object]) -> None:
    """Run all of `works` at the same time, each with its own connection."""
    together = Barrier(len(works))

    def started(work: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            together.wait(30)
            work()

        return run

    threads = [elsewhere(started(work)) for work in works]
    for thread in threads:
        thread.join(60)
