"""What `append_to` promises to a writer who knows the stream's head, and that the head is never taken on trust."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.log import EventData, Head, WrongVersion, append, append_to, read, stream_version
from games.log.integrity.verify import broken_streams
from tests.support.log_stories import NOON, events, tell

pytestmark = pytest.mark.django_db

BATCHES = pytest.mark.parametrize("words", [["a"], ["a", "b", "c"], ["a"] * 401])


def stored_head(stream: str) -> Head:
    """Return the head as the log holds it."""
    last = read(stream)[-1]
    return Head(stream, last.version, last.hash)


def heads(*words: str) -> list[Head]:
    """Append to `deal-1` word by word; the head after each."""
    seen = [Head("deal-1")]
    for word in words:
        seen.append(append_to(seen[-1], events(word), now=NOON))
    return seen[1:]


def refused(head: Head, words: list[str], command_id: str | None = None) -> WrongVersion:
    """Return the refusal of an append behind this head; the log and the transaction are as they were."""
    before = read("deal-1")
    with transaction.atomic():
        with pytest.raises(WrongVersion) as refusal:
            append_to(head, events(*words), now=NOON, command_id=command_id)
        assert read("deal-1") == before
        tell("deal-2", "my transaction goes on")
    assert stream_version("deal-2") == 1
    assert not list(broken_streams())
    return refusal.value


@BATCHES
def test_each_append_gives_the_head_for_the_next(words):
    head = Head("deal-1")
    for at in range(1, 4):
        head = append_to(head, events(*words), now=NOON)
        assert head == stored_head("deal-1")
        assert head.version == at * len(words)
    assert [event.payload["word"] for event in read("deal-1")] == words * 3
    assert not list(broken_streams())


def test_both_doors_store_the_same():
    with transaction.atomic():
        append("deal-1", events("a", "b"), expected_version=0, now=NOON, command_id="c-1")
        append("deal-1", events("c"), expected_version=2, now=NOON, metadata={"by": 7})
        by_version = [event.hash for event in read("deal-1")]
        transaction.set_rollback(True)
    head = append_to(Head("deal-1"), events("a", "b"), now=NOON, command_id="c-1")
    append_to(head, events("c"), now=NOON, metadata={"by": 7})
    assert [event.hash for event in read("deal-1")] == by_version


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"]])
@pytest.mark.parametrize("command_id", [None, "c-1"])
@pytest.mark.parametrize("known", [0, 1])
def test_appending_behind_a_known_head_takes_one_statement_on_postgresql(words, command_id, known):
    head = [Head("deal-1"), *heads("before")][known]
    if not known:
        head = Head("deal-2")
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        append_to(head, events(*words), now=datetime.now(UTC), command_id=command_id)
    # SQLite's SELECTs cost no way to a server, and its transaction keeps others out.
    assert len(queries) == {"postgresql": 1, "sqlite": 2 if known else 3}[connection.vendor]


def test_a_new_stream_takes_one_statement_on_postgresql():
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        append("deal-1", events("a"), expected_version=0, now=NOON)
    # SQLite asks for the head, and then whether the stream is archived.
    assert len(queries) == {"postgresql": 1, "sqlite": 3}[connection.vendor]


@BATCHES
@pytest.mark.parametrize("seen", [0, 1])
@pytest.mark.parametrize("command_id", [None, "c-1"])
def test_a_stale_head_is_refused(words, seen, command_id):
    stale = [Head("deal-1"), *heads("one", "two", "three")][seen]
    refusal = refused(stale, words, command_id)
    assert (refusal.stream, refusal.expected, refusal.actual) == ("deal-1", seen, 3)


@BATCHES
@pytest.mark.parametrize("command_id", [None, "c-1"])
def test_a_head_with_the_right_version_and_another_hash_is_refused(words, command_id):
    _, right = heads("one", "two")
    refusal = refused(replace(right, hash="5" * 64), words, command_id)
    assert (refusal.expected, refusal.actual) == (2, 2)
    assert "another event at version 2" in str(refusal)


@BATCHES
def test_a_head_of_what_was_taken_back_is_refused(words):
    (one,) = heads("one")
    with suppress(ZeroDivisionError), transaction.atomic():
        taken_back = append_to(one, events("two"), now=NOON)
        raise ZeroDivisionError
    assert refused(taken_back, words).actual == 1
    tell("deal-1", "another two")
    assert refused_again(taken_back, words).actual == 2


def refused_again(head: Head, words: list[str]) -> WrongVersion:
    """Return a refusal, where `deal-2` has told before that transactions go on."""
    with pytest.raises(WrongVersion) as refusal:
        append_to(head, events(*words), now=NOON)
    return refusal.value


@BATCHES
def test_a_head_beyond_the_end_and_one_of_another_stream_are_refused(words):
    (one,) = heads("one")
    assert refused(replace(one, version=7), words).actual == 1
    assert refused_again(replace(one, stream="deal-3"), words).actual == 0


def test_a_stream_without_events_has_no_hash():
    with pytest.raises(ValueError, match="no hash"):
        Head("deal-1", 0, "5" * 64)


@BATCHES
@pytest.mark.parametrize("newer", [0, 1, 2])
def test_a_command_answered_before_is_answered_the_same_whatever_head_is_known(words, newer):
    """The answer is the head that it led to; the stream may have come further, and the writer may know that."""
    seen = heads("one")[-1]
    answer = append_to(seen, events("mine"), now=NOON, command_id="c-1")
    later = append_to(answer, events("later"), now=NOON)
    known = (seen, answer, later)[newer]
    with transaction.atomic():
        assert append_to(known, events(*words), now=NOON, command_id="c-1") == answer
        tell("deal-2", "my transaction goes on")
    assert stored_head("deal-1") == later


@pytest.mark.parametrize("words", [["a"], ["a", "b"]])
def test_a_command_that_opened_a_stream_is_answered_the_same(words):
    answer = append_to(Head("deal-1"), events(*words), now=NOON, command_id="c-1")
    assert append_to(Head("deal-1"), events(*words), now=NOON, command_id="c-1") == answer
    assert append("deal-1", events(*words), expected_version=0, now=NOON, command_id="c-1") == len(
        words
    )


def test_names_and_moments_that_cannot_be_stored_are_refused_here_too():
    for head, batch in (
        (Head(""), events("a")),
        (Head("deal-1"), []),
        (Head("d" * 101), events("a")),
    ):
        with pytest.raises(ValueError, match=r"log|append"):
            append_to(head, batch, now=NOON)
    with pytest.raises(ValueError, match="log"):
        append_to(Head("deal-1"), [EventData("", 1, {})], now=NOON)
