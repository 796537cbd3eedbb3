"""Followers handle each event once, in order, together with their checkpoint."""

from functools import partial
from threading import Event as Signal

import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, connection, transaction

from games.log import EventData, Recorded, append, read_all
from games.log.archive import pack, put_away, unpack
from games.log.followers import Follower, LogRestored, catch_up, rebuild
from games.log.integrity.renumber import renumber
from games.log.integrity.verify import broken_streams
from games.log.models import ArchivedStream, FollowerPosition
from tests.support.append_only import lifted
from tests.support.log_stories import NOON, events, tell
from tests.support.threads import at_once, elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


def write_down(batch: list[Recorded]) -> None:
    """A row an event. Its name is unique, so nothing can be written down twice."""
    for event in batch:
        Group.objects.create(name=f"{event.stream}:{event.version}")


def forget() -> None:
    Group.objects.all().delete()


def written() -> list[str]:
    return list(Group.objects.order_by("id").values_list("name", flat=True))


SCRIBE = Follower("scribe", write_down, forget)


def test_a_follower_handles_what_is_new_and_nothing_twice():
    tell("deal-1", "a", "b")
    assert catch_up(SCRIBE) == 2
    assert catch_up(SCRIBE) == 0
    tell("deal-2", "c")
    tell("deal-1", "d")
    assert catch_up(SCRIBE) == 2
    assert written() == ["deal-1:1", "deal-1:2", "deal-2:1", "deal-1:3"]


def test_a_follower_goes_on_batch_by_batch():
    tell("deal-1", "a", "b", "c", "d", "e")
    assert [catch_up(SCRIBE, limit=2) for _ in range(4)] == [2, 2, 1, 0]
    assert written() == [f"deal-1:{version}" for version in range(1, 6)]


def test_a_follower_that_hears_nothing_in_the_news_stays_where_it_is_and_then_misses_none():
    seen: list[Recorded] = []
    hearing = Follower("hearing", seen.extend, hears=frozenset({"b"}))
    tell("deal-1", "a", "c")
    assert (catch_up(hearing), seen) == (0, [])
    append("deal-2", [EventData("b", 1, {})], expected_version=0, now=NOON)
    assert catch_up(hearing) == 3
    assert [(one.stream, one.version) for one in seen] == [
        ("deal-1", 1),
        ("deal-1", 2),
        ("deal-2", 1),
    ]
    assert catch_up(hearing) == 0


def test_a_follower_that_hears_nothing_for_long_goes_on_all_the_same(monkeypatch):
    monkeypatch.setattr("games.log.followers.WAITING", 3)
    hearing = Follower("hearing", lambda _events: None, hears=frozenset({"b"}))
    tell("deal-1", "a", "c")
    assert catch_up(hearing) == 0
    tell("deal-1", "a")
    assert [catch_up(hearing), catch_up(hearing)] == [3, 0]


def test_a_follower_hears_what_was_archived_before_it_came():
    tell("deal-1", "a", "b")
    assert put_away("deal-1")
    seen: list[Recorded] = []
    hearing = Follower("hearing", seen.extend, hears=frozenset({"b"}))
    assert [catch_up(hearing), catch_up(hearing)] == [2, 0]


def test_followers_do_not_disturb_each_other():
    tell("deal-1", "a")
    catch_up(SCRIBE)
    seen: list[Recorded] = []
    assert catch_up(Follower("other", seen.extend)) == 1
    assert seen == read_all()


def test_an_error_leaves_rows_and_checkpoint_as_they_were():
    def stumble(batch: list[Recorded]) -> None:
        write_down(batch)
        raise OperationalError

    tell("deal-1", "a")
    catch_up(SCRIBE)
    tell("deal-1", "b")
    before = FollowerPosition.objects.values().get()
    with pytest.raises(OperationalError):
        catch_up(Follower("scribe", stumble))
    assert FollowerPosition.objects.values().get() == before
    assert written() == ["deal-1:1"]
    assert catch_up(SCRIBE) == 1


def test_a_rebuild_gives_the_same_rows_again():
    for number in range(5):
        tell(f"deal-{number % 2}", "a", "b")
    catch_up(SCRIBE)
    before = written()
    assert rebuild(SCRIBE, limit=3) == 10
    assert written() == before
    assert catch_up(SCRIBE) == 0


