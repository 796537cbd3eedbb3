"""What is stored of members' chips is read for ever: a sample of each event, as its first release wrote it."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from games.club.chips import NAMES, from_stored, to_stored
from games.club.schema import SCHEMA
from games.commands.unsealed import author_of
from games.log import Recorded

SAMPLES = [
    json.loads(line)
    for line in Path(__file__).with_name("stored_members.jsonl").read_text("utf-8").splitlines()
]

YOUNGER: dict[str, dict[str, Any]] = {
    "member.duties-set": {"reason": ""},
    "member.joined": {"waits": False},
    "member.chips-asked-for": {"start": False},
}
"""Fields that came after the first release of their event, with what an event from before has of them."""


def test_every_kind_has_a_sample() -> None:
    assert {sample["name"] for sample in SAMPLES} == set(NAMES.values())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one["name"])
def test_a_stored_event_is_read_and_written_as_it_was(sample: dict[str, Any]) -> None:
    stored = to_stored(from_stored(**sample))
    assert stored.name == sample["name"] and stored.schema == SCHEMA
    later = YOUNGER.get(sample["name"], {})
    assert json.loads(json.dumps(stored.payload)) == {**later, **sample["payload"]}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one["name"])
def test_the_audit_knows_who_may_have_written_it(sample: dict[str, Any]) -> None:
    """What it does not know it takes for a forger's, and an owner is alarmed."""
    if not sample["name"].startswith("member."):
        return
    at = datetime(2026, 11, 21, tzinfo=UTC)
    place: dict[str, Any] = {
        "position": 1,
        "stream": "member-1",
        "version": 1,
        "hash": "",
        "previous": "",
    }
    said: dict[str, Any] = {"metadata": {"by": 2}, "recorded_at": at, "command_id": None, "txid": 1}
    assert author_of(Recorded(**place, **said, **sample)) is not None


def test_what_nobody_of_us_has_written_is_refused() -> None:
    for name, schema in (("member.joined", 2), ("member.left", 1)):
        with pytest.raises(ValueError):
            from_stored(name, schema, {"chips": 1})
