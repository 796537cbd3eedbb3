"""An alarm that is deleted from its row is missed: it is sealed at once, and noted outside the database."""

from datetime import timedelta
from pathlib import Path

import pytest

from games import commands
from games.checks.sealed import sealed
from games.club.events import STREAM, AlarmKind
from games.commands import unit_of_work
from games.commands.club import raise_alarm
from games.log.aggregates import forget_all
from games.log.integrity.keys import log_key
from games.log.integrity.notes import SigningKey
from games.models import Player
from games.queries.club.house import open_alarms
from tests.support.forger import forge
from tests.support.log_stories import NOON, tell
from tests.support.refused import refused
from tusac_site.operations.task_schedule import SUBSCRIPTIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait", "signed")]


@pytest.fixture
def alarm(django_capture_on_commit_callbacks) -> None:
    """A club under a checkpoint, and the night has raised an alarm since."""
    tell("test-1", "a")
    assert commands.make_checkpoint(now=NOON)[0] is not None
    with django_capture_on_commit_callbacks(execute=True):
        raise_alarm(AlarmKind.LOG_BROKEN, facts={"found": 1, "first": "x"}, now=NOON)


def delete_it() -> None:
    forge("DELETE FROM log_event WHERE stream = %s", STREAM)
    forget_all()


def test_it_is_missed_before_a_checkpoint_holds_it_and_nothing_is_signed(alarm, client) -> None:
    assert client.get("/readyz").status_code == 503
    delete_it()
    assert open_alarms() == ()
    checks = client.get("/readyz").json()["checks"]
    assert checks["alarms"]["ok"] is False
    assert any("Alarm 1 (log.broken) of" in one for one in sealed())
    note, findings = commands.make_checkpoint(now=NOON + timedelta(minutes=10))
    assert note is None
    assert "is no longer in the log: somebody has deleted it." in findings[0].sentence
    (again,) = open_alarms()
    assert again.raised.kind == "log.seal-refused"


def test_once_an_owner_has_stated_a_reason_it_is_missed_no_more(alarm, client) -> None:
    owner = Player.objects.create_superuser("owner", password="not a secret")
    delete_it()
    assert commands.make_checkpoint(now=NOON)[0] is None
    with refused("seal.more"):
        commands.accept_seal(by=owner, streams=["x"], reason="By mistake.", now=NOON)
    later = NOON + timedelta(minutes=1)
    commands.accept_seal(by=owner, streams=[STREAM], reason="By mistake.", now=later)
    assert commands.make_checkpoint(now=later)[0] is not None
    assert client.get("/readyz").json()["checks"]["alarms"]["ok"] is True


def test_another_club_of_the_same_user_misses_nothing(alarm, settings, client) -> None:
    """Both remember in one directory, each under its own key; so does a log that is begun with another key."""
    delete_it()
    settings.TUSAC_LOG_KEY = SigningKey.fresh("other.example/log").written()
    assert client.get("/readyz").json()["checks"]["alarms"]["ok"] is True
    assert not any("Alarm 1" in one for one in sealed())


def test_an_alarm_is_sealed_at_once(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(unit_of_work, "enqueue_subscribers", asked.extend)
    with django_capture_on_commit_callbacks(execute=True):
        raise_alarm(AlarmKind.LOG_BROKEN, facts={"found": 1, "first": "x"}, now=NOON)
    (checkpoint,) = [one for one in SUBSCRIPTIONS if one.task == "games.tasks.make_checkpoint"]
    assert asked == ["club.alarm-raised"]
    assert set(asked) <= checkpoint.after


def test_a_line_that_was_cut_off_and_a_full_disk_stop_no_alarm(
    alarm, signed: Path, settings, django_capture_on_commit_callbacks
) -> None:
    alarms = signed / f"{log_key().verifier.id.hex()}.alarms"
    with alarms.open("a") as file:
        file.write("2 log.bro")
    assert list(sealed()) == []
    alarms.unlink()
    alarms.mkdir()
    with django_capture_on_commit_callbacks(execute=True):
        raise_alarm(AlarmKind.CODES_GUESSED, facts={"tries": 60}, now=NOON)
    assert len(open_alarms()) == 2
