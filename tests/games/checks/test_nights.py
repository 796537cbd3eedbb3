"""The night's verification: nothing that stands in the database alone can silence it."""

import fcntl
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.checks import whole
from games.commands import make_checkpoint
from games.ledger.commands import post
from games.ledger.models import Transfer
from games.log.models import Verification
from games.models import Deal, Player
from games.queries.club import open_alarms
from tests.support.deals import play_to_the_end
from tests.support.forger import forge
from tests.support.log_stories import tell
from tests.support.play_pages import dealt
from tests.support.tournament_pages import announced, friday, player
from tournaments import commands
from tournaments.models import Standing

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=timezone.get_default_timezone())
"""By the club's own clock, which says when it is night."""


@pytest.fixture(autouse=True)
def memory(settings: Any, tmp_path: Path) -> Path:
    settings.TUSAC_LOG_MEMORY = place = tmp_path / "memory"
    return place


def kinds() -> list[str]:
    return [alarm.raised.kind for alarm in open_alarms()]


def test_a_row_that_was_put_in_is_not_taken_for_a_night() -> None:
    tell("test-1", "a")
    Verification.objects.create(day=NOON.date(), whole=True, streams=9, leaves=9, found=0)
    forge("UPDATE log_event SET payload = '{}' WHERE stream = 'test-1'")
    night = whole.verify_tonight(now=NOON)
    assert night is not None and night.found
    assert "log.broken" in kinds()
    assert whole.verify_tonight(now=NOON + timedelta(hours=1)) is None


def test_the_ledger_is_checked_in_the_night(caplog: pytest.LogCaptureFixture) -> None:
    post(key="strange:1", memo="From nowhere", postings={"house": -5, "member:1": 5}, now=NOON)
    night = whole.verify_tonight(now=NOON)
    assert night is not None and night.found
    assert "strange:1" in caplog.text


def test_a_check_that_breaks_off_is_a_finding_and_the_others_are_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_only: object) -> list[str]:
        raise RuntimeError("a card: Kr")

    monkeypatch.setattr(whole, "CHECKS", (("chains", broken), *whole.CHECKS[1:]))
    tell("test-1", "a")
    night = whole.verify_tonight(now=NOON)
    assert night is not None
    assert night.first == "The check “chains” could not be carried out (RuntimeError)."
    assert "Kr" not in night.first and night.found > 1  # the stream that belongs to nothing


def test_a_night_in_the_week_looks_at_the_rows_of_what_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[object] = []

    def rows(only: object) -> Iterator[str]:
        seen.append(only)
        return iter(())

    tell("test-1", "a")
    whole.verify_tonight(now=NOON)
    tell("test-2", "a")
    make_checkpoint(now=NOON)
    monkeypatch.setattr(whole, "CHECKS", (("rows", rows),))
    whole.verify_tonight(now=NOON + timedelta(days=1))
    (only,) = seen
    assert isinstance(only, set) and "test-2" in only


def test_a_machine_that_forgot_its_nights_looks_at_everything(memory: Path) -> None:
    tell("test-1", "a")
    whole.verify_tonight(now=NOON)
    (memory / "night.json").write_text("{")
    night = whole.verify_tonight(now=NOON + timedelta(hours=1))
    assert night is not None and night.whole
    assert Verification.objects.count() == 1


def test_a_night_says_how_much_it_looked_at() -> None:
    play_to_the_end(dealt(Player.objects.create_user("an"), now=NOON))
    friday(player("director", is_director=True))
    tell("deal-77", "no row to compare")
    paid = Transfer.objects.count()
    post(key="strange:1", memo="From nowhere", postings={"house": -5, "member:1": 5}, now=NOON)
    whole.verify_tonight(now=NOON)
    assert Verification.objects.get().counts == {
        "deals": 1,
        "tournaments": 1,
        "transfers": paid + 1,
    }


@pytest.mark.django_db(transaction=True)  # PostgreSQL seals no event of a transaction that is open
def test_a_row_that_was_changed_after_a_night_is_named_by_the_next_one() -> None:
    whole.verify_tonight(now=NOON)
    deal = dealt(Player.objects.create_user("an"), now=NOON)
    play_to_the_end(deal)
    make_checkpoint(now=NOON)
    Deal.objects.filter(pk=deal.pk).update(points=77)
    night = whole.verify_tonight(now=NOON + timedelta(days=1))
    assert night is not None and not night.whole
    assert night.counts["deals"] == 1
    assert f"deal-{deal.pk}: its row says points 77" in night.first


def test_of_two_nights_at_once_one_goes_on_and_the_other_leaves_no_row(memory: Path) -> None:
    tell("test-1", "a")
    memory.mkdir()
    with (memory / "night.lock").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert whole.verify_tonight(now=NOON) is None
        assert not Verification.objects.exists()
    assert whole.verify_tonight(now=NOON) is not None


def test_a_night_that_was_cut_off_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        """What no check catches, as the end of the process."""

    def cut(_only: object) -> list[str]:
        raise Killed

    tell("test-1", "a")
    with monkeypatch.context() as patch:
        patch.setattr(whole, "CHECKS", (*whole.CHECKS[:1], ("rows", cut)))
        with pytest.raises(Killed):
            whole.verify_tonight(now=NOON)
    assert not Verification.objects.exists()
    night = whole.verify_tonight(now=NOON + timedelta(hours=1))
    assert night is not None and night.whole and night.found


# --- what everybody reads of it -------------------------------------------------------------------


def page() -> str:
    return Client().get("/log/").content.decode()


def test_the_page_of_the_log_says_what_was_compared_and_that_nothing_differs() -> None:
    with time_machine.travel(NOON, tick=False):
        assert "has not been checked in any night yet" in page()
    Verification.objects.create(
        day=NOON.date(),
        whole=True,
        streams=9,
        leaves=9,
        found=0,
        counts={"deals": 1204, "tournaments": 3, "transfers": 1},
    )
    with time_machine.travel(NOON, tick=False):
        html = page()
    assert "1204 deals, 3 tournaments, 1 transfer" in re.sub(r"\s+", " ", html)
    assert "0 differences" in html and "everything" in html
    assert "Last checked" not in html


def test_a_finding_is_told_to_everybody_and_what_it_says_to_nobody() -> None:
    first = "deal-7: the hand of seat 2 is Kr Ky Mr"
    Verification.objects.create(
        day=NOON.date(), whole=False, streams=9, leaves=9, found=2, first=first, counts={}
    )
    with time_machine.travel(NOON, tick=False):
        html = page()
    assert "2 differences were found, and the owner has been told." in html
    assert "Kr Ky" not in html and "seat 2" not in html


def test_nights_that_do_not_come_are_missed() -> None:
    Verification.objects.create(day=NOON.date(), whole=True, streams=9, leaves=9, found=0)
    for days, missed in ((1, False), (2, True), (3, True)):
        with time_machine.travel(NOON + timedelta(days=days), tick=False):
            assert (f"Last checked {days} days ago." in page()) is missed


def test_a_changed_line_of_the_standings_is_found_in_the_night() -> None:
    director = player("director", is_director=True)
    tournament = announced(director, *(player(name) for name in ("an", "binh", "chi", "dung")))
    commands.start(by=director, tournament_id=tournament, now=NOON)
    night = whole.verify_tonight(now=NOON)
    assert night is not None and night.found == 0 and night.counts["tournaments"] == 1
    Standing.objects.filter(place=1).update(points=7)
    later = NOON + timedelta(days=8)
    night = whole.verify_tonight(now=later)
    assert night is not None and night.found and "standings, player:" in night.first
