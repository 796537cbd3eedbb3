"""Writers at the same time: exactly one wins each version, and no acknowledged event is lost."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from threading import Barrier
from threading import Event as Signal

import pytest
from django.db import connection, transaction

from games.log import WrongVersion, append, read, stream_version
from games.log.models import Event
from games.log.verify import broken_streams
from tests.log.stories import NOON, events, tell
from tests.threads import elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


def test_threads_on_one_stream_get_one_winner_a_version():
    threads, rounds = 4, 15
    together = Barrier(threads)
    won: list[tuple[int, str]] = []
    lost: list[int] = []

    def write(me: int) -> None:
        for number in range(rounds):
            together.wait(30)
            seen = stream_version("deal-1")
            together.wait(30)  # everybody has seen the same version
            word = f"{me}/{number}"
            try:
                version = append("deal-1", events(word), expected_version=seen, now=NOON)
                won.append((version, word))
            except WrongVersion as refusal:
                lost.append(refusal.actual)

    started = [elsewhere(partial(write, me)) for me in range(threads)]
    for thread in started:
        thread.join(60)
    assert sorted(version for version, _ in won) == list(range(1, rounds + 1))
    assert len(lost) == rounds * (threads - 1)
    assert [(event.version, event.payload["word"]) for event in read("deal-1")] == sorted(won)


def test_one_command_sent_by_many_threads_at_once_is_stored_once():
    threads = 4
    together = Barrier(threads)
    answers: list[int] = []

    def send() -> None:
        for number in range(10):
            together.wait(30)
            answers.append(
                append(
                    "deal-1",
                    events("a", "b"),
                    expected_version=2 * number,
                    command_id=f"c-{number}",
                    now=NOON,
                )
            )

    started = [elsewhere(send) for _ in range(threads)]
    for thread in started:
        thread.join(60)
    assert sorted(answers) == sorted(list(range(2, 21, 2)) * threads)
    assert stream_version("deal-1") == 20


def test_processes_on_several_streams_leave_no_gap_and_lose_nothing():
    streams, writers, appends = 5, 4, 40
    database = json.dumps(connection.settings_dict, default=str)
    command = [sys.executable, "-m", "tests.log.writer", database]
    started = [
        subprocess.Popen(
            [*command, str(me), str(streams), str(appends)],
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for me in range(writers)
    ]
    acknowledged = set()
    for writer in started:
        said, _ = writer.communicate(timeout=120)
        assert writer.returncode == 0
        acknowledged |= {tuple(json.loads(line)) for line in said.splitlines()}
    assert len(acknowledged) == writers * appends
    stored = {
        (event.stream, event.version, event.payload["word"])
        for number in range(streams)
        for event in read(f"deal-{number}")
    }
    assert stored == acknowledged
    assert Event.objects.count() == len(acknowledged)
    assert list(broken_streams()) == []


class TestMeetingAnOpenTransactionOnPostgreSQL:
    """The second writer has seen the same head and waits in its INSERT for the first one's end."""

    pytestmark = pytest.mark.only_on("postgresql")

    def meet(self, *, first_commits: bool, second: Callable[[], object]) -> None:
        """Run `second` while an append of command `c-1` to `deal-1` is open; then end that."""
        written, waiting = Signal(), Signal()

        class TakeBack(Exception):
            pass

        def first() -> None:
            try:
                with transaction.atomic():
                    append("deal-1", events("x"), expected_version=0, command_id="c-1", now=NOON)
                    written.set()
                    waiting.wait(30)
                    if not first_commits:
                        raise TakeBack
            except TakeBack:
                pass

        def watch() -> None:
            with connection.cursor() as cursor:
                while not waiting.is_set():
                    cursor.execute(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        " AND datname = current_database()"
                    )
                    if cursor.fetchone() != (0,):
                        waiting.set()

        opened = elsewhere(first)
        assert written.wait(30)
        watching = elsewhere(watch)
        try:
            second()
        finally:
            waiting.set()
            watching.join(30)
            opened.join(30)

    @pytest.mark.parametrize("words", [["a"], ["a", "b", "c"]])
    def test_the_second_is_refused_when_the_first_commits_and_its_transaction_goes_on(self, words):
        def second() -> None:
            with transaction.atomic():
                with pytest.raises(WrongVersion) as refusal:
                    append("deal-1", events(*words), expected_version=0, now=NOON)
                assert refusal.value.actual == 1
                tell("deal-2", "mine")

        self.meet(first_commits=True, second=second)
        assert [event.payload["word"] for event in read("deal-1")] == ["x"]
        assert stream_version("deal-2") == 1

    @pytest.mark.parametrize("words", [["a"], ["a", "b", "c"]])
    def test_the_second_wins_when_the_first_takes_back(self, words):
        def second() -> None:
            assert append("deal-1", events(*words), expected_version=0, now=NOON) == len(words)

        self.meet(first_commits=False, second=second)
        assert [event.payload["word"] for event in read("deal-1")] == words

    def test_the_second_gets_the_firsts_answer_to_the_same_command(self):
        def second() -> None:
            with transaction.atomic():
                version = append(
                    "deal-1", events("x"), expected_version=0, command_id="c-1", now=NOON
                )
                assert version == 1
                tell("deal-2", "mine")

        self.meet(first_commits=True, second=second)
        assert stream_version("deal-1") == stream_version("deal-2") == 1

    def test_a_writer_on_another_stream_does_not_wait(self):
        def second() -> None:
            tell("deal-2", "mine")
            assert stream_version("deal-1") == 0

        self.meet(first_commits=True, second=second)
        assert stream_version("deal-1") == stream_version("deal-2") == 1
