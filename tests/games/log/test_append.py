"""What `append` promises, on whatever database the tests run."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.log import EventData, WrongVersion, append, read, stream_version, version_of_command
from games.log.models import Event
from tests.support.log_stories import NOON, events, tell

pytestmark = pytest.mark.django_db


def test_a_new_stream_begins_at_version_1():
    assert append("deal-1", events("one"), expected_version=0, now=NOON) == 1
    assert [event.version for event in read("deal-1")] == [1]


def test_a_batch_takes_the_next_versions_without_a_gap():
    tell("deal-1", "one")
    assert append("deal-1", events("two", "three", "four"), expected_version=1, now=NOON) == 4
    assert [(event.version, event.payload["word"]) for event in read("deal-1")] == [
        (1, "one"),
        (2, "two"),
        (3, "three"),
        (4, "four"),
    ]


def test_a_batch_longer_than_one_statement_is_stored_whole():
    assert tell("deal-1", *[str(number) for number in range(1, 1001)]) == 1000
    assert [event.payload["word"] for event in read("deal-1")] == [
        str(number) for number in range(1, 1001)
    ]


def test_streams_count_their_versions_apart():
    tell("deal-1", "one", "two")
    assert tell("deal-2", "one") == 1
    assert stream_version("deal-1") == 2
    assert stream_version("deal-3") == 0


@pytest.mark.parametrize("expected", [0, 1, 3, 17])
def test_another_version_than_the_expected_one_is_refused_and_nothing_is_stored(expected):
    tell("deal-1", "one", "two")
    with pytest.raises(WrongVersion) as refusal:
        append("deal-1", events("three", "four"), expected_version=expected, now=NOON)
    assert (refusal.value.stream, refusal.value.expected, refusal.value.actual) == (
        "deal-1",
        expected,
        2,
    )
    assert stream_version("deal-1") == 2


def test_the_callers_transaction_goes_on_after_a_wrong_version():
    tell("deal-1", "one")
    with transaction.atomic():
        with pytest.raises(WrongVersion):
            append("deal-1", events("other"), expected_version=0, now=NOON)
        tell("deal-1", "two")
    assert stream_version("deal-1") == 2


def test_what_the_callers_transaction_takes_back_was_never_appended():
    class ChangedMind(Exception):
        pass

    def append_and_regret() -> None:
        with transaction.atomic():
            tell("deal-1", "one", "two")
            raise ChangedMind

    with pytest.raises(ChangedMind):
        append_and_regret()
    assert stream_version("deal-1") == 0


def test_a_command_sent_twice_is_stored_once_and_answered_the_same():
    first = append("deal-1", events("a", "b"), expected_version=0, command_id="c-1", now=NOON)
    again = append("deal-1", events("a", "b"), expected_version=0, command_id="c-1", now=NOON)
    assert first == again == 2
    assert stream_version("deal-1") == 2


def test_a_command_sent_again_much_later_is_answered_as_it_was():
    tell("deal-1", "a", "b", command_id="c-1")
    tell("deal-1", "c", "d")
    assert append("deal-1", events("x"), expected_version=4, command_id="c-1", now=NOON) == 2
    assert stream_version("deal-1") == 4


def test_the_same_command_id_in_another_stream_is_another_command():
    tell("deal-1", "a", command_id="c-1")
    assert tell("deal-2", "a", "b", command_id="c-1") == 2
    assert version_of_command("deal-1", "c-1") == 1
    assert version_of_command("deal-2", "c-1") == 2


def test_a_command_that_is_not_stored_has_no_version():
    assert version_of_command("deal-1", "c-1") is None
    tell("deal-1", "a", command_id="c-1")
    assert version_of_command("deal-1", "c-2") is None


def test_the_metadata_go_with_every_event_of_the_batch():
    append("deal-1", events("a", "b"), expected_version=0, now=NOON, metadata={"by": "player:7"})
    assert [event.metadata for event in read("deal-1")] == [{"by": "player:7"}] * 2


def test_payloads_are_stored_as_sorted_json_without_spaces():
    said = EventData("test.said", 1, {"z": [1, None, True], "a": {"é": "Tứ Sắc", "b": "\x00"}})
    append("deal-1", [said], expected_version=0, now=NOON)
    stored = Event.objects.values_list("payload", flat=True).get()
    assert stored == '{"a":{"b":"\\u0000","é":"Tứ Sắc"},"z":[1,null,true]}'
    assert read("deal-1")[0].payload == said.payload


def test_a_moment_is_stored_in_utc_and_read_as_the_same_moment():
    saigon = datetime(2026, 11, 20, 19, 0, 0, 5, tzinfo=timezone(timedelta(hours=7)))
    append("deal-1", events("a"), expected_version=0, now=saigon)
    assert (
        Event.objects.values_list("recorded_at", flat=True).get() == "2026-11-20T12:00:00.000005Z"
    )
    assert read("deal-1")[0].recorded_at == saigon


@pytest.mark.parametrize(
    ("stream", "batch", "command_id", "now"),
    [
        ("", events("a"), None, NOON),
        ("s" * 101, events("a"), None, NOON),
        ("deal-1", [], None, NOON),
        ("deal-1", [EventData("", 1, {})], None, NOON),
        ("deal-1", [EventData("n" * 101, 1, {})], None, NOON),
        ("deal-1", events("a"), "", NOON),
        ("deal-1", events("a"), "c" * 101, NOON),
        ("deal-1", events("a"), None, NOON.replace(tzinfo=None)),
    ],
)
def test_names_and_moments_that_cannot_be_stored_are_refused(stream, batch, command_id, now):
    with pytest.raises(ValueError):
        append(stream, batch, expected_version=0, now=now, command_id=command_id)
    assert not Event.objects.exists()


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"]])
@pytest.mark.parametrize("command_id", [None, "c-1"])
def test_appending_takes_one_select_and_one_insert(words, command_id):
    tell("deal-1", "before")
    with (
        transaction.atomic(),
        CaptureQueriesContext(
            connection,
        ) as queries,
    ):
        append(
            "deal-1",
            events(*words),
            expected_version=1,
            now=datetime.now(UTC),
            command_id=command_id,
        )
    assert len(queries) == 2
