"""Stored events: every name has a sample that is read for ever, and nothing else is taken for one."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from games.log import codec
from games.log.store import NewerEvent
from tests.support.tournaments import Told
from tournaments.engine.events import REGISTERED, TournamentClosed, TournamentEvent
from tournaments.engine.people.entry_events import MemberEntered
from tournaments.schema import (
    UnreadableEvent,
    from_stored,
    stream_of,
    to_stored,
    tournament_of,
)

SAMPLES = Path(__file__).with_name("stored_events.jsonl")


def samples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLES.read_text().splitlines()]


def test_every_event_that_is_written_has_a_stored_sample():
    assert {(one["name"], one["schema"]) for one in samples()} >= {
        (row.name, row.schema) for row in REGISTERED
    }


def test_every_event_is_registered_once():
    """Without its row an event can neither be stored nor folded."""
    assert Counter(row.kind for row in REGISTERED) == Counter(get_args(TournamentEvent))
    assert len({row.name for row in REGISTERED}) == len(REGISTERED)


def fault_of(sample: dict[str, Any]) -> str:
    """Return what is wrong with how a sample is read and written again; empty if nothing is."""
    try:
        event = from_stored(**sample)
        stored = to_stored(event)
        again = from_stored(stored.name, stored.schema, stored.payload)
    except Exception as error:
        return repr(error)
    if again != event:
        return f"{again} is not {event}"
    written = (stored.name, codec.decode(codec.encode(stored.payload)))
    if sample["schema"] == stored.schema and written != (sample["name"], sample["payload"]):
        return f"written as {written}"
    return ""


def test_every_stored_sample_is_still_read():
    faults = [(one["name"], one["schema"], fault_of(one)) for one in samples()]
    assert len(faults) > 100
    assert [one for one in faults if one[2]] == []


def test_a_whole_tournament_goes_to_disk_and_back():
    told = Told(range(1, 7)).start().play_all().close()
    for event in told.events:
        stored = to_stored(event)
        payload = codec.decode(codec.encode(stored.payload))
        assert from_stored(stored.name, stored.schema, payload) == event
    assert isinstance(told.events[-1], TournamentClosed)


@pytest.mark.parametrize(
    ("name", "schema", "payload"),
    [
        ("tournament.unheard-of", 1, {}),
        ("tournament.member-entered", 0, {"player": 1}),
        ("tournament.member-entered", 1, {"player": "1"}),
        ("tournament.member-entered", 1, {"player": 1.5}),
        ("tournament.member-entered", 1, {}),
        ("tournament.member-entered", 1, {"player": 1, "name": "An"}),
        ("tournament.round-drawn", 1, {"number": 1, "tables": [["player:1"]], "starters": [0]}),
    ],
)
def test_what_is_not_an_event_is_refused(name, schema, payload):
    with pytest.raises(UnreadableEvent):
        from_stored(name, schema, payload)


def test_an_event_of_a_later_release_says_so():
    with pytest.raises(NewerEvent):
        from_stored("tournament.member-entered", 2, {"player": 1})


def test_a_stream_is_named_after_its_tournament():
    assert tournament_of(stream_of(12)) == 12
    assert tournament_of("deal-12") is None
    assert to_stored(MemberEntered(3)).name == "tournament.member-entered"
