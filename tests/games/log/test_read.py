"""Reading one stream and reading all of them."""

from itertools import pairwise

import pytest

from games.log import START, Fact, Replayed, codec, read, read_all, read_events, read_facts
from tests.support.log_stories import NOON, tell

# Followers on PostgreSQL see what is committed, so these tests commit.
commits = pytest.mark.django_db(transaction=True)


@pytest.mark.django_db
def test_reading_can_begin_behind_a_version():
    tell("deal-1", "a", "b", "c")
    assert [event.payload["word"] for event in read("deal-1", after=1)] == ["b", "c"]
    assert read("deal-1", after=3) == []
    assert read("deal-2") == []


@pytest.mark.django_db
def test_each_event_carries_the_hash_of_the_one_before_it():
    tell("deal-1", "a", "b")
    tell("deal-1", "c")
    stored = read("deal-1")
    assert stored[0].previous == "0" * 64
    assert all(after.previous == before.hash for before, after in pairwise(stored))


@pytest.mark.django_db
def test_a_fold_is_given_the_same_events_as_a_reader():
    tell("deal-1", "a", "b")
    tell("deal-2", "x")
    tell("deal-1", "c", command_id="c-1")
    assert list(read_events("deal-1")) == [
        Replayed(
            event.version,
            event.name,
            event.schema,
            event.payload,
            event.recorded_at,
            event.metadata,
        )
        for event in read("deal-1")
    ]
    assert next(read_events("deal-1")).recorded_at == NOON
    assert list(read_facts("deal-1")) == [
        Fact(event.name, event.schema, codec.encode(event.payload)) for event in read("deal-1")
    ]


@commits
def test_all_streams_are_read_page_by_page_without_loss_or_repetition():
    for number in range(1, 8):
        tell(f"deal-{number % 3}", f"{number}a", f"{number}b")
    seen, place = [], START
    while page := read_all(place, limit=4):
        assert len(page) <= 4
        seen += page
        place = page[-1].place
    assert [event.payload["word"] for event in seen] == [
        f"{number}{letter}" for number in range(1, 8) for letter in "ab"
    ]
    assert [event for event in seen if event.stream == "deal-1"] == read("deal-1")
