"""What is late stands first on the desk and says since when; the parties read by when (§10.8, decision 0249)."""

import re
from datetime import datetime, timedelta
from html import unescape
from importlib import import_module

import pytest

from games.club.house_rules import HouseRules
from games.commands import set_house_rules
from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays import queries
from replays.commands import rulings
from replays.models import Dispute
from tests.support.api_client import client_of
from tests.support.deals import NOW, penalty_seed, safe_win_seed, stored_deal, taken_in
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db

QUEUE = "/admin/replays/dispute/"
HOUR = timedelta(hours=1)


@pytest.fixture
def four(db: None) -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def referee(db: None) -> Player:
    return Player.objects.create_user("trong", is_referee=True, is_staff=True)


def hours(number: int) -> None:
    """The rule of the house from now on."""
    owner = Player.objects.filter(username="owner").first()
    owner = owner or Player.objects.create_user("owner", is_superuser=True)
    set_house_rules(by=owner, rules=HouseRules(ruling_hours=number), now=NOW)


def filed(deal: Deal, by: Player) -> Dispute:
    at = taken_in(deal).version
    return rulings.file_dispute(by=by, deal_id=deal.pk, discard=at, reason="why", now=NOW)


@pytest.fixture
def two(four: list[Player]) -> tuple[Dispute, Dispute]:
    """Two disputes: of the first a referee is to rule within 100 hours, of the second within one."""
    first = stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn 1")
    second = stored_deal(VINAGAMES, safe_win_seed(), four, name="Bàn 2", now=NOW)
    hours(100)
    slow = filed(first, four[0])
    hours(1)
    return slow, filed(second, four[0])


def test_late_ones_stand_first_the_longest_late_before_the_others(two):
    slow, quick = two
    cases = queries.queue(NOW + 2 * HOUR)
    assert [(case.dispute, case.late) for case in cases] == [(quick, True), (slow, False)]
    assert not any(case.late for case in queries.queue(NOW + HOUR - timedelta(seconds=1)))
    cases = queries.queue(NOW + 200 * HOUR)
    assert [(case.dispute, case.late) for case in cases] == [(quick, True), (slow, True)]


def test_what_is_ruled_is_late_no_more(two, referee):
    _slow, quick = two
    rulings.give_ruling(
        by=referee, dispute_id=quick.pk, outcome="upheld", section="§10.3", reason="so",
        now=NOW + 2 * HOUR,
    )  # fmt: skip
    assert not any(case.late for case in queries.queue(NOW + 2 * HOUR))


def test_the_list_is_cut_behind_what_is_late(two, monkeypatch):
    _slow, quick = two
    monkeypatch.setattr(import_module("replays.queries.queue"), "MOST", 1)
    assert [case.dispute for case in queries.queue(NOW + 2 * HOUR)] == [quick]


def words(html: str, name: str) -> str:
    found = unescape(html).partition(f'id="{name}"')[2].partition("</section>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found))


def test_the_desk_says_since_when_and_the_parties_read_by_when(two, four, referee):
    slow, quick = two  # both are long over by the real clock
    html = browser(referee).get(QUEUE).content.decode()
    assert words(html, "queue").count("overdue since") == 2
    Dispute.objects.filter(pk=slow.pk).update(rule_by="2099-01-01T00:00Z")
    html = browser(referee).get(QUEUE).content.decode()
    assert "ruling due by" in words(html, "queue") and "overdue since" in words(html, "queue")
    assert html.index(f"/dispute/{quick.pk}/") < html.index(f"/dispute/{slow.pk}/")
    for one, said in (
        (quick, "The ruling is overdue"),
        (slow, "A referee has to rule by"),
    ):
        assert said in browser(referee).get(f"{QUEUE}{one.pk}/change/").content.decode()
        replay = browser(four[1]).get(f"/replays/{one.deal_id}/", {"at": "judged"}, follow=True)
        assert said in replay.content.decode()
    (row,) = client_of(four[1]).get(f"/api/v1/deals/{quick.deal_id}/disputes/").json()
    assert datetime.fromisoformat(row["rule_by"]) == NOW + timedelta(hours=1)
