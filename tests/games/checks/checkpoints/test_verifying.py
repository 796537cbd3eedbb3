"""A checkpoint shows what a forger did who owns the database and has made every hash anew."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.checks import whole
from games.log.integrity.keys import log_key
from games.log.integrity.notes import Checkpoint, Note, SigningKey
from games.queries.club.house import open_alarms
from tests.support.forger import forge, insert_into, rechain
from tests.support.forgeries import (
    FORGERIES,
    rewrite_the_chain,
    said_by_verify_log,
    signed_at,
)
from tests.support.log_stories import NOON, tell
from tests.support.old_seals import pack, seal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


class TestVerifyingAgainstAKeptCheckpoint:
    def test_a_log_that_has_only_grown_agrees(self, kept: Path) -> None:
        tell("test-1", "e")
        tell("test-4", "a")
        signed_at(1)
        said, whole_ = said_by_verify_log("--against", str(kept))
        assert whole_, said
        assert "3 leaves" in said
        assert kept.read_text().splitlines()[2] in said

    @pytest.mark.parametrize(("forgery", "sentence"), FORGERIES)
    def test_what_no_chain_can_show_is_named(
        self, kept: Path, forgery: Callable[[], None], sentence: str
    ) -> None:
        forgery()
        said, whole_ = said_by_verify_log("--against", str(kept))
        assert not whole_
        assert any("test-1" in line and sentence in line for line in said.splitlines())

    def test_a_log_and_its_tree_made_anew_together_are_betrayed_by_the_kept_file(
        self, kept: Path, tmp_path: Path
    ) -> None:
        """Who has database and key signs another past; what was kept elsewhere shows it."""
        rewrite_the_chain()
        for table in ("log_signed_checkpoint", "log_leaf"):
            forge(f"DELETE FROM {table}")
        forge("DELETE FROM log_checkpoint")
        for file in (tmp_path / "signed").iterdir():
            file.unlink()
        assert signed_at(1)[0] is not None
        assert said_by_verify_log()[1]
        said, whole_ = said_by_verify_log("--against", str(kept))
        assert not whole_
        assert "was rewritten" in said

    def test_a_log_that_is_shorter_is_named(self, kept: Path, tmp_path: Path) -> None:
        for table in ("log_signed_checkpoint", "log_leaf"):
            forge(f"DELETE FROM {table}")
        assert "is shorter" in said_by_verify_log("--against", str(kept))[0]

    @pytest.mark.parametrize(
        "sql",
        [
            """UPDATE log_event SET payload = '{"word":"x"}' WHERE stream = 'test-1' AND version = 2""",
            "DELETE FROM log_event WHERE stream = 'test-1' AND version = 2",
        ],
    )
    def test_a_clumsy_forgery_is_named_by_the_chain_already(self, kept: Path, sql: str) -> None:
        forge(sql)
        assert "Stream test-1 is broken at version" in said_by_verify_log()[0]

    def test_an_event_inserted_without_new_hashes_is_named(self, kept: Path) -> None:
        insert_into("test-1", 2, '{"word":"x"}')
        assert "Stream test-1 is broken at version 2" in said_by_verify_log()[0]

    def test_a_changed_note_is_refused(self, kept: Path) -> None:
        text = kept.read_text()
        kept.write_text(text.replace("\n3\n", "\n2\n"))
        with pytest.raises(CommandError, match="not signed by PeterNeumann, or was changed"):
            call_command("verify_log", "--against", str(kept))

    def test_a_note_of_another_log_is_refused(self, kept: Path) -> None:
        other = SigningKey.fresh("another.example/log").verifier
        with pytest.raises(CommandError, match=r"not signed by another\.example/log"):
            call_command("verify_log", "--against", str(kept), "--key", str(other))

    @pytest.mark.parametrize("text", ["", "no note", "[]", "{}", '{"form":"tusac-checkpoint-1"}'])
    def test_something_else_than_a_checkpoint_is_refused(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "other"
        path.write_text(text)
        with pytest.raises(CommandError, match="not a checkpoint"):
            call_command("verify_log", "--against", str(path))

    def test_a_file_that_is_not_there_is_refused_with_a_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("verify_log", "--against", str(tmp_path / "nothing"))

    def test_a_checkpoint_never_replaces_another_file(self, kept: Path) -> None:
        before = kept.read_bytes()
        with pytest.raises(CommandError, match="already exists"):
            call_command("checkpoint", "--out", str(kept))
        assert kept.read_bytes() == before

    def test_an_empty_log_has_a_checkpoint_too(self) -> None:
        out = StringIO()
        call_command("checkpoint", stdout=out)
        assert Checkpoint.read(Note.read(out.getvalue()).text).size == 0
        tell("test-1", "a")
        assert signed_at(1)[0] is not None

    def test_of_two_checkpoints_the_later_is_proved_to_continue_the_earlier(
        self, kept: Path, tmp_path: Path, settings
    ) -> None:
        tell("test-2", "b")
        later = tmp_path / "later.note"
        call_command("checkpoint", "--out", str(later), stdout=StringIO())
        out = StringIO()
        call_command("verify_log", "--between", str(later), str(kept), stdout=out)
        assert "4 leaves continues that of 3 leaves" in out.getvalue()
        other = tmp_path / "other.note"
        from games.log.integrity.notes import sign

        forged = Checkpoint("PeterNeumann", 2, bytes(32))
        other.write_text(str(sign(forged.text(), log_key())))
        with pytest.raises(CommandError, match="does not continue"):
            call_command("verify_log", "--between", str(other), str(later))

    def test_every_stored_checkpoint_is_looked_at(self, kept: Path) -> None:
        tell("test-2", "b")
        signed_at(1)
        forge(
            "UPDATE log_signed_checkpoint SET note = replace(note, 'time 2026', 'time 2025') WHERE size = 3"
        )
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "Checkpoint 3 is not signed by this log's key." in said


class TestSealsOfBefore:
    """Files that a club has from the time of the HMAC are read as before."""

    @pytest.fixture
    def old(self, tmp_path: Path, settings) -> Path:
        tell("test-1", "a", "b", "c", "d")
        tell("test-2", "a")
        tell("đ 3", "a", "b")
        path = tmp_path / "2026-11-20.json"
        path.write_text(seal(settings.TUSAC_CHECKPOINT_KEY, now=NOON)[1])
        return path

    def test_they_agree_with_a_log_that_has_grown(self, old: Path) -> None:
        tell("test-1", "e")
        said, whole_ = said_by_verify_log("--against", str(old))
        assert whole_
        assert "7 events" in said

    @pytest.mark.parametrize(("forgery", "sentence"), FORGERIES)
    def test_they_name_what_was_forged(self, old: Path, forgery, sentence: str) -> None:
        forgery()
        said, whole_ = said_by_verify_log("--against", str(old))
        assert not whole_
        assert any("test-1" in line and sentence in line for line in said.splitlines())

    def test_a_stream_whose_mark_was_met_by_patience_is_betrayed_by_the_root(
        self, old: Path, settings
    ) -> None:
        from games.log.integrity.seal import _sign as sign

        said = json.loads(old.read_text())
        rewrite_the_chain()
        forged, _text = seal("any", now=NOON)
        said["index"] = pack(forged.heads)  # as if the new hashes began as the old ones did
        del said["signature"]
        said["signature"] = sign(settings.TUSAC_CHECKPOINT_KEY, said)
        old.write_text(json.dumps(said))
        printed, whole_ = said_by_verify_log("--against", str(old))
        assert not whole_
        assert "no longer give the root" in printed

    def test_a_changed_or_strange_one_is_refused(self, old: Path, settings) -> None:
        said = json.loads(old.read_text())
        for name in ("made_at", "events", "root", "index"):
            old.write_text(json.dumps({**said, name: "0"}))
            with pytest.raises(CommandError, match="signature is wrong"):
                call_command("verify_log", "--against", str(old))
        settings.TUSAC_CHECKPOINT_KEY = "another club's"
        with pytest.raises(
            CommandError, match="The checkpoint was signed with a key other than this club's"
        ):
            call_command("verify_log", "--against", str(old))


@pytest.mark.django_db(transaction=True)
def test_outside_of_a_tests_own_transaction_all_of_it_goes_the_same_way(tmp_path: Path) -> None:
    tell("test-1", "a", "b")
    path = tmp_path / "checkpoint.note"
    call_command("checkpoint", "--out", str(path), stdout=StringIO())
    assert said_by_verify_log("--against", str(path))[1]
    night = whole.verify_tonight(now=NOON)
    assert night is not None and (night.found, night.leaves) == (0, 1)
    rewritten = "UPDATE log_event SET payload = '{}' WHERE version = 1"
    forge(rewritten)
    rechain("test-1")
    assert signed_at(1)[0] is None
    assert len(open_alarms()) == 1
    assert not said_by_verify_log("--against", str(path))[1]
