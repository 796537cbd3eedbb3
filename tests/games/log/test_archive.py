"""A stream that is put away is the same stream, and the log is the same log, whoever reads it and how."""

import dataclasses
import json
import subprocess
import sys
import zlib
from collections.abc import Iterable
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.log import (
    START,
    EventData,
    Fact,
    Head,
    Recorded,
    Replayed,
    WrongVersion,
    append,
    append_to,
    codec,
    read,
    read_all,
    read_events,
    read_facts,
    read_named,
    stream_version,
    version_of_command,
)
from games.log.archive import Damaged, bring_back, hashes_at, put_away, unpack
from games.log.integrity.seal import differences, unseal
from games.log.integrity.verify import broken_streams, stream_names
from games.log.models import ArchivedStream, Event
from games.log.store import last_place
from tests.support.forger import forge
from tests.support.log_stories import NOON, events, tell
from tests.support.old_seals import seal
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

STREAMS = ["deal-1", "deal-2", "deal-10", "tournament-1"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["append", "append", "append", "put away", "bring back"]),
        st.sampled_from(STREAMS),
        st.integers(1, 4),
        st.sampled_from([None, "c-1", "c-2", "c-3"]),
    ),
    max_size=30,
)


def page_by_page(limit: int, after=START) -> list[Recorded]:
    seen: list[Recorded] = []
    while page := read_all(seen[-1].place if seen else after, limit=limit):
        assert len(page) <= limit
        seen += page
    return seen


def assert_it_reads_as(log: list[Recorded]) -> None:
    """Every way of reading gives exactly these events, which were noted when they were appended."""
    for limit in (1, 2, 7, 500):
        assert page_by_page(limit) == log
    for at, event in enumerate(log):
        assert read_all(event.place, limit=3) == log[at + 1 : at + 4]
    for name in [*STREAMS, "deal-404"]:
        stream = [event for event in log if event.stream == name]
        assert stream_version(name) == len(stream)
        for after in range(len(stream) + 2):
            assert read(name, after) == stream[after:]
        for kind in {one.name for one in log}:
            assert read_named(name, kind) == [one for one in stream if one.name == kind]
        assert list(read_events(name)) == [
            Replayed(one.version, one.name, one.schema, one.payload, one.recorded_at, one.metadata)
            for one in stream
        ]
        assert list(read_facts(name)) == [
            Fact(one.name, one.schema, codec.encode(one.payload)) for one in stream
        ]
        for command in ("c-1", "c-2", "c-3"):
            led_to = [one.version for one in stream if one.command_id == command]
            assert version_of_command(name, command) == next(iter(led_to), None)
    assert hashes_at([(event.stream, event.version) for event in log]) == {
        (event.stream, event.version): bytes.fromhex(event.hash) for event in log
    }
    assert last_place() == (log[-1].place if log else START)
    assert sorted(stream_names()) == sorted({event.stream for event in log})
    assert set(stream_names("deal-1")) == {name for name in stream_names() if name[:6] == "deal-1"}
    assert not list(broken_streams())


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_any_order_of_appending_and_putting_away_reads_as_a_plain_log(steps):
    log: list[Recorded] = []
    with transaction.atomic():
        for step, stream, many, command in steps:
            if step == "append":
                before = stream_version(stream)
                words = [f"{len(log)} đôi \\u0000 {at}" for at in range(many)]
                answer = append(
                    stream,
                    events(*words),
                    expected_version=before,
                    now=NOON,
                    metadata={"by": many},
                    command_id=command,
                )
                known = {(one.stream, one.command_id): one.version for one in log}
                if command and (stream, command) in known:
                    assert answer == known[stream, command]
                else:
                    assert answer == before + many
                    log += read(stream, before)
            elif step == "put away":
                in_play = Event.objects.filter(stream=stream).exists()
                assert put_away(stream) == in_play
            else:
                bring_back(stream)
        assert_it_reads_as(log)
        transaction.set_rollback(True)


def some_deals() -> list[Recorded]:
    """Four streams, told in turn, two of them put away."""
    for turn in range(5):
        for stream in STREAMS:
            tell(stream, f"{stream} {turn}", command_id=f"{turn}")
    log = read_all()
    assert put_away("deal-1")
    assert put_away("deal-10")
    return log


def test_a_stream_that_is_put_away_is_one_row_and_no_event():
    log = some_deals()
    assert Event.objects.count() == 10
    (row, _) = ArchivedStream.objects.order_by("stream")
    assert (row.stream, row.version) == ("deal-1", 5)
    assert [one[5] for one in unpack("deal-1", bytes(row.packed))] == [
        json.dumps(one.payload, separators=(",", ":")) for one in log if one.stream == "deal-1"
    ]
    assert not put_away("deal-1")
    assert not put_away("deal-404")


