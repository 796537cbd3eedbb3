"""Whose page is next: members before strangers, and no line without an end."""

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.servers import wait_until
from tusac_site.serving.page_queue import MOST_OF_ONE, MOST_WAITING, PageQueue, Priority, QueueFull


class Pages:
    """Pages that are answered when they are told, and in which order they began."""

    def __init__(self, threads: int, others: int) -> None:
        self.queue = PageQueue(threads, others=others)
        self.begun: list[str] = []
        self.answers: list[Future[Any]] = []
        self.go_on = threading.Event()

    def ask(self, name: str, priority: Priority, key: str = "") -> Future[Any]:
        def page() -> str:
            self.begun.append(name)
            assert self.go_on.wait(60)
            return name

        key = key or (name if priority < Priority.STRANGER else "")
        self.answers.append(self.queue.submit(priority, key, page))
        return self.answers[-1]

    def all_begun(self, count: int) -> None:
        wait_until(lambda: len(self.begun) >= count, "pages begin")


@contextmanager
def pages(threads: int = 1, others: int = 1) -> Iterator[Pages]:
    some = Pages(threads, others)
    try:
        yield some
    finally:
        some.go_on.set()
        for answer in some.answers:
            if not answer.cancelled():
                answer.result(60)


def test_members_overtake_strangers_who_came_before_them_and_guests_those_whom_nobody_knows() -> (
    None
):
    with pages() as some:
        some.ask("first", Priority.STRANGER)
        some.all_begun(1)
        for priority in (Priority.STRANGER, Priority.UNKNOWN, Priority.GUEST, Priority.MEMBER):
            for number in (1, 2):
                some.ask(f"{priority.name} {number}", priority)
    assert some.begun[1:] == [
        *("MEMBER 1", "MEMBER 2", "GUEST 1", "GUEST 2"),
        *("UNKNOWN 1", "UNKNOWN 2", "STRANGER 1", "STRANGER 2"),
    ]


def test_however_many_strangers_come_a_member_finds_a_free_thread() -> None:
    with pages(threads=4, others=2) as some:
        for number in range(20):
            some.ask(f"stranger {number}", (Priority.STRANGER, Priority.UNKNOWN)[number % 2])
        some.all_begun(2)
        some.ask("a", Priority.MEMBER)
        some.ask("b", Priority.GUEST)
        some.all_begun(4)
        assert some.queue.running() == 4
        assert {"a", "b"} == set(some.begun[2:4])
        assert some.queue.waiting(Priority.STRANGER) + some.queue.waiting(Priority.UNKNOWN) == 18


def test_while_members_play_strangers_have_one_thread_and_more_when_nobody_does() -> None:
    """With three at once each of a member's moves took eight times as long: they share one processor."""
    with pages(threads=4, others=3) as some:
        some.queue.quiet_seconds = float("inf")
        assert some.queue.submit(Priority.MEMBER, "lan", lambda: "played").result(60) == "played"
        for number in range(3):
            some.ask(f"stranger {number}", Priority.STRANGER)
        some.all_begun(1)
        assert some.queue.running() == 1
        assert some.queue.waiting(Priority.STRANGER) == 2
        some.queue.quiet_seconds = 0
        some.ask("stranger 3", Priority.STRANGER)
        some.all_begun(3)
        assert some.queue.running() == 3


@pytest.mark.parametrize("priority", [Priority.STRANGER, Priority.UNKNOWN])
def test_a_full_line_takes_no_more_strangers_and_still_takes_members(priority: Priority) -> None:
    with pages() as some:
        some.ask("first", priority)
        some.all_begun(1)
        for number in range(MOST_WAITING[priority]):
            some.ask(f"more {number}", priority)
        with pytest.raises(QueueFull):
            some.ask("one too many", priority)
        some.ask("member", Priority.MEMBER)
        some.ask("guest", Priority.GUEST)
    assert some.begun[1:3] == ["member", "guest"]
    assert len(some.begun) == MOST_WAITING[priority] + 3


def test_members_wait_in_a_line_that_has_an_end_too() -> None:
    with pages() as some:
        some.ask("first", Priority.MEMBER)
        some.all_begun(1)
        for number in range(MOST_WAITING[Priority.MEMBER]):
            some.ask(f"more {number}", Priority.MEMBER)
        with pytest.raises(QueueFull):
            some.ask("one too many", Priority.MEMBER)


def test_whoever_asks_for_very_much_at_once_is_a_stranger_with_the_rest_of_it() -> None:
    """Nobody's cookie, lent or stolen, puts all other members behind."""
    with pages() as some:
        some.ask("first", Priority.STRANGER)
        some.all_begun(1)
        for number in range(MOST_OF_ONE + 1):
            some.ask(f"lan {number}", Priority.MEMBER, "lan")
        some.ask("minh", Priority.MEMBER, "minh")
        some.ask("stranger", Priority.STRANGER)
    assert some.begun[-3:] == ["minh", f"lan {MOST_OF_ONE}", "stranger"]
    assert not some.queue._of


def test_a_page_that_nobody_waits_for_any_more_leaves_its_place_to_another() -> None:
    with pages() as some:
        some.ask("first", Priority.STRANGER)
        some.all_begun(1)
        waiting = [
            some.ask(f"more {n}", Priority.STRANGER) for n in range(MOST_WAITING[Priority.STRANGER])
        ]
        assert waiting[0].cancel()
        some.ask("another", Priority.STRANGER)
        with pytest.raises(CancelledError):
            waiting[0].result(1)
    assert "more 0" not in some.begun
    assert some.begun[-1] == "another"


def test_a_page_that_fails_says_so_and_gives_its_thread_back() -> None:
    def page() -> None:
        raise ZeroDivisionError

    turns = PageQueue(1, others=1)
    with pytest.raises(ZeroDivisionError):
        turns.submit(Priority.MEMBER, "lan", page).result(60)
    assert turns.submit(Priority.MEMBER, "lan", lambda: "next").result(60) == "next"
    assert turns.running() == 0


def test_who_is_in_no_hurry_steps_aside_while_a_members_page_is_answered_and_only_then() -> None:
    with pages(threads=2) as some:
        some.ask("stranger", Priority.STRANGER)
        some.all_begun(1)
        assert some.queue._nobody_plays.is_set()
        some.ask("member", Priority.MEMBER)
        some.all_begun(2)
        assert not some.queue._nobody_plays.is_set()
        some.queue.step_aside(0.001)  # it waits no longer than it was told
    wait_until(some.queue._nobody_plays.is_set, "the page is answered")
