"""Verification finds what a forger does who has first removed the triggers."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.checks.whole import chains
from games.log.chain import hash_event
from games.log.integrity.verify import broken_streams
from games.log.models import Event
from tests.support.append_only import lifted
from tests.support.log_stories import tell

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three_streams():
    tell("deal-1", "a", "b", "c", "d")
    tell("deal-2", "a", command_id="c-1")
    tell("tournament-1", "a", "b")


def forge(sql: str) -> None:
    with lifted(), connection.cursor() as raw:
        raw.execute(sql)


def broken() -> list[tuple[str, int, str]]:
    return [(row.stream, row.version, row.reason) for row in broken_streams()]


def test_an_untouched_log_is_whole():
    assert broken() == []


@pytest.mark.parametrize(
    "change",
    [
        "name = 'test.shouted'",
        "schema = 2",
        """payload = '{"word":"x"}'""",
        """payload = '{"word": "b"}'""",
        """metadata = '{"by":"nobody"}'""",
        "recorded_at = '2026-11-20T12:00:00.000001Z'",
        "command_id = 'c-9'",
    ],
)
def test_a_changed_row_is_named(change):
    forge(f"UPDATE log_event SET {change} WHERE stream = 'deal-1' AND version = 2")
    assert broken() == [("deal-1", 2, "hash")]


def test_a_row_changed_together_with_its_hash_is_betrayed_by_the_next_one():
    row = Event.objects.get(stream="deal-1", version=2)
    digest = hash_event(
        bytes(row.previous),
        stream=row.stream,
        version=row.version,
        name=row.name,
        schema=row.schema,
        payload='{"word":"x"}',
        metadata=row.metadata,
        recorded_at=row.recorded_at,
        command_id=row.command_id,
    )
    with lifted():
        Event.objects.filter(pk=row.pk).update(payload='{"word":"x"}', hash=digest)
    assert broken() == [("deal-1", 3, "previous")]


def test_a_deleted_row_leaves_a_gap():
    forge("DELETE FROM log_event WHERE stream = 'deal-1' AND version = 2")
    assert broken() == [("deal-1", 3, "gap")]


def test_a_deleted_row_is_found_also_when_the_others_are_renumbered():
    forge("DELETE FROM log_event WHERE stream = 'deal-1' AND version = 2")
    forge("UPDATE log_event SET version = 2 WHERE stream = 'deal-1' AND version = 3")
    forge("UPDATE log_event SET version = 3 WHERE stream = 'deal-1' AND version = 4")
    assert broken() == [("deal-1", 2, "previous")]


def test_a_row_moved_to_another_stream_is_found():
    forge("UPDATE log_event SET stream = 'deal-9' WHERE stream = 'deal-2'")
    assert broken() == [("deal-9", 1, "hash")]


def test_a_copied_row_at_the_end_is_found():
    forge(
        "INSERT INTO log_event (stream, version, txid, name, schema, payload, metadata,"
        " recorded_at, previous, hash)"
        " SELECT stream, 5, 0, name, schema, payload, metadata, recorded_at, previous, hash"
        " FROM log_event WHERE stream = 'deal-1' AND version = 4"
    )
    assert broken() == [("deal-1", 5, "previous")]


def test_the_first_broken_row_of_each_broken_stream_is_named():
    forge("UPDATE log_event SET payload = '{}' WHERE version >= 2")
    assert broken() == [("deal-1", 2, "hash"), ("tournament-1", 2, "hash")]
    assert [row.version for row in broken_streams("tournament-1")] == [2]


@pytest.fixture
def streams_of_nobody(monkeypatch):
    """Chains alone: what belongs to whom is asked in `tests/games/checks/test_forged_logs.py`."""
    monkeypatch.setattr("games.management.commands.verify_log.CHECKS", (("chains", chains),))


@pytest.mark.usefixtures("streams_of_nobody")
def test_the_command_says_that_the_log_is_whole():
    said = StringIO()
    call_command("verify_log", stdout=said)
    assert "The log is whole." in said.getvalue()


def test_the_command_names_the_row_and_fails():
    forge("UPDATE log_event SET payload = '{}' WHERE stream = 'deal-1' AND version = 3")
    position = Event.objects.get(stream="deal-1", version=3).position
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_log", stdout=said)
    assert f"Stream deal-1 is broken at version 3 (position {position})" in said.getvalue()
