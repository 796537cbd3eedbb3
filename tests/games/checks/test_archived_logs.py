"""What the signed tree and the nightly verification say of streams that are archived: the same as of those in play."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import commands
from games.checks import whole
from games.log import archive
from games.log.archive import Row, bring_back, pack, put_away, unpack
from games.log.integrity import order, tree
from games.log.integrity.order import disordered
from games.log.integrity.renumber import renumber
from games.log.integrity.sealing import FOLLOWER
from games.log.models import ArchivedStream, FollowerPosition
from tests.support.forger import forge
from tests.support.log_stories import NOON, tell
from tests.support.old_seals import seal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

Change = Callable[[list[Row]], list[Row]]


@pytest.fixture(autouse=True)
def streams_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains, checkpoints and places alone: what belongs to whom is asked in `test_forged_logs.py`."""
    kept = {"chains", "leaves", "checkpoints", "order"}
    checks = tuple(check for check in whole.CHECKS if check[0] in kept)
    monkeypatch.setattr("games.management.commands.verify_log.CHECKS", checks)
    monkeypatch.setattr("games.checks.whole.CHECKS", checks)


def signed_at(hours: float) -> list[str]:
    """Return a checkpoint made so long after noon: what stood in its way."""
    _note, findings = commands.make_checkpoint(now=NOON + timedelta(hours=hours))
    return [finding.sentence for finding in findings]


def said_by_verify_log(*arguments: str) -> str:
    """Return what it finds, nothing in a log that is whole."""
    out = StringIO()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError:
        return out.getvalue()
    return ""


@pytest.fixture
def kept() -> None:
    """Three streams, the first with a leaf in its middle, two of them archived."""
    tell("test-1", "a", "b")
    tell("test-2", "a")
    assert not signed_at(0)
    tell("test-1", "c", "d")
    tell("test-3", "a", "b")
    assert not signed_at(1)
    assert put_away("test-1")
    assert put_away("test-3")


def repack(stream: str, change: Change, *, row_too: bool) -> None:
    """Change what is packed, and where the forger is thorough what the row says of it."""
    row = ArchivedStream.objects.get(stream=stream)
    packed = pack(change(unpack(stream, bytes(row.packed))))
    forge("UPDATE log_archive SET packed = %s WHERE stream = %s", packed, stream)
    if row_too:
        rows = unpack(stream, packed)
        first, last = rows[0], rows[-1]
        forge(
            "UPDATE log_archive SET version = %s, hash = %s, first_txid = %s, first_position = %s, txid = %s,"
            " position = %s WHERE stream = %s",
            *(last[2], last[8], first[11], first[0], last[11], last[0], stream),
        )


def rewritten(version: int) -> Change:
    """Another payload in this event."""
    return lambda rows: [
        (*row[:5], '{"word":"x"}', *row[6:]) if row[2] == version else row for row in rows
    ]


def moved(version: int, position: int = 0, txid: int = 0) -> Change:
    """Another place for this event."""
    return lambda rows: [
        (row[0] + position, *row[1:11], row[11] + txid) if row[2] == version else row
        for row in rows
    ]


