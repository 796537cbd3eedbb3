"""The night's verification: nothing that stands in the database alone can silence it."""

import fcntl
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.checks import whole
from games.commands import make_checkpoint
from games.ledger.commands import post
from games.ledger.models import Transfer
from games.log.models import NightWatch, Verification
from games.models import Deal, Player
from games.queries.club.house import open_alarms
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


def test_a_club_whose_memory_was_altered_looks_at_everything() -> None:
    tell("test-1", "a")
    whole.verify_tonight(now=NOON)
    NightWatch.objects.update(said="{")
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
        "chains": 4,
        "deals": 1,
        "tournaments": 1,
        "standings": 0,
        "ratings": 0,
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


# --- what everybody reads of it -------------------------------------------------------------------


def page() -> str:
    return Client().get("/log/").content.decode()


def test_the_page_of_the_log_says_what_was_compared_and_that_nothing_differs() -> None:
    with time_machine.travel(NOON, tick=False):
        assert "The history of this club hasn&#x27;t been checked on any night yet" in page()
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
    nights = [whole.verify_tonight(now=NOON + timedelta(days=days)) for days in (1, 2)]
    assert sum("standings, player:" in night.first for night in nights if night) == 1


def test_a_night_that_did_not_happen_is_said_in_its_place_and_by_the_api() -> None:
    for ago in (4, 1):
        Verification.objects.create(
            day=NOON.date() - timedelta(days=ago), whole=False, streams=9, leaves=9, found=0
        )
    with time_machine.travel(NOON, tick=False):
        rows = Client().get("/api/v1/nights/").json()
        html = page()
    assert [row["done"] for row in rows] == [True, False, False, True]
    assert html.count("Not checked that night.") == 2
    Verification.objects.filter(day__gt=NOON.date() - timedelta(days=2)).delete()
    with time_machine.travel(NOON, tick=False):  # nor were the last ones
        rows = Client().get("/api/v1/nights/").json()
    assert [row["day"] for row in rows][-1] == "2026-11-17"
    assert [row["done"] for row in rows] == [False, False, False, True]


def test_the_history_goes_back_page_by_page_to_the_first_night() -> None:
    first = NOON.date() - timedelta(days=30)
    for ago in range(1, 31):
        day = NOON.date() - timedelta(days=ago)
        Verification.objects.create(day=day, whole=False, streams=9, leaves=9, found=0)
    with time_machine.travel(NOON, tick=False):
        address, days = "/api/v1/nights/?limit=12", []
        while address:
            answer = Client().get(address)
            days += [row["day"] for row in answer.json()]
            address = answer.get("Link", "").partition(">")[0].removeprefix("<")
        second = Client().get("/log/", {"nights": "2026-11-07"}).content.decode()
        for strange in ("2026-10-22", "0001-01-01", "x", "9999-12-31", "2026-13-01"):
            assert Client().get("/log/", {"nights": strange}).status_code == 200
        for strange in ("1", "0", "x", "99999999999"):
            assert Client().get("/api/v1/nights/", {"before": strange}).status_code == 200
    assert days == [str(NOON.date() - timedelta(days=ago)) for ago in range(1, 31)]
    assert days[-1] == str(first)
    assert '"2026-11-06"' in second and '"2026-11-07"' not in second
    assert "Latest nightly checks" in second and "Earlier nightly checks" in second


def test_the_newest_night_is_said_in_a_sentence_and_a_finding_by_its_kind() -> None:
    Verification.objects.create(
        day=NOON.date(),
        whole=False,
        streams=9,
        leaves=9,
        found=3,
        first="deal-7: Kr",
        finished_at=NOON,
        turns=2,
        counts={"deals": 1204, "chains": 9},
        differences={"deals": 1, "bindings": 1, "leaves": 1},
    )
    with time_machine.travel(NOON, tick=False):
        (row,) = Client().get("/api/v1/nights/").json()
        html = re.sub(r"\s+", " ", page())
    assert "Checked today: 1204 deals, 9 parts of the log." in html
    assert "(deals 2, the log and its signatures 1)" in html
    assert "It was interrupted and then continued." in html
    assert (row["differences"], row["found"]) == ({"deals": 2, "chains": 1}, 3)
    assert set(row) == {
        *("day", "done", "finished_at", "whole", "turns", "counts", "found", "differences")
    }


def test_a_clock_that_was_ahead_ends_no_night_and_throws_no_history_away() -> None:
    tell("test-1", "a")
    for ago in range(1, 31):
        day = NOON.date() - timedelta(days=ago)
        Verification.objects.create(day=day, whole=False, streams=9, leaves=9, found=0)
    with time_machine.travel(NOON + timedelta(days=800), tick=False):
        assert whole.verify_tonight(now=NOON + timedelta(days=800)) is not None
    assert Verification.objects.count() == 31
    forge("UPDATE log_event SET payload = '{}' WHERE stream = 'test-1'")
    later = NOON + timedelta(days=1)
    with time_machine.travel(later, tick=False):
        night = whole.verify_tonight(now=later)
        assert night is not None and night.whole and night.found
        assert Client().get("/api/v1/nights/").json()[0]["day"] == str(later.date())
    with time_machine.travel(NOON + timedelta(days=9), tick=False):
        assert "Last checked 8 days ago." in page()


def test_nights_of_before_their_end_was_kept_push_out_no_newer_one(monkeypatch) -> None:
    monkeypatch.setattr(whole, "KEPT", 3)
    tell("test-1", "a")
    for ago in range(1, 6):
        day = NOON.date() - timedelta(days=ago)
        Verification.objects.create(day=day, whole=False, streams=9, leaves=9, found=0)
    with time_machine.travel(NOON, tick=False):
        assert whole.verify_tonight(now=NOON) is not None
    days = set(Verification.objects.values_list("day", flat=True))
    assert days == {NOON.date() - timedelta(days=ago) for ago in range(3)}


@pytest.mark.parametrize("said", ["[]", "null", '{"deals": "x"}', '{"deals": null}'])
def test_an_outcome_that_none_of_our_nights_has_written_takes_no_page_away(said: str) -> None:
    Verification.objects.create(day=NOON.date(), whole=True, streams=9, leaves=9, found=0)
    forge("UPDATE log_verification SET counts = %s, differences = %s", said, said)
    with time_machine.travel(NOON, tick=False):
        assert "0 differences" in page() or "Checked" not in page()
        assert Client().get("/api/v1/nights/").json()[0]["counts"] == {}


@pytest.mark.parametrize("turns", [2**63 - 1, -5])
def test_a_number_of_a_turn_that_was_put_in_keeps_nobody_out(turns: int) -> None:
    tell("test-1", "a")
    NightWatch.objects.create(pk=1, turn=0)
    try:
        with transaction.atomic():
            NightWatch.objects.filter(pk=1).update(turn=turns)
    except IntegrityError:
        return  # the database refuses it
    assert whole.verify_tonight(now=NOON) is not None


def test_a_night_whose_alarm_cannot_be_raised_says_all_the_same_what_it_found() -> None:
    tell("club", "a")
    forge("UPDATE log_event SET payload = '[]' WHERE stream = 'club'")
    night = whole.verify_tonight(now=NOON)
    assert night is not None and night.found
    with time_machine.travel(NOON, tick=False):
        assert "difference" in page()
