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

from games.log import Head, WrongVersion, append, append_to, read, stream_version
from games.log.integrity.verify import broken_streams
from games.log.models import Event
from tests.support.log_stories import NOON, events, tell
from tests.support.threads import elsewhere

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


def test_threads_that_know_the_head_of_one_stream_get_one_winner_a_version():
    threads, rounds = 4, 15
    together = Barrier(threads)
    won: list[tuple[int, str]] = []
    lost: list[WrongVersion] = []
    heads = [Head("deal-1")]

    def write(me: int) -> None:
        for number in range(rounds):
            together.wait(30)  # everybody knows the same head
            head, word = heads[-1], f"{me}/{number}"
            together.wait(30)
            try:
                heads.append(append_to(head, events(word), now=NOON))
                won.append((heads[-1].version, word))
            except WrongVersion as refusal:
                lost.append(refusal)

    started = [elsewhere(partial(write, me)) for me in range(threads)]
    for thread in started:
        thread.join(60)
    assert len(lost) == rounds * (threads - 1)
    assert all(
        (refusal.expected, refusal.actual) == (refusal.actual - 1, refusal.actual)
        for refusal in lost
    )
    assert [(event.version, event.payload["word"]) for event in read("deal-1")] == won
    assert [head.version for head in heads] == list(range(rounds + 1))
    assert list(broken_streams()) == []


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
    command = [sys.executable, "-m", "tests.support.log_writer", database]
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

    @pytest.fixture(params=[0, 1], ids=["a new stream", "a stream with an event"])
    def seen(self, request) -> Head:
        """The head of `deal-1` that both writers have seen."""
        head = Head("deal-1")
        return append_to(head, events("before"), now=NOON) if request.param else head

    @pytest.fixture(params=["by version", "by head"])
    def send(self, request, seen) -> Callable[..., int]:
        """Append words to `deal-1` behind what was seen; the new version."""

        def send(*words: str, command_id: str | None = None) -> int:
            batch = events(*words)
            if request.param == "by head":
                return append_to(seen, batch, now=NOON, command_id=command_id).version
            return append(
                "deal-1", batch, expected_version=seen.version, now=NOON, command_id=command_id
            )

        return send

    def meet(
        self, first_append: Callable[..., int], *, first_commits: bool, second: Callable[[], object]
    ) -> None:
        """Run `second` while an append of command `c-1` to `deal-1` is open; then end that."""
        written, waiting = Signal(), Signal()

        class TakeBack(Exception):
            pass

        def first() -> None:
            try:
                with transaction.atomic():
                    first_append("x", command_id="c-1")
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
    @pytest.mark.parametrize("command_id", [None, "c-2"])
    def test_the_second_is_refused_when_the_first_commits_and_its_transaction_goes_on(
        self, seen, send, words, command_id
    ):
        def second() -> None:
            with transaction.atomic():
                with pytest.raises(WrongVersion) as refusal:
                    send(*words, command_id=command_id)
                assert refusal.value.actual == seen.version + 1
                tell("deal-2", "mine")

        self.meet(send, first_commits=True, second=second)
        assert [event.payload["word"] for event in read("deal-1", seen.version)] == ["x"]
        assert stream_version("deal-2") == 1

    @pytest.mark.parametrize("words", [["a"], ["a", "b", "c"]])
    def test_the_second_wins_when_the_first_takes_back(self, seen, send, words):
        def second() -> None:
            assert send(*words) == seen.version + len(words)

        self.meet(send, first_commits=False, second=second)
        assert [event.payload["word"] for event in read("deal-1", seen.version)] == words

    @pytest.mark.parametrize("words", [["x"], ["x", "y", "z"]])
    def test_the_second_gets_the_firsts_answer_to_the_same_command(self, seen, send, words):
        def second() -> None:
            with transaction.atomic():
                assert send(*words, command_id="c-1") == seen.version + 1
                tell("deal-2", "mine")

        self.meet(send, first_commits=True, second=second)
        assert stream_version("deal-1") == seen.version + 1
        assert stream_version("deal-2") == 1

    def test_a_writer_on_another_stream_does_not_wait(self, seen, send):
        def second() -> None:
            tell("deal-2", "mine")
            assert stream_version("deal-1") == seen.version

        self.meet(send, first_commits=True, second=second)
        assert stream_version("deal-1") == seen.version + 1
        assert stream_version("deal-2") == 1