class TestSealing:
    def test_archived_or_not_the_log_is_what_was_signed(self, kept: None, tmp_path: Path) -> None:
        path = tmp_path / "checkpoint.note"
        call_command("checkpoint", "--out", str(path), stdout=StringIO())
        assert tree.size() == 4
        tell("test-2", "b")
        assert not signed_at(2)
        assert said_by_verify_log("--against", str(path)) == ""
        bring_back("test-1")
        assert said_by_verify_log("--against", str(path)) == ""
        tell("test-1", "ruling")
        assert not signed_at(3)
        assert put_away("test-1")
        assert not signed_at(4)
        assert said_by_verify_log("--against", str(path)) == ""
        leaves = [entry for _index, entry, _nodes in tree.entries() if entry.stream == "test-1"]
        assert [entry.version for entry in leaves] == [2, 4, 5]

    def test_a_checkpoint_unpacks_nothing_that_is_sealed_to_its_end(
        self, kept: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tell("test-2", "b")
        monkeypatch.setattr(archive, "_read", None)
        assert not signed_at(2)
        assert not signed_at(3)

    def test_what_is_archived_and_under_no_leaf_is_sealed_like_the_rest(self) -> None:
        tell("test-1", "a", "b")
        tell("test-2", "a")
        assert put_away("test-1")
        assert not signed_at(0)
        assert [entry.stream for _at, entry, _nodes in tree.entries()] == ["test-1", "test-2"]
        assert said_by_verify_log() == ""

    def test_an_old_seal_of_the_streams_holds_too(
        self, kept: None, tmp_path: Path, settings
    ) -> None:
        path = tmp_path / "old.json"
        path.write_text(seal(settings.TUSAC_CHECKPOINT_KEY, now=NOON)[1])
        bring_back("test-3")
        tell("test-3", "c")
        put_away("test-3")
        assert not signed_at(2)
        assert said_by_verify_log("--against", str(path)) == ""
        repack("test-3", rewritten(2), row_too=True)
        assert "test-3 was rewritten: its event 2" in said_by_verify_log("--against", str(path))


class TestForgers:
    @pytest.mark.parametrize(
        ("change", "found"),
        [
            (rewritten(1), "its event 4 is not the sealed one"),
            (rewritten(4), "its event 4 is not the sealed one"),
            (lambda rows: rows[:3], "it had 4 and now has 3"),
            (lambda rows: rows[:2], "it had 4 and now has 2"),
            (lambda rows: [*rows[:1], *rows[2:]], "it had 4 and now has 3"),
        ],
    )
    def test_an_archived_stream_that_is_made_anew_is_named_and_nothing_sealed(
        self, kept: None, change: Change, found: str
    ) -> None:
        repack("test-1", change, row_too=True)
        tell("test-2", "b")
        said = " ".join(signed_at(2))
        assert "test-1" in said and found in said
        assert tree.size() == 4
        assert found in said_by_verify_log()

    def test_a_leaf_before_an_end_that_no_leaf_vouches_for_is_compared(self, kept: None) -> None:
        tell("test-3", "c")
        put_away("test-3")
        repack("test-3", rewritten(1), row_too=True)
        assert signed_at(2)[0] == "Stream test-3 was rewritten: its event 2 is not the sealed one."

    def test_one_that_is_gone_is_named(self, kept: None) -> None:
        forge("DELETE FROM log_archive WHERE stream = 'test-3'")
        assert signed_at(2) == ["Stream test-3 is gone: it had 2 events."]

    def test_a_row_whose_content_was_changed_under_its_hash_is_named(self, kept: None) -> None:
        repack("test-1", rewritten(2), row_too=False)
        assert (
            "its archived row does not contain the events that were archived"
            in said_by_verify_log()
        )

    @pytest.mark.parametrize("packed", [b"rubbish", None])
    def test_a_damaged_row_that_is_not_sealed_yet_is_named_and_not_sealed(
        self, kept: None, packed: bytes | None
    ) -> None:
        tell("test-4", "a", "b")
        tell("test-2", "b")
        put_away("test-4")
        if packed:
            forge("UPDATE log_archive SET packed = %s WHERE stream = 'test-4'", packed)
        else:
            repack("test-4", rewritten(1), row_too=False)
        (said,) = signed_at(2)
        assert "test-4" in said
        assert tree.size() == 4
        assert "test-4" in said_by_verify_log()

    def test_an_accepted_reason_seals_no_content_that_is_not_what_was_put_away(
        self, kept: None, django_user_model
    ) -> None:
        owner = django_user_model.objects.create_superuser("owner", password="not a secret")
        tell("test-4", "a", "b")
        put_away("test-4")
        repack("test-4", rewritten(1), row_too=False)
        (said,) = signed_at(2)
        assert "test-4" in said
        commands.accept_seal(by=owner, streams=["test-4"], reason="So.", now=NOON)
        tell("test-2", "b")
        assert not signed_at(3)
        assert tree.size() == 6  # with the alarm and its answer
        assert "test-4" not in {entry.stream for _at, entry, _nodes in tree.entries()}
        assert "test-4" in said_by_verify_log()


class TestTheOrderOfReading:
    @pytest.mark.parametrize(
        ("stream", "change"),
        [
            ("test-1", moved(3, position=-3)),
            ("test-1", moved(4, position=1000)),
            ("test-1", moved(1, position=-(10**9))),
            ("test-1", moved(4, txid=4_000_000_000)),
            ("test-1", moved(1, txid=4_000_000_000)),
            ("test-3", lambda rows: [(row[0] - 100, *row[1:]) for row in rows]),
        ],
    )
    def test_a_forged_place_in_an_archived_stream_is_named(
        self, kept: None, stream: str, change: Change
    ) -> None:
        repack(stream, change, row_too=True)
        said = said_by_verify_log()
        assert stream in said and "position" in said

    @pytest.mark.parametrize("version", [1, 2])
    def test_streams_that_changed_places_are_named_by_their_leaves(self, version: int) -> None:
        for turn in range(2):
            tell("test-1", "a")
            tell("test-2", "a")
            assert not signed_at(turn)
        put_away("test-1")
        put_away("test-2")
        assert said_by_verify_log() == ""
        rows = {
            row.stream: unpack(row.stream, bytes(row.packed))
            for row in ArchivedStream.objects.all()
        }
        by = rows["test-2"][version - 1][0] - rows["test-1"][version - 1][0]
        forge("UPDATE log_archive SET position = -position")  # the table has one row a position
        repack("test-1", moved(version, position=by), row_too=True)
        repack("test-2", moved(version, position=-by), row_too=True)
        assert "its position is not the one that it was sealed with" in said_by_verify_log()
        assert list(disordered(["test-1", "test-2"]))
        # In the middle of a stream, only in the nights that have its turn.
        assert bool(list(disordered(["test-9"]))) == (version == 2)

    def test_what_followers_have_passed_under_no_leaf_is_named(self, kept: None) -> None:
        tell("test-4", "a")
        put_away("test-4")
        repack("test-4", lambda rows: [(1000 + row[0], *row[1:]) for row in rows], row_too=True)
        assert said_by_verify_log() == ""  # they will still meet it
        position = FollowerPosition.objects.get(follower=FOLLOWER)
        behind = position.position - 1  # that of an event, but the two tables share no index
        repack("test-4", lambda rows: [(behind, *row[1:11], 0) for row in rows], row_too=True)
        said = said_by_verify_log()
        assert "test-4" in said and "the position or transaction of its event" in said

    def test_the_end_of_the_log_may_be_archived(self) -> None:
        tell("test-1", "a", "b")
        assert not signed_at(0)
        put_away("test-1")
        assert order.ahead() == []
        forge("DELETE FROM log_archive")
        assert order.ahead() == [FOLLOWER]

    @pytest.mark.only_on("postgresql")
    def test_after_a_restore_into_another_cluster_all_of_it_still_holds(self, kept: None) -> None:
        tell("test-4", "a")
        tell("test-5", "a")
        put_away("test-4")
        forge("UPDATE log_event SET txid = txid + 1099511627776")
        forge("UPDATE log_checkpoint SET txid = txid + 1099511627776")
        for stream in ("test-1", "test-3", "test-4"):
            repack(
                stream,
                lambda rows: [(*row[:11], row[11] + 2**40) for row in rows],
                row_too=True,
            )
        assert said_by_verify_log() == ""
        assert renumber()
        assert said_by_verify_log() == ""
        assert not signed_at(2)
        assert tree.size() == 6
        assert said_by_verify_log() == ""


class TestTheNight:
    def test_archived_streams_have_their_turn_within_two_nights(self, kept: None) -> None:
        first = whole.verify_tonight(now=NOON)
        assert first is not None and (first.whole, first.streams, first.found) == (True, 3, 0)
        repack("test-1", rewritten(2), row_too=False)
        nights = [whole.verify_tonight(now=NOON + timedelta(days=day)) for day in (1, 2)]
        assert all(night is not None and not night.whole for night in nights)
        assert sum("test-1" in night.first for night in nights if night) == 1

    def test_what_was_sealed_since_the_last_night_is_looked_at_though_archived_since(
        self, kept: None
    ) -> None:
        whole.verify_tonight(now=NOON)
        tell("test-8", "a", "b")
        assert not signed_at(3)
        put_away("test-8")
        repack("test-8", rewritten(2), row_too=False)
        night = whole.verify_tonight(now=NOON + timedelta(days=1))
        assert night is not None and not night.whole
        assert "test-8" in night.first
