"""One event that cannot be read, by sabotage or of a later release, takes nothing else of the club down."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import acts, tasks
from games import commands as club
from games.club.events import AlarmKind
from games.club.house_rules import HouseRules
from games.engine.rules import VINAGAMES
from games.log import aggregates, read_past_damage
from games.models import Player, RatedDeal, StaffAct
from games.queries.club.house import house_rules, open_alarms
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.disputed import NAMES
from tests.support.forger import forge
from tests.support.play_pages import browser
from tests.support.tournament_pages import player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

DAMAGES = [
    "payload = '{'",
    "payload = '{}'",
    "metadata = '{'",
    "metadata = '{}'",
    "recorded_at = 'noon'",
    "schema = 99",
    "name = 'club.of-a-later-release'",
]
PAGES = ("/club/alarms/", "/account/", "/tables/new", "/house/", "/house/rule-sets/")


def damage(what: str, stream: str, where: str = "version = 1") -> None:
    forge(f"UPDATE log_event SET {what} WHERE stream = %s AND {where}", stream)
    aggregates.forget_all()


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("o")


@pytest.mark.parametrize("what", DAMAGES)
def test_the_club_s_pages_go_on_with_what_can_be_read_of_it(owner, what):
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=5), now=NOW)
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=4), now=NOW)
    damage(what, "club")
    look = browser(owner)
    found = {at: look.get(at).status_code for at in PAGES}
    assert set(found.values()) == {200}, found
    assert house_rules().second_signature_chips == 4
    assert "alarms" in look.get("/readyz").json()["checks"]


@pytest.mark.parametrize("what", DAMAGES)
def test_alarms_are_raised_behind_an_event_of_the_club_that_cannot_be_read(owner, what):
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=5), now=NOW)
    damage(what, "club")
    club.raise_alarm(AlarmKind.CLOCK_STEPPED, facts={"seconds": 5}, now=NOW)
    assert [alarm.raised.kind for alarm in open_alarms()] == [AlarmKind.CLOCK_STEPPED]
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=4), now=NOW)
    aggregates.forget_all()
    assert house_rules().second_signature_chips == 4
    assert [one.version for one in read_past_damage("club")] == [1, 2, 3]


def test_an_event_of_the_club_that_cannot_be_read_is_not_sealed_but_alarmed_of(owner):
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=5), now=NOW)
    damage("payload = '{'", "club")
    note, findings = club.make_checkpoint(now=NOW)
    assert note is None and findings
    assert [alarm.raised.kind for alarm in open_alarms()] == [AlarmKind.SEAL_REFUSED]
    with pytest.raises(CommandError):
        call_command("verify_log", stdout=StringIO(), stderr=StringIO())


@pytest.mark.parametrize("what", ["payload = '{}'", "payload = '{'", "schema = 99"])
def test_a_deal_that_cannot_be_read_keeps_no_other_from_being_rated(what):
    four = [player(name) for name in NAMES]
    bad, good = (
        stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=1, name=name) for name in "xy"
    )
    damage(what, bad.stream, "name = 'deal.won'")
    tasks.rate()
    assert list(RatedDeal.objects.values_list("deal", flat=True)) == [good.pk]


def test_acts_are_gathered_behind_one_that_cannot_be_read(owner):
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=5), now=NOW)
    club.set_house_rules(by=owner, rules=HouseRules(second_signature_chips=4), now=NOW)
    damage("payload = '{'", "club")
    acts.gather()
    assert StaffAct.objects.filter(name="club.house-rules-set").count() == 1
