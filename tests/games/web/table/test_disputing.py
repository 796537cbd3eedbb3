"""What the payout says of disputing the penalty: to the seats of the deal, as long as the replay takes a dispute."""

import re
from datetime import datetime, timedelta
from functools import partial

import pytest
import time_machine

from games.engine.rules import FOURSAC, VINAGAMES
from games.models import Player
from replays.commands import rulings
from tests.support.deals import (
    NOW,
    penalty_seed,
    running_deal,
    safe_win_seed,
    stored_deal,
    taken_in,
)
from tests.support.play_pages import browser
from tests.support.table_page import HTMX, address

pytestmark = pytest.mark.django_db

OVER = NOW + timedelta(hours=24)
"""When the deals of these tests are disputed no more."""


@pytest.fixture(autouse=True)
def a_day_to_dispute(settings):
    settings.TUSAC_DISPUTE_HOURS = 24
    settings.TIME_ZONE = "UTC"


@pytest.fixture
def four():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def deal(four):
    return stored_deal(VINAGAMES, penalty_seed(), four)


def page(player, deal, at: datetime) -> str:
    with time_machine.travel(at, tick=False):
        return browser(player).get(address(deal)).content.decode()


def told(player, deal, at: datetime = OVER - timedelta(hours=1)) -> str:
    """Return what the payout says of disputing, without its markup; empty where it says nothing."""
    html = page(player, deal, at)
    assert 'id="payout"' in html
    found = re.search(r'<p id="disputing">(.*?)</p>', html, re.DOTALL)
    if found is None:
        assert "at=judged" not in html
        return ""
    assert f'href="/replays/{deal.pk}/?at=judged">Look at the discard</a>' in found[1]
    return (
        " ".join(re.sub(r"<[^>]+>", "", found[1]).split())
        .removesuffix(" Look at the discard")
        .removesuffix("&nbsp;i")
    )


def test_a_seat_reads_until_when_the_penalty_is_disputed_with_the_date_if_not_today(four, deal):
    assert (
        told(four[0], deal, NOW + timedelta(hours=1))
        == "The penalty can be disputed in the replay until 22 Nov 2026 19:00."
    )
    assert (
        told(four[1], deal, OVER - timedelta(hours=1))
        == "The penalty can be disputed in the replay until 19:00."
    )


def test_where_no_penalty_fell_its_absence_can_be_disputed(four):
    deal = stored_deal(VINAGAMES, safe_win_seed(), four)
    assert (
        told(four[0], deal)
        == "There was no penalty. This can be disputed in the replay until 19:00."
    )


@pytest.mark.parametrize(("rules", "seats"), [(FOURSAC, 4), (VINAGAMES, 2)])
def test_where_no_penalty_can_hang_on_the_discard_nothing_is_said(four, rules, seats):
    seed = safe_win_seed(rules, people=seats, seats=seats)
    deal = stored_deal(rules, seed, four[:seats], seats=seats)
    assert told(four[0], deal) == ""


def test_who_had_no_seat_in_the_deal_and_a_guest_are_told_nothing(four, deal):
    assert told(Player.objects.create_user("khach"), deal) == ""
    director = Player.objects.create_user("chu", is_director=True, is_staff=True)
    assert told(director, deal) == ""
    assert told(None, deal) == ""
    Player.objects.filter(pk=four[0].pk).update(is_guest=True)
    assert told(Player.objects.get(pk=four[0].pk), deal) == ""


def test_a_page_that_is_open_when_the_time_is_over_gets_the_payout_without_the_link(four, deal):
    shown = re.search(r'name="shown" value="(\w+)"', page(four[0], deal, NOW + timedelta(hours=1)))
    assert shown is not None

    def look(at: datetime) -> tuple[int, str]:
        with time_machine.travel(at, tick=False):
            answer = browser(four[0]).get(address(deal), {"shown": shown[1]}, headers=HTMX)
        return answer.status_code, answer.content.decode()

    assert look(OVER - timedelta(seconds=1)) == (204, "")
    status, html = look(OVER)
    assert status == 200
    assert 'id="payout"' in html and "at=judged" not in html
    assert told(four[0], deal, OVER) == ""


def test_a_dispute_its_ruling_and_the_appeal_are_told_also_behind_the_time(four, deal):
    first, second = (
        Player.objects.create_user(name, is_referee=True, is_staff=True)
        for name in ("trong", "tham")
    )
    row = rulings.file_dispute(
        by=four[0], deal_id=deal.pk, discard=taken_in(deal).version, reason="why", now=NOW
    )
    disputed = "The winning discard is disputed: a referee will rule on it."
    assert told(four[0], deal) == told(four[3], deal, OVER) == disputed
    rule = partial(
        rulings.give_ruling, dispute_id=row.pk, section="§10.3", reason="because", now=NOW
    )
    rule(by=first, outcome="upheld")
    ruled = "A referee has ruled on the winning discard."
    assert told(four[0], deal, OVER) == ruled
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="no", now=NOW)
    assert told(four[0], deal, OVER) == "The appeal is waiting for another referee."
    rule(by=second, outcome="reversed")
    assert told(four[0], deal, OVER) == "Decided on appeal, so it is final."


def test_while_a_deal_is_played_nobody_asks_until_when_it_could_be_disputed(four, monkeypatch):
    def asked(*_args: object, **_options: object) -> None:
        raise AssertionError("it is not over")

    monkeypatch.setattr("games.queries.play.seen_table.disputable", asked)
    deal = running_deal(VINAGAMES, 1, four, moves=3)
    html = page(four[0], deal, NOW)
    assert 'id="table"' in html and 'id="disputing"' not in html
