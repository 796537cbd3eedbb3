"""The order of reading, and what is looked at by night."""

from datetime import timedelta
from pathlib import Path

import pytest

from games import commands
from games.checks import whole
from games.log import read
from games.log.models import FollowerPosition, Verification
from games.models import Player
from games.queries.club.house import open_alarms
from tests.support.forger import forge
from tests.support.forgeries import said_by_verify_log, signed_at
from tests.support.log_stories import NOON, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


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
        assert "its position is not the one that it was sealed with" in said

    def test_an_event_put_in_where_followers_have_passed_is_named(self, kept: Path) -> None:
        tell("test-4", "a")
        forge("UPDATE log_event SET position = -1, txid = 0 WHERE stream = 'test-4'")
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "test-4" in said and "the position or transaction of its event" in said

    def test_a_follower_ahead_of_the_log_is_named(self, kept: Path, client) -> None:
        FollowerPosition.objects.create(follower="tournaments", txid=10**12, position=10**9)
        said, whole_ = said_by_verify_log()
        assert not whole_
        assert "Follower tournaments is ahead" in said
        answer = client.get("/readyz").json()
        assert answer["checks"]["followers"]["ahead"] == ["tournaments"]
        assert not answer["checks"]["followers"]["ok"]


class TestTheNight:
    def test_it_is_done_once_a_night_and_its_outcome_kept(self, kept: Path) -> None:
        assert whole.verify_tonight(now=NOON - timedelta(hours=10)) is None
        assert whole.verify_tonight(now=NOON) is not None
        assert whole.verify_tonight(now=NOON + timedelta(hours=3)) is None
        (row,) = Verification.objects.all()
        assert (row.whole, row.streams, row.leaves, row.found) == (True, 3, 3, 0)

    def test_it_looks_at_news_at_once_at_each_stream_within_two_nights_and_keeps_the_alarm(
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
        nights = [whole.verify_tonight(now=NOON + timedelta(days=day)) for day in (3, 4)]
        assert sum(night.found for night in nights if night) >= 1
        assert not any(night.whole for night in nights if night)
        fourth_week = whole.verify_tonight(now=NOON + timedelta(days=whole.EVERYTHING))
        assert fourth_week is not None and fourth_week.whole
        assert len(open_alarms()) == 1
