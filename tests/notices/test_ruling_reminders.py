"""Referees, directors and owners are reminded of a ruling once before its time is over and once behind it (0249)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.club.house_rules import HouseRules
from games.commands import set_house_rules
from games.engine.rules import VINAGAMES
from games.models import Player
from notices import commands
from notices.models import Notice
from replays.commands import rulings
from replays.models import Dispute
from tests.support.cardboard import Table
from tests.support.deals import penalty_seed, stored_deal
from tests.support.disputed import LATER, disputed
from tests.support.notices import words_for
from tests.support.play_pages import browser
from tests.support.tournament_pages import player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STAFF = ["dora", "owner", "trong"]


@pytest.fixture(autouse=True)
def staff(db: None) -> dict[str, Player]:
    """A director, an owner and a referee; three days to rule."""
    people = {
        "dora": player("dora", is_director=True),
        "owner": player("owner", is_superuser=True),
        "trong": player("trong", is_referee=True),
    }
    set_house_rules(by=people["owner"], rules=HouseRules(ruling_hours=72), now=LATER)
    return people


def filed() -> Dispute:
    four = [player(name) for name in ("an", "binh", "chi", "dung")]
    return disputed(stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10))


def remind(now: Any) -> None:
    commands.remind(lambda: now)


def told(name: str) -> list[str]:
    rows = Notice.objects.filter(name=f"reminder.ruling-{name}").order_by("player__username")
    return list(rows.values_list("player__username", flat=True))


def test_they_are_reminded_a_day_ahead_and_again_when_it_is_late_each_once(staff):
    filed()
    remind(LATER + 2 * DAY - HOUR)
    assert told("due") == told("late") == []
    for now in (LATER + 2 * DAY, LATER + 3 * DAY - HOUR):
        remind(now)
    assert told("due") == STAFF and told("late") == []
    for now in (LATER + 3 * DAY, LATER + 4 * DAY):
        remind(now)
    assert told("due") == told("late") == STAFF
    first, second = words_for(staff["trong"])
    assert "needs a ruling by" in first and "still has no ruling" in second


def test_where_no_worker_ran_before_only_the_late_one_is_given():
    filed()
    remind(LATER + 5 * DAY)
    assert told("due") == [] and told("late") == STAFF


def test_nobody_is_reminded_of_what_is_ruled_or_has_no_time(staff):
    row = filed()
    rulings.give_ruling(
        by=staff["trong"],
        dispute_id=row.pk,
        outcome="upheld",
        section="§10.3",
        reason="so",
        now=LATER,
    )
    remind(LATER + 5 * DAY)
    set_house_rules(by=staff["owner"], rules=HouseRules(), now=LATER)
    four = list(Player.objects.filter(username__in=("an", "binh", "chi", "dung")))
    disputed(stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10))
    remind(LATER + 50 * DAY)
    assert told("due") == told("late") == []


def test_an_appeal_has_reminders_of_its_own(staff):
    row = filed()
    remind(LATER + 3 * DAY)
    rulings.give_ruling(
        by=staff["trong"], dispute_id=row.pk, outcome="upheld", section="§10.3", reason="so",
        now=LATER + 3 * DAY,
    )  # fmt: skip
    an = Player.objects.get(username="an")
    rulings.appeal_ruling(by=an, dispute_id=row.pk, reason="no", now=LATER + 3 * DAY)
    remind(LATER + 5 * DAY)
    remind(LATER + 7 * DAY)
    assert told("due") == STAFF and told("late") == sorted([*STAFF, *STAFF])


def test_who_sat_in_the_deal_is_not_reminded_whatever_the_duty():
    row = filed()
    Player.objects.filter(username="binh").update(is_referee=True)
    remind(LATER + 5 * DAY)
    assert told("late") == STAFF and row.status == "open"


def test_a_dispute_with_real_cards_is_reminded_of_too_and_leads_to_its_page(staff):
    table = Table(staff["dora"], deals=1, appeal_minutes=10)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    table.dispute(table.seats[2])
    now = timezone.now()
    for late in (2 * DAY, 2 * DAY + HOUR, 4 * DAY, 5 * DAY):
        remind(now + late)
    assert told("due") == told("late") == STAFF
    words = words_for(staff["trong"])
    assert "table 1: the dispute on deal 1 needs a ruling" in words[-2]
    page = browser(staff["trong"]).get("/notices").content.decode()
    assert f"/deals/{table.score().deal_id}/discard" in page