def test_many_workers_and_writers_at_once_apply_every_event_once():
    def write(stream: str) -> None:
        for _ in range(10):
            tell(stream, "a", "b")

    def follow() -> None:
        for _ in range(20):
            catch_up(SCRIBE, limit=7)

    threads = [elsewhere(partial(write, f"deal-{number}")) for number in range(3)]
    threads += [elsewhere(follow) for _ in range(3)]
    for thread in threads:
        thread.join(60)
    while catch_up(SCRIBE):
        pass
    rows = written()
    for number in range(3):
        of_stream = [row for row in rows if row.startswith(f"deal-{number}:")]
        assert of_stream == [f"deal-{number}:{version}" for version in range(1, 21)]
    assert len(rows) == 60


def test_a_rebuild_while_others_write_and_follow_gives_every_event_once():
    for _ in range(10):
        tell("deal-0", "a", "b")
    catch_up(SCRIBE)

    def write(stream: str) -> None:
        for _ in range(10):
            tell(stream, "a", "b")

    def follow() -> None:
        for _ in range(20):
            catch_up(SCRIBE, limit=3)

    at_once(
        partial(write, "deal-0"),
        partial(write, "deal-1"),
        follow,
        partial(rebuild, SCRIBE, limit=3),
        partial(rebuild, SCRIBE, limit=7),
    )
    while catch_up(SCRIBE):
        pass
    rows = written()
    assert len(rows) == 60
    for stream, versions in (("deal-0", 40), ("deal-1", 20)):
        of_stream = [row for row in rows if row.startswith(f"{stream}:")]
        assert of_stream == [f"{stream}:{version}" for version in range(1, versions + 1)]


@pytest.mark.django_db(transaction=False)
def test_inside_the_transaction_of_a_test_a_follower_can_be_told_not_to_wait(followers_do_not_wait):
    tell("deal-1", "a", "b")
    assert catch_up(SCRIBE) == 2


@pytest.mark.only_on("postgresql")
def test_an_event_numbered_early_and_committed_late_is_not_skipped():
    numbered, commit = Signal(), Signal()

    def number_early_commit_late() -> None:
        with transaction.atomic():
            tell("deal-early", "a")
            numbered.set()
            commit.wait(30)

    late = elsewhere(number_early_commit_late)
    assert numbered.wait(30)
    tell("deal-quick", "b")  # a writer does not wait for the open transaction
    assert catch_up(SCRIBE) == 0  # and a follower does not run ahead of it
    commit.set()
    late.join(30)
    assert catch_up(SCRIBE) == 2
    assert written() == ["deal-early:1", "deal-quick:1"]
    first, second = read_all()
    assert first.position < second.position


@pytest.mark.only_on("postgresql")
def test_a_stream_keeps_its_order_when_an_older_transaction_appends_after_a_younger_one():
    begun, go_on = Signal(), Signal()

    def begin_early_append_late() -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_current_xact_id()")
            begun.set()
            go_on.wait(30)
            append("deal-1", events("second", "third"), expected_version=1, now=NOON)

    older = elsewhere(begin_early_append_late)
    assert begun.wait(30)
    tell("deal-1", "first")
    go_on.set()
    older.join(30)
    tell("deal-1", "fourth")
    catch_up(SCRIBE)
    assert written() == [f"deal-1:{version}" for version in range(1, 5)]


@pytest.mark.only_on("postgresql")
def test_a_follower_that_another_worker_holds_is_left_alone():
    held, let_go = Signal(), Signal()

    def hold(batch: list[Recorded]) -> None:
        held.set()
        let_go.wait(30)
        write_down(batch)

    tell("deal-1", "a")
    worker = elsewhere(lambda: catch_up(Follower("scribe", hold)))
    assert held.wait(30)
    assert catch_up(SCRIBE) == 0
    let_go.set()
    worker.join(30)
    assert written() == ["deal-1:1"]


@pytest.mark.only_on("postgresql")
def test_a_follower_that_came_from_another_cluster_says_so():
    FollowerPosition.objects.create(follower="scribe", txid=2**40, position=1)
    tell("deal-1", "a")
    with pytest.raises(LogRestored):
        catch_up(SCRIBE)


