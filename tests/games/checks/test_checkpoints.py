"""A checkpoint shows what a forger did who owns the database and has made every hash anew."""

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.checks import checkpoints
from games.log.integrity.seal import BadSeal, Head, seal, unseal
from games.log.integrity.seal import _pack as pack
from games.log.integrity.seal import _sign as sign
from games.log.integrity.seal import _unpack as unpack
from games.management.commands import verify_log
from games.tasks import daily_checkpoint
from tests.support.forger import forge, insert_into, rechain
from tests.support.log_stories import NOON, tell

pytestmark = pytest.mark.django_db

KEY = "a key for these tests"


@pytest.fixture(autouse=True)
def streams_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains and checkpoints alone: what belongs to whom is asked in `test_strangers.py`."""
    monkeypatch.setattr("games.management.commands.verify_log.CHECKS", (verify_log.chains,))


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """A checkpoint over streams that belong to no deal, so that only the log is looked at."""
    tell("test-1", "a", "b", "c", "d")
    tell("test-2", "a")
    tell("test-3", "a", "b")
    path = tmp_path / "checkpoint.json"
    call_command("checkpoint", "--out", str(path), stdout=StringIO())
    return path


def said_by_verify_log(*arguments: str) -> tuple[str, bool]:
    """What `verify_log` prints, and whether it found the log whole."""
    out = StringIO()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError:
        return out.getvalue(), False
    return out.getvalue(), True


def test_a_log_that_has_only_grown_agrees_with_its_checkpoint(sealed: Path) -> None:
    tell("test-1", "e")
    tell("test-4", "a")
    said, whole = said_by_verify_log("--against", str(sealed))
    assert whole
    assert "7 events" in said
    assert json.loads(sealed.read_text())["root"] in said


def edit_the_last_event() -> None:
    forge(
        """UPDATE log_event SET payload = '{"word":"x"}' WHERE stream = 'test-1' AND version = 4"""
    )
    rechain("test-1")


def rewrite_the_chain() -> None:
    forge(
        """UPDATE log_event SET payload = '{"word":"x"}' WHERE stream = 'test-1' AND version = 1"""
    )
    rechain("test-1")


def delete_the_end_of_a_stream() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version > 2")


def delete_a_whole_stream() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1'")


def delete_from_the_middle_and_close_the_gap() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version = 2")
    forge("UPDATE log_event SET version = 2 WHERE stream = 'test-1' AND version = 3")
    forge("UPDATE log_event SET version = 3 WHERE stream = 'test-1' AND version = 4")
    rechain("test-1")


def insert_in_the_middle() -> None:
    insert_into("test-1", 2, '{"word":"x"}')
    rechain("test-1")


def replace_the_end_and_play_on() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version > 2")
    tell("test-1", "x", "y", "z")


@pytest.mark.parametrize(
    ("forgery", "sentence"),
    [
        (edit_the_last_event, "its event 4 is not the sealed one"),
        (rewrite_the_chain, "its event 4 is not the sealed one"),
        (delete_the_end_of_a_stream, "it had 4 events and has 2"),
        (delete_a_whole_stream, "is gone: it had 4 events"),
        (delete_from_the_middle_and_close_the_gap, "it had 4 events and has 3"),
        (insert_in_the_middle, "its event 4 is not the sealed one"),
        (replace_the_end_and_play_on, "its event 4 is not the sealed one"),
    ],
)
def test_what_no_chain_can_show_is_named_by_the_checkpoint(
    sealed: Path, forgery: Callable[[], None], sentence: str
) -> None:
    forgery()
    assert said_by_verify_log() == ("The log is whole.\n", True)
    said, whole = said_by_verify_log("--against", str(sealed))
    assert not whole
    assert [line for line in said.splitlines() if line.startswith("Stream")] == [
        line for line in said.splitlines() if "test-1" in line and sentence in line
    ]


@pytest.mark.parametrize(
    "sql",
    [
        """UPDATE log_event SET payload = '{"word":"x"}' WHERE stream = 'test-1' AND version = 2""",
        "DELETE FROM log_event WHERE stream = 'test-1' AND version = 2",
    ],
)
def test_a_clumsy_forgery_is_named_by_the_chain_already(sealed: Path, sql: str) -> None:
    forge(sql)
    said, whole = said_by_verify_log("--against", str(sealed))
    assert not whole
    assert "Stream test-1 is broken at version" in said


def test_an_event_inserted_without_new_hashes_is_named_by_the_chain(sealed: Path) -> None:
    insert_into("test-1", 2, '{"word":"x"}')
    said, whole = said_by_verify_log("--against", str(sealed))
    assert not whole
    assert "Stream test-1 is broken at version 2" in said


def test_a_stream_whose_mark_was_met_by_patience_is_betrayed_by_the_root(
    sealed: Path, settings
) -> None:
    text = sealed.read_text()
    said = json.loads(text)
    true = unseal(text, settings.TUSAC_CHECKPOINT_KEY)
    rewrite_the_chain()
    forged, _ = seal(KEY, now=NOON)
    said["index"] = pack(forged.heads)  # as if the new hashes began as the old ones did
    assert forged.root != true.root
    del said["signature"]
    said["signature"] = sign(settings.TUSAC_CHECKPOINT_KEY, said)
    sealed.write_text(json.dumps(said))
    printed, whole = said_by_verify_log("--against", str(sealed))
    assert not whole
    assert "no longer give the root" in printed


def test_a_changed_file_is_refused(sealed: Path) -> None:
    said = json.loads(sealed.read_text())
    for name in ("made_at", "events", "root", "index"):
        sealed.write_text(json.dumps({**said, name: "0"}))
        with pytest.raises(CommandError, match="signature is wrong"):
            call_command("verify_log", "--against", str(sealed))


def test_a_file_signed_by_another_club_is_refused(sealed: Path, settings) -> None:
    settings.TUSAC_CHECKPOINT_KEY = "another club's"
    with pytest.raises(CommandError, match="another key"):
        call_command("verify_log", "--against", str(sealed))


@pytest.mark.parametrize("text", ["", "not JSON", "[]", "{}", '{"form":"tusac-checkpoint-1"}'])
def test_something_else_than_a_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(CommandError, match="not a checkpoint"):
        call_command("verify_log", "--against", str(path))


def test_a_file_that_is_not_there_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify_log", "--against", str(tmp_path / "nothing.json"))


def test_a_checkpoint_never_replaces_another_file(sealed: Path) -> None:
    before = sealed.read_bytes()
    with pytest.raises(CommandError, match="there already"):
        call_command("checkpoint", "--out", str(sealed))
    assert sealed.read_bytes() == before
    assert list(sealed.parent.iterdir()) == [sealed]


def test_names_and_numbers_of_every_kind_come_back_from_the_list() -> None:
    names = [
        "deal-1",
        "deal-2",
        "deal-3",
        "deal-9",
        "deal-10",
        "deal-007",
        "d 1",
        "x\n\ny",
        "đ-5",
        "đ-6",
    ]
    heads = tuple(Head(name, at + 1, bytes([at, 10, 10, 32])) for at, name in enumerate(names))
    assert unpack(pack(heads)) == heads
    assert unpack(pack(())) == ()


def test_an_empty_log_has_a_checkpoint_too() -> None:
    made, text = seal(KEY, now=NOON)
    assert unseal(text, KEY) == made
    assert made.events == 0


def test_another_key_does_not_open_the_file() -> None:
    _made, text = seal(KEY, now=NOON)
    with pytest.raises(BadSeal):
        unseal(text, KEY + "!")


def test_the_file_of_many_deals_stays_small_enough_for_a_letter() -> None:
    """Under eight bytes a stream: ten thousand deals fit into 80 kB."""
    heads = tuple(
        Head(f"deal-{number}", 40 + number % 90, sha256(b"%d" % number).digest()[:4])
        for number in range(1, 10_001)
    )
    assert len(pack(heads)) < 80_000


class TestTheDailyCheckpoint:
    @pytest.fixture(autouse=True)
    def own_directory(self, tmp_path: Path, settings) -> Path:
        settings.VAR_DIR = tmp_path
        return tmp_path

    def test_it_is_made_once_a_day_by_the_task(self) -> None:
        tell("test-1", "a")
        daily_checkpoint()
        (made,) = checkpoints.directory().iterdir()
        before = made.read_bytes()
        tell("test-1", "b")
        daily_checkpoint()
        assert [made] == list(checkpoints.directory().iterdir())
        assert made.read_bytes() == before

    def test_the_next_day_has_its_own(self) -> None:
        assert checkpoints.make_daily(now=NOON) is not None
        assert checkpoints.make_daily(now=NOON) is None
        following = checkpoints.make_daily(now=NOON + timedelta(days=1))
        assert following is not None
        assert following.name == "2026-11-21.json"

    def test_a_log_that_was_changed_overnight_is_reported_before_it_is_sealed_again(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        tell("test-1", "a", "b")
        checkpoints.make_daily(now=NOON)
        forge("DELETE FROM log_event WHERE stream = 'test-1' AND version = 2")
        with caplog.at_level(logging.ERROR, "games.checks.checkpoints"):
            checkpoints.make_daily(now=NOON + timedelta(days=1))
        assert "Stream test-1 has lost its end" in caplog.text
