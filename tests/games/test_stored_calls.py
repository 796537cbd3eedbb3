"""What is stored of calls of the referee is read for ever: a sample of each event, as its first release wrote it."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.club.calls import NAMES, from_stored, to_stored
from games.club.schema import SCHEMA

SAMPLES = [
    json.loads(line)
    for line in Path(__file__).with_name("stored_calls.jsonl").read_text("utf-8").splitlines()
]


def test_every_kind_has_a_sample() -> None:
    assert {sample["name"] for sample in SAMPLES} == set(NAMES.values())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one["name"])
def test_a_stored_event_is_read_and_written_as_it_was(sample: dict[str, Any]) -> None:
    stored = to_stored(from_stored(**sample))
    assert stored.name == sample["name"] and stored.schema == SCHEMA
    written = json.loads(json.dumps(stored.payload))
    since = written.keys() - sample["payload"].keys()  # fields that are younger than the sample
    assert all(written.pop(name) is None for name in since)
    assert written == sample["payload"]


def test_what_nobody_of_us_has_written_is_refused() -> None:
    for name, schema in (("call.taken", 2), ("call.lost", 1)):
        with pytest.raises(ValueError, match="no event of a call"):
            from_stored(name, schema, {"referee": 1})
