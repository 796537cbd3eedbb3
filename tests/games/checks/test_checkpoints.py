"""A checkpoint shows what a forger did who owns the database and has made every hash anew."""

import json
import stat
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games import commands
from games.checks import whole
from games.errors import Refused
from games.log import read
from games.log.integrity import tree
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.notes import Checkpoint, Note, SigningKey
from games.log.integrity.witnessing import newest
from games.log.models import FollowerPosition, Leaf, SignedCheckpoint, Verification
from games.models import Player
from games.presenters.alarms import shown_alarms
from games.queries.club import acceptances, open_alarms
from games.tasks import make_checkpoint
from tests.support.forger import forge, insert_into, rechain
from tests.support.log_stories import NOON, tell
from tests.support.old_seals import pack, seal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture(autouse=True)
def own_directory(tmp_path: Path, settings) -> Path:
    settings.TUSAC_LOG_MEMORY = tmp_path / "memory"
    return tmp_path


@pytest.fixture(autouse=True)
def streams_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains and checkpoints alone: what belongs to whom is asked in `test_forged_logs.py`."""
    kept = {"chains", "leaves", "checkpoints", "order"}
    checks = tuple(check for check in whole.CHECKS if check[0] in kept)
    monkeypatch.setattr("games.management.commands.verify_log.CHECKS", checks)
    monkeypatch.setattr("games.checks.whole.CHECKS", checks)


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command signs when the story is told."""
    clock = SimpleNamespace(now=lambda: NOON)
    monkeypatch.setattr("games.management.commands.checkpoint.timezone", clock)


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="not a secret")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A checkpoint over streams that belong to no deal, so that only the log is looked at."""
    tell("test-1", "a", "b", "c", "d")
    tell("test-2", "a")
    tell("test-3", "a", "b")
    path = tmp_path / "checkpoint.note"
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


def signed_at(hours: float) -> tuple[Note | None, list[str]]:
    """A checkpoint made so long after noon, and what stood in its way."""
    note, findings = commands.make_checkpoint(now=NOON + timedelta(hours=hours))
    return note, [finding.sentence for finding in findings]


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


def replace_the_end_and_play_on() -> None:
    forge("DELETE FROM log_event WHERE stream = 'test-1' AND version > 2")
    tell("test-1", "x", "y", "z")


FORGERIES = [
    (edit_the_last_event, "its event 4 is not the sealed one"),
    (rewrite_the_chain, "its event 4 is not the sealed one"),
    (delete_the_end_of_a_stream, "it had 4 events and has 2"),
    (delete_a_whole_stream, "is gone: it had 4 events"),
    (delete_from_the_middle_and_close_the_gap, "it had 4 events and has 3"),
    (replace_the_end_and_play_on, "its event 4 is not the sealed one"),
]


class TestSealing:
    def test_a_checkpoint_is_signed_where_there_is_news_and_names_its_forerunner(self) -> None:
        tell("test-1", "a", "b")
        first, _nothing = signed_at(0)
        assert first is not None
        assert signed_at(1) == (None, [])
        tell("test-2", "a")
        tell("test-1", "c")
        second, _nothing = signed_at(2)
        assert second is not None
        said = Checkpoint.read(second.text)
        assert (said.origin, said.size) == ("PeterNeumann", 3)
        assert said.said("time") == "2026-11-20T14:00:00.000000Z"
        assert said.said("forerunner").startswith("1 ")
        assert [(one.stream, one.version) for _index, one, _nodes in tree.entries()] == [
            ("test-1", 2),
            ("test-2", 1),
            ("test-1", 3),
        ]
        assert second.signed_by(log_key().verifier) is not None

    @pytest.mark.parametrize(("forgery", "sentence"), FORGERIES)
    def test_a_forged_past_is_not_sealed_neither_today_nor_tomorrow(
        self, kept: Path, forgery: Callable[[], None], sentence: str
    ) -> None:
        """It was: the daily checkpoint wrote one line, took the forged chain as its new baseline, and was silent."""
        forgery()
        for hours in (1, 25, 49):
            tell(f"news-{hours}", "news")
            note, found = signed_at(hours)
            assert note is None
            assert any("test-1" in one and sentence in one for one in found)
        assert SignedCheckpoint.objects.count() == 1
        (alarm,) = open_alarms()
        assert alarm.raised.kind == "log.seal-refused"
        assert "test-1" in shown_alarms()[0].sentence

    def test_a_forged_event_that_was_not_sealed_yet_is_not_sealed_either(self, kept: Path) -> None:
        tell("test-1", "e", "f")
        forge("UPDATE log_event SET payload = '{}' WHERE stream = 'test-1' AND version = 5")
        assert signed_at(1)[1] == ["Stream test-1 is broken at version 5, before it was sealed."]

    def test_an_unsealed_event_that_is_no_json_stops_the_sealing_with_a_sentence(self) -> None:
        tell("test-1", "a")
        forge("UPDATE log_event SET payload = 'x'")
        (sentence,) = signed_at(1)[1]
        assert "cannot be read" in sentence

    def test_an_owners_reason_lets_the_log_be_sealed_and_stands_in_the_checkpoint(
        self, kept: Path, owner: Player
    ) -> None:
        rewrite_the_chain()
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=["test-1"], reason="A slip\nof SQL.", now=NOON)
        assert open_alarms() == ()
        note, found = signed_at(2)
        assert note is not None and not found
        assert Checkpoint.read(note.text).said("accepted") == "test-1 A slip of SQL."
        assert read("club")[-2].metadata["by"] == owner.pk
        tell("test-1", "e")
        later, found = signed_at(3)
        assert later is not None and not found
        assert not Checkpoint.read(later.text).said("accepted")
        assert said_by_verify_log("--against", str(kept))[1]
        edit_the_last_event()
        assert signed_at(4)[0] is None

    def test_a_stream_that_is_gone_may_be_accepted_too(self, kept: Path, owner: Player) -> None:
        delete_a_whole_stream()
        assert signed_at(1)[0] is None
        commands.accept_seal(by=owner, streams=["test-1"], reason="By law.", now=NOON)
        assert signed_at(2)[0] is not None
        assert signed_at(3) == (None, [])

    def test_an_answered_alarm_alone_lets_nothing_be_sealed(
        self, kept: Path, owner: Player
    ) -> None:
        rewrite_the_chain()
        assert signed_at(1)[0] is None
        commands.answer_alarm(by=owner, alarm=1, reason="I have seen it.", now=NOON)
        assert signed_at(2)[0] is None
        assert len(open_alarms()) == 1

    def test_a_reason_is_an_owners_and_for_what_he_has_seen(
        self, kept: Path, owner: Player
    ) -> None:
        member = Player.objects.create_user("member", is_director=True)

        def refused(by: Player, streams: list[str], reason: str = "So.") -> str:
            with pytest.raises(Refused) as refusal:
                commands.accept_seal(by=by, streams=streams, reason=reason, now=NOON)
            return refusal.value.code

        assert refused(owner, ["test-1"]) == "seal.none"
        rewrite_the_chain()
        assert refused(member, ["test-1"]) == "club.owner"
        assert refused(owner, ["test-1"], " ") == "alarm.reason"
        assert refused(owner, ["test-2"]) == "seal.more"
        forge('UPDATE log_leaf SET version = 3 WHERE "index" = 0')
        assert refused(owner, ["test-1", ""]) == "seal.tree"

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE log_leaf SET stream = 'test-9' WHERE \"index\" = 1",
            'UPDATE log_leaf SET nodes = head WHERE "index" = 1',
            'DELETE FROM log_leaf WHERE "index" = 1',
            'DELETE FROM log_leaf WHERE "index" = 2',
            "DELETE FROM log_leaf",
        ],
    )
    def test_a_forged_tree_is_not_signed(self, kept: Path, sql: str) -> None:
        forge(sql)
        tell("test-2", "b")
        note, found = signed_at(1)
        assert note is None and found
        assert not said_by_verify_log()[1]

    def test_a_database_put_back_to_before_the_last_checkpoint_is_not_signed_on(
        self, kept: Path
    ) -> None:
        """Who has the database alone takes back leaves, checkpoint and place together: this machine remembers."""
        place = FollowerPosition.objects.get(follower="checkpoints")
        tell("test-2", "b")
        assert signed_at(1)[0] is not None
        forge("DELETE FROM log_event WHERE stream = 'test-2' AND version = 2")
        forge('DELETE FROM log_leaf WHERE "index" > 2')
        forge("DELETE FROM log_signed_checkpoint WHERE size > 3")
        place.save()
        tell("test-2", "another")
        note, found = signed_at(2)
        assert note is None
        assert "does not continue the checkpoint of 4 leaves" in found[0]

    def test_another_key_signs_on_only_after_an_owner_has_said_so(
        self, kept: Path, owner: Player, settings
    ) -> None:
        settings.TUSAC_LOG_KEY = SigningKey.fresh("club.example/log").written()
        assert "not signed by club.example/log" in signed_at(1)[1][0]
        commands.accept_seal(by=owner, streams=[""], reason="The key was lost.", now=NOON)
        note, _nothing = signed_at(2)
        assert note is not None
        assert Checkpoint.read(note.text).origin == "club.example/log"
        tell("test-2", "b")
        assert signed_at(3)[0] is not None

    def test_two_workers_sign_one_checkpoint(self, kept: Path, monkeypatch) -> None:
        from games.commands import seals

        look = seals.look

        def slow(key):
            found = look(key)
            monkeypatch.setattr(seals, "look", look)
            assert signed_at(1)[0] is not None  # the other one comes between
            return found

        tell("test-1", "e")
        monkeypatch.setattr(seals, "look", slow)
        assert signed_at(2) == (None, [])
        assert tree.size() == 4

    def test_the_tables_of_the_tree_only_grow(self, kept: Path) -> None:
        for table in ("log_leaf", "log_signed_checkpoint"):
            for sql in (
                f"DELETE FROM {table}",
                f"UPDATE {table} SET {'nodes' if table == 'log_leaf' else 'note'} = ''",
            ):
                with (
                    pytest.raises(IntegrityError, match="only grows"),
                    transaction.atomic(),
                    connection.cursor() as raw,
                ):
                    raw.execute(sql)

    def test_the_task_signs(self) -> None:
        tell("test-1", "a")
        make_checkpoint()
        assert Checkpoint.read(newest().text).size == 1


class TestTheKey:
    def test_it_is_made_once_for_its_owner_alone_and_never_repeated(
        self, settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        settings.TUSAC_LOG_KEY = str(tmp_path / "keys" / "log_key")
        with pytest.raises(NoKey, match="TUSAC_LOG_KEY"):
            log_key()
        made = log_key(make=True)
        path = Path(settings.TUSAC_LOG_KEY)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert log_key(make=True) == log_key() == made
        assert [file.name for file in path.parent.iterdir()] == ["log_key"]

    def test_it_is_in_no_row_of_the_database(self, settings, kept: Path) -> None:
        secret = log_key().written().rpartition("+")[2]
        with connection.cursor() as raw:
            for table in connection.introspection.table_names():
                raw.execute(f"SELECT * FROM {table}")
                assert secret not in str(raw.fetchall())

    @pytest.mark.parametrize("text", ["", "PRIVATE+KEY+x", "/nowhere/at/all", "PRIVATE+KEY+a+b+c"])
    def test_what_is_no_key_is_refused(self, settings, text: str) -> None:
        settings.TUSAC_LOG_KEY = text
        with pytest.raises(NoKey):
            log_key()
        with pytest.raises(CommandError):
            call_command("checkpoint", stdout=StringIO()) if text != "/nowhere/at/all" else _fail()

    def test_a_new_one_is_written_by_a_command(self, tmp_path: Path) -> None:
        out = StringIO()
        path = tmp_path / "key"
        call_command("log_key", "--out", str(path), "--name", "club.example/log", stdout=out)
        assert SigningKey.read(path.read_text()).verifier.__str__() in out.getvalue()
        assert path.read_text().strip() not in out.getvalue()
        with pytest.raises(CommandError, match="there already"):
            call_command("log_key", "--out", str(path), stdout=out)


def _fail() -> None:
    raise CommandError


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
        for file in (tmp_path / "memory").iterdir():
            file.unlink()
        assert signed_at(1)[0] is not None
        assert said_by_verify_log()[1]
        said, whole_ = said_by_verify_log("--against", str(kept))
        assert not whole_
        assert "was made anew" in said

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
        with pytest.raises(CommandError, match="there already"):
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
        with pytest.raises(CommandError, match="another key"):
            call_command("verify_log", "--against", str(old))


class TestTheOrderOfReading:
    """No hash covers positions and transactions: they are compared with what was sealed in their order."""

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE log_event SET position = 0 WHERE stream = 'test-1' AND version = 3",
            "UPDATE log_event SET position = position + 1000 WHERE stream = 'test-1' AND version = 2",
            "UPDATE log_event SET position = position + 1000 WHERE stream = 'test-2'",
            "UPDATE log_event SET position = -1 WHERE stream = 'test-2'",
            "UPDATE log_event SET txid = txid + 4000000000 WHERE stream = 'test-1' AND version = 1",
            "UPDATE log_event SET txid = txid + 4000000000 WHERE stream = 'test-2'",
        ],
    )
    def test_a_forged_place_is_named(self, kept: Path, sql: str) -> None:
        forge(sql)
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "position" in said

    def test_two_streams_that_changed_places_are_named(self, kept: Path) -> None:
        ends = {stream: read(stream)[-1].position for stream in ("test-2", "test-3")}
        forge("UPDATE log_event SET position = -5 WHERE position = %s", ends["test-2"])
        forge(
            "UPDATE log_event SET position = %s WHERE position = %s", ends["test-2"], ends["test-3"]
        )
        forge("UPDATE log_event SET position = %s WHERE position = -5", ends["test-3"])
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "not the one in whose order it was sealed" in said

    def test_an_event_put_in_where_followers_have_passed_is_named(self, kept: Path) -> None:
        tell("test-4", "a")
        forge("UPDATE log_event SET position = -1, txid = 0 WHERE stream = 'test-4'")
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "test-4" in said and "followers pass over it" in said

    def test_a_follower_ahead_of_the_log_is_named(self, kept: Path, client) -> None:
        FollowerPosition.objects.create(follower="tournaments", txid=10**12, position=10**9)
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "Follower tournaments stands ahead" in said
        answer = client.get("/readyz").json()
        assert answer["checks"]["followers"]["ahead"] == ["tournaments"]
        assert not answer["checks"]["followers"]["ok"]


class TestTheNight:
    def test_it_is_done_once_a_night_and_its_outcome_kept(self, kept: Path) -> None:
        assert whole.verify_tonight(now=NOON.replace(hour=2)) is None
        assert whole.verify_tonight(now=NOON) is not None
        assert whole.verify_tonight(now=NOON + timedelta(hours=3)) is None
        (row,) = Verification.objects.all()
        assert (row.whole, row.streams, row.leaves, row.found) == (True, 3, 3, 0)

    def test_it_looks_at_news_at_once_at_everything_within_a_week_and_keeps_the_alarm(
        self, kept: Path, owner: Player
    ) -> None:
        whole.verify_tonight(now=NOON)
        tell("test-9", "a")
        signed_at(1)
        forge("""UPDATE log_event SET metadata = '{"x":1}' WHERE stream = 'test-9'""")
        second = whole.verify_tonight(now=NOON + timedelta(days=1))
        assert second is not None and not second.whole
        assert "test-9" in second.first
        forge("UPDATE log_event SET metadata = '{}' WHERE stream = 'test-9'")
        (alarm,) = open_alarms()
        assert alarm.raised.kind == "log.broken"
        assert whole.verify_tonight(now=NOON + timedelta(days=2)).found == 0  # type: ignore[union-attr]
        assert len(open_alarms()) == 1
        commands.answer_alarm(by=owner, alarm=alarm.number, reason="Put back.", now=NOON)
        forge("UPDATE log_event SET payload = '{}' WHERE stream = 'test-2'")
        nights = [whole.verify_tonight(now=NOON + timedelta(days=day)) for day in range(3, 9)]
        assert sum(night.found for night in nights if night) >= 1
        assert any(night.whole for night in nights if night)
        assert len(open_alarms()) == 1


def test_readyz_and_metrics_say_so_until_an_owner_has_signed_a_reason(
    kept: Path, owner: Player, client
) -> None:
    def told() -> tuple[bool, str]:
        alarms = client.get("/readyz").json()["checks"]["alarms"]
        lines = client.get("/metrics").content.decode().splitlines()
        (line,) = [one for one in lines if one.startswith("tusac_seal_refused ")]
        return alarms["ok"], line.partition(" ")[2]

    assert told() == (True, "0.0")
    rewrite_the_chain()
    signed_at(1)
    assert told() == (False, "1.0")
    assert client.get("/readyz").status_code == 503
    commands.accept_seal(by=owner, streams=["test-1"], reason="So.", now=NOON)
    assert told() == (True, "0.0")
    (one,) = acceptances(log_key().verifier)
    assert (one.event.streams, one.event.size, one.vouched) == (("test-1",), 3, True)
    assert Leaf.objects.count() == 3


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
