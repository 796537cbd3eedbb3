"""The database itself refuses to change or delete an event, whoever asks."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.log import read
from games.log.models import Event
from tests.support.log_stories import tell

pytestmark = pytest.mark.django_db


def refused(sql: str) -> str:
    """Run `sql` and return the refusal."""
    with pytest.raises(IntegrityError) as refusal, transaction.atomic(), connection.cursor() as raw:
        raw.execute(sql)
    return str(refusal.value)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE log_event SET payload = '{}'",
        "UPDATE log_event SET recorded_at = recorded_at WHERE version = 2",
        "UPDATE log_event SET version = version + 10",
        "DELETE FROM log_event",
        "DELETE FROM log_event WHERE version = 2",
    ],
)
def test_no_event_is_updated_or_deleted_by_sql(sql):
    tell("deal-1", "a", "b")
    before = read("deal-1")
    assert "only grows" in refused(sql)
    assert read("deal-1") == before


def test_no_event_is_updated_or_deleted_by_the_orm():
    tell("deal-1", "a")
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.update(name="other")
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.get().delete()
    assert read("deal-1")[0].name == "test.said"


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("cascade", ["", " CASCADE"])
def test_the_log_is_not_truncated(cascade):
    tell("deal-1", "a")
    assert "only grows" in refused(f"TRUNCATE log_event{cascade}")
    assert len(read("deal-1")) == 1


@pytest.mark.only_on("sqlite3")
@pytest.mark.parametrize("recursive_triggers", ["ON", "OFF"])
@pytest.mark.parametrize(
    "changed",
    [
        "999 AS position, stream, version, NULL",
        "position, 'other', 7, NULL",
        "NULL, stream, 9, 'c-1'",
    ],
)
def test_no_event_is_replaced_by_another(changed, recursive_triggers):
    tell("deal-1", "a", command_id="c-1")
    before = read("deal-1")
    with connection.cursor() as raw:
        raw.execute(f"PRAGMA recursive_triggers = {recursive_triggers}")
    try:
        assert "only grows" in refused(
            "INSERT OR REPLACE INTO log_event (position, stream, version, command_id, txid, name,"
            " schema, payload, metadata, recorded_at, previous, hash)"
            f" SELECT {changed}, 0, 'forged', 1, '{{}}', '{{}}', recorded_at, previous, hash"
            " FROM log_event"
        )
    finally:
        with connection.cursor() as raw:
            raw.execute("PRAGMA recursive_triggers = ON")
    assert read("deal-1") == before


@pytest.mark.parametrize("version", [1, 0])
def test_no_second_event_takes_a_version_and_none_is_below_1(version):
    tell("deal-1", "a")
    refused(
        "INSERT INTO log_event (stream, version, txid, name,"
        " schema, payload, metadata, recorded_at, previous, hash)"
        f" SELECT stream, {version}, 0, 'forged', 1, '{{}}', '{{}}', recorded_at, previous, hash"
        " FROM log_event"
    )