def test_whoever_adds_to_an_archived_stream_brings_it_back():
    some_deals()
    last = read("deal-1")[-1]
    head = append_to(Head("deal-1", 5, last.hash), events("ruling"), now=NOON)
    assert head.version == 6
    assert not ArchivedStream.objects.filter(stream="deal-1").exists()
    assert append("deal-10", events("ruling"), expected_version=5, now=NOON) == 6
    assert put_away("deal-1")
    assert [one.payload["word"] for one in read("deal-1")][-1] == "ruling"
    assert not list(broken_streams())


@pytest.mark.parametrize("expected", [0, 4, 6])
def test_a_writer_with_another_version_is_refused_as_before(expected):
    some_deals()
    with pytest.raises(WrongVersion) as refusal:
        append("deal-1", events("late"), expected_version=expected, now=NOON)
    assert (refusal.value.expected, refusal.value.actual) == (expected, 5)
    with pytest.raises(WrongVersion):
        append_to(Head("deal-10", 5, "5" * 64), events("late"), now=NOON)
    assert stream_version("deal-1") == 5


def test_a_command_that_an_archived_stream_has_answered_is_answered_the_same():
    some_deals()
    last = read("deal-1")[-1]
    head = append_to(Head("deal-1", 5, last.hash), events("again"), now=NOON, command_id="2")
    assert head.version == 3
    assert stream_version("deal-1") == 5


def test_a_broken_stream_is_not_put_away_so_that_its_row_is_named():
    tell("deal-1", "a", "b", "c")
    forge("""UPDATE log_event SET payload = '{"word":"x"}' WHERE version = 2""")
    assert not put_away("deal-1")
    assert [(one.version, one.reason) for one in broken_streams()] == [(2, "hash")]


def test_a_payload_in_another_spelling_is_not_put_away():
    """JSON in JSON may lose its blanks; a text that would is left where it is."""
    append("deal-1", [EventData("test.said", 1, {"a": 1})], expected_version=0, now=NOON)
    forge("""UPDATE log_event SET payload = ' {"a":1} '""")
    assert not put_away("deal-1")


class TestGuards:
    """The database itself lets events go only into the archive, and back."""

    @pytest.mark.parametrize(
        "sql",
        [
            "DELETE FROM log_event WHERE stream = 'deal-2'",
            "DELETE FROM log_event WHERE stream = 'deal-2' AND version = 5",
            "DELETE FROM log_archive WHERE stream = 'deal-1'",
            "UPDATE log_archive SET packed = packed",
            "UPDATE log_archive SET version = 6 WHERE stream = 'deal-1'",
            "INSERT INTO log_archive SELECT 'deal-7', version, hash, first_txid, first_position,"
            " txid, position + 1000, packed FROM log_archive WHERE stream = 'deal-1'",
            "INSERT INTO log_archive SELECT stream, version - 1, hash, txid, position, txid,"
            " position, hash FROM log_event WHERE stream = 'deal-2' AND version = 5",
            "INSERT INTO log_archive SELECT stream, version, hash, txid, position, txid,"
            " position, hash FROM log_event WHERE stream = 'deal-2' AND version = 4",
            "INSERT INTO log_event (txid, stream, version, name, schema, payload, metadata,"
            " recorded_at, previous, hash) SELECT 0, 'deal-1', 1, name, schema, payload, metadata,"
            " recorded_at, previous, hash FROM log_event WHERE stream = 'deal-2' AND version = 1",
        ],
    )
    def test_what_is_no_move_between_the_two_is_refused(self, sql):
        log = some_deals()
        sql = sql.replace(
            "INSERT INTO log_archive SELECT",
            "INSERT INTO log_archive (stream, version, hash, first_txid, first_position, txid,"
            " position, packed) SELECT",
        )
        with (
            pytest.raises(IntegrityError) as refusal,
            transaction.atomic(),
            connection.cursor() as raw,
        ):
            raw.execute(sql)
        assert "only grows" in str(refusal.value)
        assert page_by_page(500) == log

    @pytest.mark.only_on("postgresql")
    def test_the_archive_is_not_truncated(self):
        some_deals()
        truncate = "TRUNCATE log_archive"
        with pytest.raises(IntegrityError, match="only grows"), connection.cursor() as raw:
            raw.execute(truncate)


