"""No checkpoint is signed over a forged past, until an owner has given a reason."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction

from games import commands
from games.errors import Refused
from games.log import read
from games.log.integrity import tree
from games.log.integrity.keys import log_key
from games.log.integrity.notes import Checkpoint, SigningKey
from games.log.integrity.witnessing import newest
from games.log.models import FollowerPosition, Leaf, SignedCheckpoint
from games.models import Player
from games.presenters.club.alarms import shown_alarms
from games.queries.club.house import acceptances, open_alarms
from games.tasks import make_checkpoint
from tests.support.forger import forge
from tests.support.forgeries import (
    FORGERIES,
    delete_a_whole_stream,
    edit_the_last_event,
    rewrite_the_chain,
    said_by_verify_log,
    signed_at,
)
from tests.support.log_stories import NOON, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


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
        assert said.said("time") == f"{NOON + timedelta(hours=2):%Y-%m-%dT%H}:00:00.000000Z"
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
        from games.commands.log import seals

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
