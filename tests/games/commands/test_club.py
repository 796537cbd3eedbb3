"""The club's own stream: alarms stand until an owner answers them, and every process sees the same ones."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.checks.log import unreadable_club
from games.club.events import AlarmKind, AlarmRaised, from_stored, to_stored
from games.club.house_rules import HouseRules
from games.commands import answer_alarm, raise_alarm, set_house_rules
from games.errors import Refused
from games.log import EventData, append
from games.log.aggregates import forget_all
from games.models import Player
from games.queries.club.house import current_club, open_alarms

pytestmark = pytest.mark.django_db

KIND = "some-alarm"


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="an-owner-of-the-club")


def raised(subject: str = "") -> None:
    raise_alarm(KIND, subject=subject, facts={"found": 3}, now=timezone.now())  # type: ignore[arg-type]


def test_an_alarm_stands_once_until_an_owner_answers_it(owner: Player) -> None:
    raised("deal-7")
    raised("deal-7")
    raised("deal-8")
    assert [one.raised.subject for one in open_alarms()] == ["deal-7", "deal-8"]
    answer_alarm(by=owner, alarm=1, reason=" looked at ", now=timezone.now())
    answer_alarm(by=owner, alarm=1, reason="again", now=timezone.now())
    forget_all()  # another process
    assert [one.number for one in open_alarms()] == [2]
    raised("deal-7")
    assert [one.number for one in open_alarms()] == [2, 3]
    assert current_club().state.raised == 3


@pytest.mark.parametrize(("alarm", "reason"), [(1, "  "), (1, "x" * 501), (9, "looked at")])
def test_an_answer_needs_a_reason_and_an_alarm(owner: Player, alarm: int, reason: str) -> None:
    raised()
    with pytest.raises(
        Refused, check=lambda error: error.code in {"alarm.reason", "alarm.unknown"}
    ):
        answer_alarm(by=owner, alarm=alarm, reason=reason, now=timezone.now())
    assert len(open_alarms()) == 1


def test_only_an_owner_answers_and_sets_rules(owner: Player) -> None:
    raised()
    director = Player.objects.create_user("dora", is_director=True, is_staff=True)
    with pytest.raises(Refused, match="owner"):
        answer_alarm(by=director, alarm=1, reason="mine", now=timezone.now())
    with pytest.raises(Refused, match="owner"):
        set_house_rules(by=director, rules=HouseRules(), now=timezone.now())


def test_an_event_of_the_club_is_read_as_it_was_stored() -> None:
    event = AlarmRaised(4, KIND, "deal-7", {"seconds": -90})
    stored = to_stored(event)
    assert from_stored(stored.name, stored.schema, stored.payload) == event
    with pytest.raises(ValueError):
        from_stored(stored.name, 2, stored.payload)


def test_every_kind_of_alarm_has_its_sentence() -> None:
    from games.presenters.club.alarms import SENTENCES

    assert set(SENTENCES) == {kind.value for kind in AlarmKind}


def test_an_alarm_whose_facts_do_not_fit_its_sentence_is_told_and_answered(client, owner) -> None:
    raise_alarm(AlarmKind.CLOCK_STEPPED, subject="here", now=timezone.now())
    client.force_login(owner)
    assert "clock-stepped here" in client.get(reverse("alarms")).content.decode()


def test_the_owner_answers_on_a_page_and_readyz_tells_the_kind_alone(client, owner) -> None:
    raised("deal-7")
    alarms = client.get(reverse("readyz")).json()["checks"]["alarms"]
    assert alarms == {"ok": True, "open": [KIND], "deleted": 0}
    client.force_login(owner)
    assert "deal-7" in client.get(reverse("alarms")).content.decode()
    refused = client.post(reverse("alarms"), {"alarm": "1", "reason": ""})
    assert refused.status_code == 422
    assert client.post(reverse("alarms"), {"alarm": "1", "reason": "a test"}).status_code == 303
    assert not open_alarms()


def test_an_event_of_a_later_release_stops_no_alarm_and_verify_log_names_it() -> None:
    raised("deal-7")
    append("club", [EventData("club.of-tomorrow", 1, {})], expected_version=1, now=timezone.now())
    forget_all()
    raised("deal-8")
    assert [one.raised.subject for one in open_alarms()] == ["deal-7", "deal-8"]
    assert any("club.of-tomorrow" in said for said in unreadable_club())
