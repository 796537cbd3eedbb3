"""Limits above which money needs a second person: stricter by one owner, higher by two, or by a lone one in a week."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games import acts, tasks
from games.club.house_rules import HouseRules
from games.club.limits import WEEK, raised
from games.commands import (
    decline_limits,
    grant_first_chips,
    ripen_limits,
    set_house_rules,
    sign_limits,
)
from games.commands.club.chips import needs_second
from games.commands.people import second_factor
from games.commands.people.accounts import duties_of, note_duties, note_given
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.log import read
from games.models import Player
from games.queries.club.house import current_club, house_rules
from games.queries.required_balance import cover_of
from tests.support.notices import tell, words_for
from tests.support.play_pages import browser, member
from tusac_site.operations.task_schedule import SUBSCRIPTIONS

pytestmark = pytest.mark.django_db
FOLLOWED = pytest.mark.django_db(transaction=True)
NOW = datetime.fromisoformat("2026-11-26T12:00:00+00:00")
HIGHER = HouseRules(alone_chips=20_000)


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("oanh")


@pytest.fixture
def second() -> Player:
    return Player.objects.create_superuser("omar")


def proposed(by: Player, rules: HouseRules = HIGHER, *, now: datetime = NOW) -> int:
    assert set_house_rules(by=by, rules=rules, reason="Tết is near.", now=now)
    return current_club().state.proposals


def refused(code: str, by: Player, number: int, *, now: datetime = NOW) -> None:
    with pytest.raises(Refused) as error:
        sign_limits(by=by, number=number, now=now)
    assert error.value.code == code and house_rules().alone_chips == 10_000


@pytest.mark.parametrize(
    ("before", "after", "looser"),
    [
        ({}, {"alone_chips": 10_001}, ["alone_chips"]),
        ({}, {"alone_chips": 0}, []),
        ({}, {"second_signature_chips": 1_000_000}, []),
        ({"second_signature_chips": 5}, {"second_signature_chips": 0}, ["second_signature_chips"]),
        ({"second_signature_chips": 5}, {"second_signature_chips": 6}, ["second_signature_chips"]),
        ({"second_signature_chips": 5}, {"second_signature_chips": 4}, []),
        ({}, {"start_chips": 1001}, ["start_chips"]),
        ({}, {"start_chips": 999}, []),
        ({}, {"lowest_balance": -9}, ["lowest_balance"]),
        ({"lowest_balance": -9}, {"lowest_balance": -8}, []),
    ],
)
def test_what_raises_a_limit(before, after, looser):
    assert list(raised(HouseRules(**before), HouseRules(**{**before, **after}))) == looser


def test_a_stricter_limit_holds_at_once_and_a_higher_one_waits(owner, second):
    assert not set_house_rules(by=owner, rules=HouseRules(alone_chips=500), now=NOW)
    assert house_rules().alone_chips == 500
    both = HouseRules(alone_chips=900, second_signature_chips=70, start_chips=7)
    assert set_house_rules(by=owner, rules=both, reason="Tết.", now=NOW)
    assert house_rules() == HouseRules(alone_chips=500, second_signature_chips=70, start_chips=7)
    sign_limits(by=second, number=1, now=NOW)
    assert house_rules() == both


def test_no_owner_alone_opens_accounts_of_puppets_with_more_chips(owner, second):
    assert set_house_rules(by=owner, rules=HouseRules(start_chips=900_000), reason="Tết.", now=NOW)
    puppet = member("puppet")
    grant_first_chips(player=puppet, by=owner, now=NOW)
    assert balance(member_account(puppet.pk)) == 1000
    sign_limits(by=second, number=1, now=NOW)
    assert house_rules().start_chips == 900_000


@FOLLOWED
def test_no_owner_alone_lends_to_puppets_what_they_pay_into_a_pot(owner, second):
    """A fee may be a million, and whoever has borrowed it never comes back."""
    rules = HouseRules(lowest_balance=-900_000)
    assert set_house_rules(by=owner, rules=rules, reason="Tết.", now=NOW)
    puppet = member("puppet")
    grant_first_chips(player=puppet, by=owner, now=NOW)
    assert cover_of(puppet.pk).free == 1000
    acts.gather()
    assert "Lowest balance −900,000" in browser(second).get("/club/staff/").content.decode()
    sign_limits(by=second, number=1, now=NOW)
    assert cover_of(puppet.pk).free == 901_000


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "a\0"])
def test_a_higher_limit_needs_a_reason_and_nothing_is_set_without(owner, reason):
    asked = HouseRules(alone_chips=20_000, start_chips=7)
    with pytest.raises(Refused, match="Say in 1 to 200 characters why the limit should go up"):
        set_house_rules(by=owner, rules=asked, reason=reason, now=NOW)
    assert house_rules() == HouseRules() and not read("club")


def test_who_proposed_does_not_sign_and_nobody_without_the_duty(owner, second):
    number = proposed(owner)
    refused("limits.own", owner, number)
    refused("club.owner", member("dora", is_director=True, is_referee=True), number)
    refused("limits.none", second, number + 1)
    sign_limits(by=second, number=number, now=NOW)
    assert house_rules().alone_chips == 20_000
    with pytest.raises(Refused, match="That proposal is no longer open"):
        sign_limits(by=second, number=number, now=NOW)
    assert [one.name for one in read("club")] == [
        "club.limits-proposed", "club.limits-signed", "club.house-rules-set"
    ]  # fmt: skip


def test_one_proposal_waits_at_a_time(owner, second):
    proposed(owner)
    with pytest.raises(Refused, match="Another proposal to raise a limit is still open"):
        proposed(second, HouseRules(alone_chips=30_000, start_chips=3))
    assert house_rules() == HouseRules()
    assert not set_house_rules(by=second, rules=HouseRules(alone_chips=100), now=NOW)
    sign_limits(by=second, number=1, now=NOW)
    assert house_rules().alone_chips == 20_000


@pytest.mark.parametrize("by_whom", ["owner", "second"])
def test_a_proposal_is_declined_by_another_and_taken_back_by_who_made_it(owner, second, by_whom):
    number = proposed(owner)
    decline_limits(by=owner if by_whom == "owner" else second, number=number, now=NOW)
    assert current_club().state.proposal is None and house_rules() == HouseRules()
    told = {"owner": "club.limits-taken-back", "second": "club.limits-declined"}[by_whom]
    assert read("club")[-1].name == told
    refused("limits.none", second, number)
    assert proposed(owner) == number + 1


def test_a_hand_that_has_its_password_from_who_proposed_signs_nothing_for_a_week(owner, second):
    note_given(by=owner, player=second, reason="Forgot it.", now=NOW)
    number = proposed(owner, now=NOW + timedelta(hours=1))
    refused("limits.new-keys", second, number, now=NOW + WEEK - timedelta(seconds=1))
    second.refresh_from_db()
    sign_limits(by=second, number=number, now=NOW + WEEK + timedelta(hours=1))
    assert house_rules().alone_chips == 20_000


def test_a_hand_of_a_hand_signs_nothing_for_a_week(owner, second):
    """The proposer makes an owner, by whose hand another is made, and a third gets a new password, within an hour."""
    hand, hand_of_hand = member("hai"), member("hoa")
    for by, new in ((owner, hand), (hand, hand_of_hand)):
        new.is_superuser = True
        new.save()
        note_duties(by=by, player=new, before=frozenset(), now=NOW)
    note_given(by=hand, player=second, reason="Forgot it.", now=NOW)
    number = proposed(owner)
    for one in (hand, hand_of_hand, second):
        refused("limits.new-keys", one, number, now=NOW + timedelta(hours=1))


def test_who_sets_the_own_password_anew_signs_as_ever(owner, second):
    Player.objects.filter(pk=second.pk).update(password_by=second, password_at=NOW)
    second.refresh_from_db()
    sign_limits(by=second, number=proposed(owner), now=NOW)
    assert house_rules().alone_chips == 20_000


def test_a_hand_that_has_the_duty_from_who_proposed_signs_nothing_for_a_week(owner):
    new = member("nga")
    new.is_superuser = True
    new.save()
    note_duties(by=owner, player=new, before=frozenset(), now=NOW)
    number = proposed(owner)
    refused("limits.new-keys", new, number, now=NOW + timedelta(days=6))
    sign_limits(by=new, number=number, now=NOW + timedelta(days=8))
    assert house_rules().alone_chips == 20_000


def test_a_hand_without_its_second_factor_by_who_proposed_signs_nothing(owner, second):
    second_factor.reset(by=owner, player=second, now=NOW)
    refused("limits.new-keys", second, proposed(owner))


def test_what_an_owner_of_before_proposed_nobody_signs(owner, second):
    number = proposed(owner)
    Player.objects.filter(pk=owner.pk).update(is_superuser=False)
    refused("limits.proposer", second, number)
    decline_limits(by=second, number=number, now=NOW)
    assert current_club().state.proposal is None


def test_a_lone_owners_limit_holds_after_a_week_and_no_sooner(owner):
    number = proposed(owner)
    refused("limits.own", owner, number)
    assert not ripen_limits(now=NOW + WEEK - timedelta(seconds=1))
    assert house_rules() == HouseRules()
    assert ripen_limits(now=NOW + WEEK)
    assert house_rules().alone_chips == 20_000
    assert not ripen_limits(now=NOW + WEEK)
    assert [one.name for one in read("club")][1:] == ["club.limits-ripened", "club.house-rules-set"]


def test_with_another_owner_no_proposal_ripens(owner, second):
    proposed(owner)
    assert not ripen_limits(now=NOW + 5 * WEEK)
    Player.objects.filter(pk=second.pk).update(is_superuser=False)
    assert not ripen_limits(now=NOW + 5 * WEEK)
    assert house_rules() == HouseRules()


def test_a_lone_owner_who_is_one_no_more_raises_nothing(owner):
    proposed(owner)
    Player.objects.filter(pk=owner.pk).update(is_active=False)
    assert not ripen_limits(now=NOW + WEEK) and house_rules() == HouseRules()


def test_a_lone_owners_proposal_is_taken_back_in_the_week(owner):
    decline_limits(by=owner, number=proposed(owner), now=NOW)
    assert not ripen_limits(now=NOW + WEEK) and house_rules() == HouseRules()


@pytest.mark.parametrize("out", [{"is_active": False}, {"is_superuser": False}])
def test_who_puts_the_other_owner_out_for_a_minute_does_not_own_alone_for_a_week(owner, out):
    second = member("omar", is_director=True)
    for more in ({"is_superuser": True}, out):
        before = duties_of(second)
        for field, value in more.items():
            setattr(second, field, value)
        second.save()
        note_duties(by=owner, player=second, before=before, now=NOW)
    for asked in (NOW, NOW + WEEK - timedelta(seconds=1)):
        with pytest.raises(Refused) as error:
            proposed(owner, HouseRules(alone_chips=20_000, start_chips=7), now=asked)
        assert error.value.code == "limits.owner-put-out" and house_rules() == HouseRules()
    assert not set_house_rules(by=owner, rules=HouseRules(alone_chips=9_000), now=NOW)
    proposed(owner, now=NOW + WEEK)
    assert ripen_limits(now=NOW + 2 * WEEK)


def test_a_director_who_loses_the_duty_makes_no_owner_wait(owner):
    dora = member("dora", is_director=True)
    note_duties(by=owner, player=dora, before=frozenset(), now=NOW)
    dora.is_director = False
    dora.save()
    note_duties(by=owner, player=dora, before=frozenset({"is_director"}), now=NOW)
    assert proposed(owner)


def test_the_clock_asks_for_what_is_ripe(owner):
    proposed(owner, now=timezone.now() - WEEK)
    assert any(one.task == "games.tasks.ripen_limits" for one in SUBSCRIPTIONS)
    tasks.ripen_limits()
    assert house_rules().alone_chips == 20_000


def test_the_limit_that_waits_is_not_in_force(owner, second):
    dora = member("dora", is_director=True)
    proposed(owner)
    assert needs_second(by=dora, chips=15_000, now=NOW)
    sign_limits(by=second, number=1, now=NOW)
    assert not needs_second(by=dora, chips=15_000, now=NOW)


def form(**said: int | str) -> dict[str, object]:
    held = house_rules()
    return {**{name: getattr(held, name) for name in HouseRules.__dataclass_fields__}, **said}


@FOLLOWED
def test_two_owners_raise_a_limit_one_page_each(owner, second):
    dora = member("dora", is_director=True)
    here = browser(owner)
    answer = here.post("/house/", form(alone_chips=20_000))
    assert (
        answer.status_code == 422
        and "Say in 1 to 200 characters why the limit should go up" in answer.content.decode()
    )
    assert here.post("/house/", form(alone_chips=20_000, reason="Tết.")).status_code == 303
    assert house_rules().alone_chips == 10_000
    waits = here.get("/house/").content.decode()
    assert "Higher limits proposed" in waits and "Take it back" in waits and "Sign it" not in waits
    stranger = browser().get("/house/").content.decode()
    assert "Higher limits proposed" in stranger and "Tết." in stranger and "Sign it" not in stranger
    acts.gather()
    public = browser().get("/club/staff/").content.decode()
    assert "Higher limits proposed" in public
    assert (
        "proposed to raise some of the club&#x27;s limits: Grant limit for one director, in chips 20,000"
        in public
    )
    assert here.post("/house/", {"act": "sign", "number": "1"}).status_code == 403
    there = browser(second)
    assert "Sign it" in there.get("/house/").content.decode()
    assert there.post("/house/", {"act": "sign", "number": "x"}).status_code == 404
    assert there.post("/house/", {"act": "sign", "number": "1"}).status_code == 303
    assert house_rules().alone_chips == 20_000
    acts.gather()
    assert (
        "signed the proposal to raise the club&#x27;s limits, as the second owner"
        in browser().get("/club/staff/").content.decode()
    )
    tell(timezone.now)
    assert "Two owners have raised a limit of the club." in words_for(dora)
    assert words_for(owner)[-1] == "Two owners have raised a limit of the club."


def test_a_page_says_why_a_new_key_does_not_sign(owner, second):
    note_given(by=owner, player=second, reason="Forgot it.", now=timezone.now())
    Player.objects.filter(pk=second.pk).update(password_is_given=False)
    proposed(owner, now=timezone.now())
    page = browser(second).get("/house/").content.decode()
    assert "within the last week" in page and "Sign it" not in page and "Decline it" in page
    assert browser(second).post("/house/", {"act": "sign", "number": "1"}).status_code == 403


def test_a_lone_owners_page_says_from_when(owner):
    proposed(owner, now=timezone.now())
    page = browser().get("/house/").content.decode()
    assert "The club had no other owner" in page and "Sign it" not in page