class TestForgers:
    """What somebody does who owns the database is named."""

    def broken(self) -> list[tuple[str, int, str]]:
        return [(one.stream, one.version, one.reason) for one in broken_streams()]

    def repacked(self, change) -> bytes:
        row = ArchivedStream.objects.get(stream="deal-1")
        text = zlib.decompress(bytes(row.packed)).decode()
        changed = change(text)
        assert changed != text
        return zlib.compress(changed.encode())

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: text.replace("deal-1 3", "deal-1 x"),
            lambda text: text.replace(
                f"{NOON:%Y-%m-%dT%H}", f"{NOON - timedelta(hours=1):%Y-%m-%dT%H}"
            ),
            lambda text: text.replace('"test.said",1', '"test.said",2', 1),
            lambda text: text.replace('null,"4"', '"4"').replace('"4"', '"9"'),
            lambda text: "[" + text,
            lambda text: "[[],[],[],[],[],[]]",
            lambda text: text.replace("{}", "[]", 1),
        ],
    )
    def test_a_changed_archive_is_named(self, change):
        some_deals()
        forge("UPDATE log_archive SET packed = %s WHERE stream = 'deal-1'", self.repacked(change))
        assert self.broken() == [("deal-1", 5, "archive")]

    def test_bytes_that_are_no_archive_are_named_and_not_read(self):
        some_deals()
        forge("UPDATE log_archive SET packed = %s WHERE stream = 'deal-1'", b"rubbish")
        assert self.broken() == [("deal-1", 5, "archive")]
        for reader in (read, read_facts, lambda name: list(read_events(name))):
            with pytest.raises(Damaged):
                reader("deal-1")
        with pytest.raises(Damaged):
            append("deal-1", events("ruling"), expected_version=5, now=NOON)

    @pytest.mark.parametrize(
        "change",
        ["version = 6", "position = position + 1", "first_position = 0", "txid = txid + 1"],
    )
    def test_a_changed_column_is_named(self, change):
        some_deals()
        forge(f"UPDATE log_archive SET {change} WHERE stream = 'deal-1'")
        assert [one.reason for one in broken_streams()] == ["archive"]

    def test_a_stream_in_both_tables_is_named(self):
        some_deals()
        forge("UPDATE log_event SET stream = 'deal-10' WHERE stream = 'deal-2'")
        assert ("deal-10", 5, "twice") in self.broken()

    def test_a_chain_made_anew_and_an_archive_that_is_gone_differ_from_the_checkpoint(self):
        some_deals()
        _, text = seal("a key", now=NOON)
        sealed = unseal(text, "a key")
        assert not list(differences(sealed))
        forge("UPDATE log_archive SET hash = %s WHERE stream = 'deal-1'", bytes(32))
        forge("DELETE FROM log_archive WHERE stream = 'deal-10'")
        assert [one.split(":")[0] for one in differences(sealed)] == [
            "Stream deal-1 was rewritten",
            "Stream deal-10 is gone",
        ]


def test_a_checkpoint_of_before_holds_for_what_is_archived_since():
    tell("deal-1", "a", "b")
    _, text = seal("a key", now=NOON)
    tell("deal-1", "c")
    put_away("deal-1")
    assert not list(differences(unseal(text, "a key")))
    _, later = seal("a key", now=NOON)
    bring_back("deal-1")
    assert not list(differences(unseal(later, "a key")))


def archived_in(log: Iterable[Recorded]) -> set[str]:
    names = {event.stream for event in log}
    return names & set(ArchivedStream.objects.values_list("stream", flat=True))


@pytest.mark.django_db(transaction=True)
def test_a_process_killed_in_the_middle_of_putting_away_loses_nothing():
    for turn in range(6):
        for number in range(30):
            tell(f"deal-{number}", f"{number}/{turn}")
    log = page_by_page(500)
    fields = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")
    database = {name: connection.settings_dict[name] for name in fields}
    command = [sys.executable, "-m", "tests.support.log_archiver", json.dumps(database), "30"]
    archived: set[str] = set()
    for at in (0, 3, 11, 20):
        process = subprocess.Popen([*command, str(at)], cwd=PROJECT, stdout=subprocess.PIPE)
        assert process.stdout is not None
        # It says so in the middle of its transaction: the events are gone there and the row is new.
        assert process.stdout.readline() == f"in the middle of deal-{at}\n".encode()
        process.kill()
        process.wait()
        process.stdout.close()
        connection.close()
        wait_until(
            partial(lambda before: len(archived_in(log)) >= before, at),
            "what was put away is there",
        )
        archived = archived_in(log)
        assert f"deal-{at}" not in archived
        assert page_by_page(500) == log
        assert not list(broken_streams())
    assert len(archived) == 20


def test_recorded_events_compare_by_all_that_is_stored():
    """The comparisons above would be worth little otherwise."""
    assert {field.name for field in dataclasses.fields(Recorded) if field.compare} >= {
        *("position", "txid", "hash", "previous", "command_id", "recorded_at", "metadata"),
    }