def come_from_an_older_cluster() -> None:
    """As if the numbers had been given where transactions had come much further."""
    with lifted(), connection.cursor() as cursor:
        cursor.execute("UPDATE log_event SET txid = txid + 1099511627776")
        cursor.execute("UPDATE log_checkpoint SET txid = txid + 1099511627776")
        for stream in ArchivedStream.objects.all():
            rows = unpack(stream.stream, bytes(stream.packed))
            stream.packed = pack((*row[:11], row[11] + 2**40) for row in rows)
            stream.first_txid += 2**40
            stream.txid += 2**40
            stream.save()


@pytest.mark.only_on("postgresql")
def test_after_a_restore_into_another_cluster_followers_go_on_where_they_were():
    tell("deal-1", "a", "b")
    new: list[Recorded] = []
    catch_up(SCRIBE, limit=1)
    tell("deal-2", "c")
    tell("deal-1", "d")
    come_from_an_older_cluster()
    with pytest.raises(LogRestored):
        catch_up(SCRIBE)
    assert renumber()
    assert not renumber()
    tell("deal-2", "e")
    assert catch_up(SCRIBE) == 4
    assert written() == ["deal-1:1", "deal-1:2", "deal-2:1", "deal-1:3", "deal-2:2"]
    assert catch_up(Follower("newcomer", new.extend)) == 5
    assert [event.payload["word"] for event in new] == ["a", "b", "c", "d", "e"]


@pytest.mark.only_on("postgresql")
def test_what_is_archived_moves_to_another_cluster_too():
    new: list[Recorded] = []
    tell("deal-1", "a", "b")
    catch_up(SCRIBE, limit=1)
    tell("deal-2", "c")
    tell("deal-1", "d")
    tell("deal-3", "e")
    assert put_away("deal-1")
    assert put_away("deal-2")
    come_from_an_older_cluster()
    assert renumber()
    assert not renumber()
    assert not list(broken_streams())
    tell("deal-2", "f")
    assert catch_up(SCRIBE) == 5
    assert written() == [
        *("deal-1:1", "deal-1:2", "deal-2:1", "deal-1:3", "deal-3:1", "deal-2:2"),
    ]
    assert catch_up(Follower("newcomer", new.extend)) == 6
    assert [event.payload["word"] for event in new] == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize("archived", [["deal-1"], ["deal-2", "deal-1"]])
def test_a_rebuild_reads_what_is_archived(archived):
    for word in "abcdef":
        tell("deal-1", word)
        tell("deal-2", word)
    catch_up(SCRIBE)
    before = written()
    for stream in archived:
        assert put_away(stream)
    assert rebuild(SCRIBE, limit=3) == 12
    assert written() == before


@pytest.mark.only_on("postgresql")
def test_a_restored_log_that_everybody_has_read_needs_no_order_any_more():
    tell("deal-1", "a", "b")
    catch_up(SCRIBE)
    come_from_an_older_cluster()
    assert renumber()
    assert catch_up(SCRIBE) == 0
    tell("deal-1", "c")
    assert catch_up(SCRIBE) == 1


@pytest.mark.only_on("postgresql")
def test_a_log_without_followers_moves_too():
    tell("deal-1", "a")
    come_from_an_older_cluster()
    assert renumber()
    assert catch_up(SCRIBE) == 1


def test_a_log_that_is_at_home_is_left_alone():
    tell("deal-1", "a")
    catch_up(SCRIBE)
    assert not renumber()
    tell("deal-1", "b")
    assert catch_up(SCRIBE) == 1


@pytest.mark.only_on("sqlite3")
def test_no_event_is_numbered_while_another_waits_to_be_committed():
    numbered, commit = Signal(), Signal()

    def number_early_commit_late() -> None:
        with transaction.atomic():
            tell("deal-early", "a")
            numbered.set()
            commit.wait(30)

    refused: list[str] = []

    def try_at_once() -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 0")
        try:
            tell("deal-quick", "b")
        except OperationalError as refusal:
            refused.append(str(refusal))

    assert catch_up(SCRIBE) == 0
    late = elsewhere(number_early_commit_late)
    assert numbered.wait(30)
    elsewhere(try_at_once).join(30)
    assert refused == ["database is locked"]
    assert catch_up(SCRIBE) == 0
    commit.set()
    late.join(30)
    tell("deal-quick", "b")
    assert catch_up(SCRIBE) == 2
    assert written() == ["deal-early:1", "deal-quick:1"]
