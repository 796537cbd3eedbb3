"""A night that is cut off goes on where it was, and of two at once one alone counts."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.signing import Signer
from django.utils import timezone

from games.checks import watch, whole
from games.log.models import NightWatch, Verification
from games.models import Deal, Player
from games.queries.club.house import open_alarms
from tests.support.deals import play_to_the_end
from tests.support.forger import forge
from tests.support.log_stories import tell
from tests.support.play_pages import dealt
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=timezone.get_default_timezone())


class Killed(BaseException):
    """What no check catches, as the end of the process."""


@pytest.fixture(autouse=True)
def memory(settings: Any, tmp_path: Path) -> Path:
    settings.TUSAC_LOG_MEMORY = place = tmp_path / "memory"
    return place


@pytest.fixture
def pieces_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "PIECE", 1)


@pytest.fixture
def three() -> list[Deal]:
    """Three deals that are over, of one member."""
    an = Player.objects.create_user("an")
    deals = [dealt(an, now=NOON - timedelta(days=1)) for _ in range(3)]
    for deal in deals:
        play_to_the_end(deal)
    return deals


def killed_at(monkeypatch: pytest.MonkeyPatch, check: str, piece: int, *, now: datetime) -> None:
    """A night whose process ends while `check` looks at its piece of this number."""
    checks = dict(whole.CHECKS)
    asked = iter(range(1, piece + 1))

    def cut(only: Any) -> Iterator[str]:
        if next(asked) == piece:
            raise Killed
        return checks[check](only)

    with monkeypatch.context() as patch:
        patch.setattr(whole, "CHECKS", tuple((checks | {check: cut}).items()))
        with pytest.raises(Killed):
            whole.verify_tonight(now=now)


def looked_at(monkeypatch: pytest.MonkeyPatch, check: str) -> list[set[str]]:
    """Return the pieces that this check is asked from now on."""
    checks = dict(whole.CHECKS)
    pieces: list[set[str]] = []

    def seen(only: Any) -> Iterator[str]:
        pieces.append(only)
        return checks[check](only)

    monkeypatch.setattr(whole, "CHECKS", tuple((checks | {check: seen}).items()))
    return pieces


@pytest.mark.usefixtures("pieces_of_one")
def test_a_night_that_was_killed_goes_on_where_it_was_and_counts_no_deal_twice(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(monkeypatch, "deals", 3, now=NOON)
    begun = watch.remembered().begun
    names = sorted(deal.stream for deal in three)
    assert begun is not None and "chains" in begun.asked and begun.behind == names[1]
    assert not Verification.objects.exists()
    pieces = looked_at(monkeypatch, "deals")
    chains = looked_at(monkeypatch, "chains")
    night = whole.verify_tonight(now=NOON + timedelta(minutes=5))
    assert night is not None and (night.found, night.turns) == (0, 2)
    assert night.counts["deals"] == 3 and night.counts["chains"] == night.streams
    assert chains == [] and pieces == [{names[2]}]


@pytest.mark.usefixtures("pieces_of_one")
def test_what_was_found_before_the_end_is_named_once_by_whoever_goes_on(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = sorted(deal.stream for deal in three)
    Deal.objects.filter(pk=names[0].removeprefix("deal-")).update(points=77)
    killed_at(monkeypatch, "bindings", 1, now=NOON)
    Deal.objects.filter(pk=names[0].removeprefix("deal-")).update(points=78)
    night = whole.verify_tonight(now=NOON + timedelta(minutes=5))
    assert night is not None and night.differences["deals"] == night.found
    assert f"{names[0]}: its row says points 77" in night.first
    (alarm,) = open_alarms()
    assert alarm.raised.facts["first"] == night.first


def test_who_ends_between_the_alarm_and_the_outcome_is_followed_without_a_second_alarm(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    Deal.objects.filter(pk=three[0].pk).update(points=77)

    def cut(*_said: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(watch.Turn, "end", cut)
        with pytest.raises(Killed):
            whole.verify_tonight(now=NOON)
    assert len(open_alarms()) == 1 and not Verification.objects.exists()
    night = whole.verify_tonight(now=NOON + timedelta(minutes=5))
    assert night is not None and night.found and night.counts["deals"] == 3
    assert len(open_alarms()) == 1


@pytest.mark.usefixtures("pieces_of_one")
def test_the_next_day_begins_its_own_night_and_leaves_nothing_out(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(monkeypatch, "deals", 2, now=NOON)
    night = whole.verify_tonight(now=NOON + timedelta(days=1))
    assert night is not None and night.whole and (night.counts["deals"], night.turns) == (3, 1)
    assert [row.day for row in Verification.objects.all()] == [NOON.date() + timedelta(days=1)]


# --- two at once ----------------------------------------------------------------------------------


def elsewhere(settings: Any, place: Path) -> None:
    """From now on this is another machine."""
    settings.TUSAC_LOG_MEMORY = place


def test_another_machine_waits_as_long_as_a_turn_lasts_and_goes_on_then(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    killed_at(monkeypatch, "deals", 1, now=NOON)
    elsewhere(settings, tmp_path / "other")
    assert whole.verify_tonight(now=NOON + timedelta(minutes=30)) is None
    assert not Verification.objects.exists()
    night = whole.verify_tonight(now=NOON + watch.TURN + timedelta(minutes=1))
    assert night is not None and (night.turns, night.counts["deals"]) == (2, 3)


def test_a_machine_knows_at_once_that_its_own_process_is_gone(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_at(monkeypatch, "deals", 1, now=NOON)
    assert whole.verify_tonight(now=NOON + timedelta(seconds=1)) is not None


def test_a_machine_without_files_waits_too(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TUSAC_LOG_MEMORY = None
    killed_at(monkeypatch, "deals", 1, now=NOON)
    assert whole.verify_tonight(now=NOON + timedelta(minutes=30)) is None
    assert whole.verify_tonight(now=NOON + watch.TURN + timedelta(minutes=1)) is not None


@pytest.mark.usefixtures("pieces_of_one")
def test_who_was_thought_dead_keeps_nothing_and_writes_no_outcome(
    three: list[Deal], monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    checks = dict(whole.CHECKS)
    other: list[Verification | None] = []

    def slow(only: Any) -> Iterator[str]:
        if not other:  # longer than a turn: another machine does the whole night meanwhile
            elsewhere(settings, tmp_path / "other")
            other.append(None)
            other[0] = whole.verify_tonight(now=NOON + watch.TURN + timedelta(minutes=1))
        return checks["deals"](only)

    monkeypatch.setattr(whole, "CHECKS", tuple((checks | {"deals": slow}).items()))
    assert whole.verify_tonight(now=NOON) is None
    (night,) = Verification.objects.all()
    assert other == [night] and night.counts["deals"] == 3


@pytest.mark.django_db(transaction=True)
def test_of_two_machines_at_the_same_moment_one_alone_verifies(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TUSAC_LOG_MEMORY = None  # no file between the two: the database alone holds them apart
    tell("test-1", "a")
    tell("test-2", "a")
    pieces = looked_at(monkeypatch, "chains")
    nights: list[Verification | None] = []
    at_once(*(lambda: nights.append(whole.verify_tonight(now=NOON)) for _ in range(4)))
    assert len(nights) == 4
    (done,) = (night for night in nights if night is not None)
    assert len(pieces) == 1
    assert Verification.objects.get().counts == done.counts


# --- what is put into the row ---------------------------------------------------------------------


def test_a_night_that_was_put_into_the_row_is_none() -> None:
    tell("test-1", "a")
    said = '{"last":{"day":"2026-11-21","whole":"2026-11-21","leaves":9}}'
    for signed in (said, f"{said}:x", Signer(salt="games.checks.watch", key="no").sign(said), "{"):
        NightWatch.objects.update_or_create(pk=1, defaults={"said": signed, "until": None})
        assert watch.remembered() == watch.Memory()
    forge("UPDATE log_event SET payload = '{}' WHERE stream = 'test-1'")
    night = whole.verify_tonight(now=NOON)
    assert night is not None and night.whole and night.found


def test_a_machine_whose_clock_is_slow_takes_nobodys_turn() -> None:
    NightWatch.objects.create(pk=1, turn=3, machine="other", until=NOON + watch.TURN)
    assert whole.verify_tonight(now=NOON - timedelta(minutes=20)) is None
    assert NightWatch.objects.get().turn == 3


def test_a_turn_that_is_said_to_last_for_years_keeps_nobody_out() -> None:
    NightWatch.objects.create(pk=1, turn=3, machine="other", until=NOON + timedelta(days=400))
    assert whole.verify_tonight(now=NOON) is not None
