"""What was signed is deleted, from the database and from the machine: it is noticed before anything more is signed."""

import shutil
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from games import commands
from games.checks.sealed import checkpoints
from games.club.chips import ChipsGranted, member_stream
from games.club.chips import to_stored as stored_fact
from games.log import append, stream_version
from games.log.integrity import memory
from games.log.integrity.keys import log_key
from games.log.integrity.notes import Checkpoint, Note, sign
from games.log.models import SignedCheckpoint
from games.models import Player
from games.queries.club.house import open_alarms
from tests.support.forger import forge
from tests.support.forgeries import signed_at
from tests.support.log_stories import NOON, tell
from tests.support.refused import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait", "signed")]

NEITHER_KEPT = "no checkpoint of them is left"
DELETED = "is no longer in the database"
ANOTHER_TREE = "does not continue the checkpoint"


def delete_notes() -> None:
    forge("DELETE FROM log_signed_checkpoint")


def begin_the_tree_anew() -> None:
    delete_notes()
    forge("DELETE FROM log_leaf")
    forge("DELETE FROM log_checkpoint WHERE follower = 'checkpoints'")


def grant_of_last_week(lan: Player, owner: Player) -> None:
    stream = member_stream(lan.pk)
    append(
        stream,
        [stored_fact(ChipsGranted(500, "A prize.", "00" * 16))],
        expected_version=stream_version(stream),
        now=NOON - timedelta(days=7),
        metadata={"by": owner.pk},
    )


class TestLeavesWithoutANote:
    def test_nothing_is_signed_and_a_grant_of_last_week_is_named(
        self, lan: Player, owner: Player, signed: Path, client
    ) -> None:
        delete_notes()
        shutil.rmtree(signed)
        grant_of_last_week(lan, owner)
        for hours in (1, 25):
            note, found = signed_at(hours)
            assert note is None
            assert NEITHER_KEPT in found[0]
            assert any(
                "was added after the last checkpoint, but is dated earlier" in one for one in found
            )
        (alarm,) = open_alarms()
        assert alarm.raised.kind == "log.seal-refused"
        assert client.get("/readyz").status_code == 503

    def test_an_owner_who_states_a_reason_must_name_the_late_grant_too(
        self, lan: Player, owner: Player, signed: Path
    ) -> None:
        delete_notes()
        shutil.rmtree(signed)
        grant_of_last_week(lan, owner)
        assert signed_at(1)[0] is None
        accept = partial(
            commands.accept_seal,
            by=owner,
            reason="The disk was full.",
            now=NOON + timedelta(hours=2),
        )
        with refused("seal.more"):
            accept(streams=[""])
        accept(streams=["", member_stream(lan.pk)])
        note, found = signed_at(3)
        assert note is not None and not found
        accepted = Checkpoint.read(note.text).said("accepted")
        assert accepted == f",{member_stream(lan.pk)} The disk was full."
        assert open_alarms() == ()

    def test_what_was_accepted_once_counts_for_no_later_leaf(
        self, lan: Player, owner: Player, signed: Path
    ) -> None:
        self.test_an_owner_who_states_a_reason_must_name_the_late_grant_too(lan, owner, signed)
        delete_notes()
        shutil.rmtree(signed)
        assert NEITHER_KEPT in signed_at(4)[1][0]


class TestTheTableEmptiedAlone:
    def test_it_is_named_and_once_accepted_the_next_checkpoint_says_what_came_before(
        self, lan: Player, owner: Player
    ) -> None:
        before = SignedCheckpoint.objects.get().note
        delete_notes()
        tell("test-1", "c")
        note, found = signed_at(1)
        assert note is None and DELETED in found[0]
        commands.accept_seal(
            by=owner, streams=[""], reason="By mistake.", now=NOON + timedelta(hours=2)
        )
        note, found = signed_at(3)
        assert note is not None and not found
        size = Checkpoint.read(Note.read(before).text).size
        assert Checkpoint.read(note.text).said("forerunner").startswith(f"{size} ")
        tell("test-1", "d")
        assert signed_at(4)[0] is not None


def test_an_older_checkpoint_that_was_deleted_is_missed_by_the_one_behind_it(lan: Player) -> None:
    for hours, word in ((1, "c"), (2, "d")):
        tell("test-1", word)
        assert signed_at(hours)[0] is not None
    assert list(checkpoints()) == []
    sizes = SignedCheckpoint.objects.order_by("size").values_list("size", flat=True)
    forge("DELETE FROM log_signed_checkpoint WHERE size = %s", sizes[1])
    (said,) = checkpoints()
    assert "which is missing: somebody has deleted it" in said


class TestAPastMadeAnew:
    def test_the_signer_remembers_beside_its_key_what_the_new_tree_does_not_continue(
        self, lan: Player, owner: Player, settings
    ) -> None:
        grant_of_last_week(lan, owner)
        begin_the_tree_anew()
        shutil.rmtree(settings.TUSAC_LOG_MEMORY, ignore_errors=True)
        note, found = signed_at(1)
        assert note is None and any(ANOTHER_TREE in one for one in found)
        with refused("seal.tree"):
            commands.accept_seal(by=owner, streams=[""], reason="It is right.", now=NOON)

    def test_a_note_that_was_kept_in_var_by_an_older_release_still_counts(
        self, lan: Player, signed: Path, settings
    ) -> None:
        key = log_key().verifier.id.hex()
        settings.TUSAC_LOG_MEMORY.mkdir(exist_ok=True)
        (signed / f"{key}.note").rename(settings.TUSAC_LOG_MEMORY / f"newest-{key}.note")
        shutil.rmtree(signed)
        begin_the_tree_anew()
        assert any(ANOTHER_TREE in one for one in signed_at(1)[1])


class TestAMachineThatDies:
    def test_before_the_note_is_stored_it_goes_on_from_the_one_before(self, lan: Player) -> None:
        key = log_key()
        lost = sign(
            Checkpoint(key.name, 99, b"\1" * 32, ("time 2026-01-01T00:00:00Z",)).text(), key
        )
        memory.promise(key.verifier, lost)
        tell("test-1", "c")
        note, found = signed_at(1)
        assert note is not None and not found

    def test_after_the_note_was_stored_it_is_remembered_as_the_last_one(
        self, lan: Player, signed: Path
    ) -> None:
        """And a smaller one, of a process that comes later, is not put in its place."""
        key = log_key().verifier
        first = memory.remembered(key).kept
        tell("test-1", "c")
        second = str(signed_at(1)[0])
        (signed / f"{key.id.hex()}.note").write_text(first)
        tell("test-1", "d")
        signed_at(2)
        memory.keep(key, second)
        kept = Note.read(memory.remembered(key).kept).text
        assert Checkpoint.read(kept).size > Checkpoint.read(Note.read(second).text).size
        delete_notes()
        assert DELETED in signed_at(3)[1][0]

    def test_a_note_is_remembered_before_anybody_can_see_it(
        self, lan: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_said: object) -> None:
            raise OSError("No space left on device")

        monkeypatch.setattr(memory, "promise", full)
        tell("test-1", "c")
        with pytest.raises(OSError, match="No space"):
            signed_at(1)
        assert SignedCheckpoint.objects.count() == 1
