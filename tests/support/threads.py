"""Work in other threads, each with a database connection of its own; and coroutines in a thread of their own."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Thread
from typing import TypeVar

from django.db import DatabaseError, connection, connections

from games.errors import Refused

T = TypeVar("T")


def on_a_loop(work: Callable[[], Awaitable[T]]) -> T:
    """Run it on a thread of its own: a browser test before this one leaves its loop running on ours."""

    async def run() -> T:
        return await work()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


def beside(work: Callable[[], T]) -> T:
    """Run it on a thread of its own, where no browser test left a loop, with the connection and transaction of ours."""
    ours = connections["default"]

    def run() -> T:
        connections["default"] = ours
        return work()

    ours.inc_thread_sharing()
    try:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(run).result()
    finally:
        ours.dec_thread_sharing()


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


def outcomes_of(*works: Callable[[], object]) -> list[str]:
    """Return what becomes of these at the same moment, sorted: "done", the code of a refusal, or what the
    database said.
    """
    said: list[str] = []

    def tried(work: Callable[[], object]) -> None:
        try:
            work()
            said.append("done")
        except Refused as refused:
            said.append(refused.code if refused.sentence else f"{refused.code}, without a sentence")
        except DatabaseError as error:
            said.append(repr(error))

    at_once(*(partial(tried, work) for work in works))
    return sorted(said)
