"""Stored events of deals: each name has a sample that is read for ever, whatever is added to events and rule sets."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.errors import BadNotation
from games.engine.events import TurnPassed
from games.engine.recording.notation import NAMES
from games.log import codec
from games.log.store import NewerEvent
from games.schema import SCHEMA, from_stored, to_stored

SAMPLES = Path(__file__).with_name("stored_events.jsonl")


def samples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").splitlines()]


def test_every_event_of_a_deal_has_a_stored_sample() -> None:
    assert {sample["name"] for sample in samples()} == set(NAMES.values())


def test_a_deals_first_event_has_a_sample_as_it_is_written_now() -> None:
    assert ("deal.committed", SCHEMA) in {(one["name"], one["schema"]) for one in samples()}


def fault_of(sample: dict[str, Any]) -> str:
    """Return what is wrong with how a sample is read and written again; empty if nothing is."""
    try:
        event = from_stored(**sample)
        (stored,) = to_stored([event])
        again = from_stored(stored.name, stored.schema, stored.payload)
    except Exception as error:
        return repr(error)
    if again != event:
        return f"{again} is not {event}"
    written = codec.decode(codec.encode(stored.payload))
    if sample["schema"] == SCHEMA and written != sample["payload"]:
        return f"written as {written}"
    return ""


def test_every_stored_sample_is_still_read() -> None:
    faults = [(one["name"], one["schema"], fault_of(one)) for one in samples()]
    assert [one for one in faults if one[2]] == []


def test_an_event_is_brought_up_step_by_step_and_one_from_the_future_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.schema.SCHEMA", 3)
    monkeypatch.setattr(
        "games.schema.UPCASTERS",
        {("deal.turn-passed", 2): lambda payload: {"seat": payload["who"]}},
    )
    assert from_stored("deal.turn-passed", 1, {"who": 2}) == TurnPassed(2)
    assert from_stored("deal.turn-passed", 2, {"who": 2}) == TurnPassed(2)
    assert from_stored("deal.turn-passed", 3, {"seat": 2}) == TurnPassed(2)
    for schema, error in ((0, BadNotation), (4, NewerEvent)):
        with pytest.raises(error):
            from_stored("deal.turn-passed", schema, {"seat": 2})
