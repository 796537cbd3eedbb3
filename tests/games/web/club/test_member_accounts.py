"""A member's page for directors: forgotten passwords, names, closing and opening, with a reason."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games import acts
from games.club.accounts import AccountSet
from games.club.chips import DutiesSet, from_stored, member_stream
from games.commands.people.accounts import change_account, set_duties
from games.commands.people.cards import replace_password
from games.log import read_events
from games.models import LoginCard, Player
from games.presenters.club.alarms import shown_alarms
from tests.support.member_pages import LIST, page_of, words
from tests.support.play_pages import browser, dealt, member
from tests.support.refused import refused, refused_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


# --- a forgotten password ---------------------------------------------------------------------------


def test_a_card_takes_the_place_of_a_forgotten_password(director, an):
    before = browser(an)
    answer = browser(director).post(page_of(an), {"act": "card", "reason": "Forgot it."})
    said = words(answer)
    assert answer.status_code == 200 and "Print this page now" in said and "Cô An" in said
    digits = re.search(r"an (\d{3} ?\d{3})", said)
    assert digits is not None
    an.refresh_from_db()
    assert not an.has_usable_password() and not Client().login(
        username="an", password="not a secret"
    )
    assert before.get("/account/").status_code == 302, "other devices are logged out"
    there = Client()
    there.post("/accounts/login/", {"username": "an", "password": digits[1]})
    assert "Choose a password" in words(there.get("/account/"))
    assert "set or removed by member Chị Ba" in str([one.sentence for one in shown_alarms()])
    acts.gather()
    assert "Forgot it." in words(browser().get("/club/staff/"))


def test_no_card_for_a_hand_that_is_played_a_closed_account_or_a_duty(director, an, binh):
    deal = dealt(an)
    sent = {"act": "card", "reason": "Forgot it."}

    def said(player: Player) -> str:
        answer = browser(director).post(page_of(player), sent)
        assert answer.status_code == 422 and not LoginCard.objects.exists()
        return words(answer)

    assert "This member is playing a deal" in said(an)
    Player.objects.filter(pk=binh.pk).update(is_active=False)
    assert "This account is closed" in said(binh)
    for player, code in ((an, "password.playing"), (binh, "card.closed")):
        with refused(code):
            replace_password(by=director, player=player, reason="a", now=timezone.now())
    for duty in ("is_director", "is_referee", "is_superuser"):
        other = member(f"with-{duty}", **{duty: True})
        assert "Only an owner can change the account" in said(other)
        assert 'value="card"' not in browser(director).get(page_of(other)).content.decode()
        with refused("account.duty"):
            replace_password(by=director, player=other, reason="a", now=timezone.now())
    with refused("member.director"):
        replace_password(by=an, player=binh, reason="a", now=timezone.now())
    assert deal.pk and Player.objects.get(pk=an.pk).has_usable_password()


@pytest.mark.parametrize("reason", ["", "  ", "x" * 121, "a\x00b"])
def test_a_card_in_place_of_a_password_needs_a_reason(director, an, reason):
    answer = browser(director).post(page_of(an), {"act": "card", "reason": reason})
    assert answer.status_code == 422
    an.refresh_from_db()
    assert an.has_usable_password() and not LoginCard.objects.exists()


# --- names and account ------------------------------------------------------------------------------


def saved(**more: str) -> dict[str, str]:
    kept = {"display_name": "Cô An", "username": "an", "is_active": "on", "reason": "Her wish."}
    return {"act": "save", **kept, **more}


def test_a_director_renames_a_member_and_gives_no_duty(director, an):
    duties = ("is_director", "is_referee", "is_superuser", "is_staff")
    form = saved(display_name="Chị An", email="an@club.example", **dict.fromkeys(duties, "on"))
    said = words(browser(director).post(page_of(an), form, follow=True))
    assert "The account of Chị An has been changed." in said
    an.refresh_from_db()
    assert (an.display_name, an.email) == ("Chị An", "an@club.example")
    assert not any(getattr(an, duty) for duty in duties)
    acts.gather()
    shown = words(browser().get("/club/staff/"))
    assert "Her wish." in shown and "an@club.example" not in shown
    assert "Nothing was changed." in words(browser(director).post(page_of(an), form, follow=True))


def test_an_account_is_closed_and_opened_again_and_its_devices_are_logged_out(director, an):
    before = browser(an)
    form = saved()
    del form["is_active"]
    browser(director).post(page_of(an), form)
    assert before.get("/account/").status_code == 302
    assert not Client().login(username="an", password="not a secret")
    browser(director).post(page_of(an), saved())
    assert Client().login(username="an", password="not a secret")
    assert AccountSet(("is_active",), is_open=True, reason="Her wish.") == last_fact(an)


def last_fact(player: Player) -> object:
    """Return what the member's stream says last."""
    stored = list(read_events(member_stream(player.pk)))[-1]
    return from_stored(stored.name, stored.schema, stored.payload)


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": ""},
        {"reason": "x" * 121},
        {"display_name": "Chị Ba"},
        {"display_name": "x" * 41},
        {"display_name": "a\u202eb"},
        {"username": ""},
        {"username": "chief"},
        {"username": "a b"},
        {"email": "nowhere"},
        {"display_name": "a\x00b"},
    ],
)
def test_an_account_that_cannot_be_is_said_and_stays(director, an, wrong):
    answer = browser(director).post(page_of(an), saved(**{"display_name": "Chị An", **wrong}))
    assert answer.status_code == 422 and "correct" in words(answer)
    assert "Cô An" in words(answer).partition("Balance")[0], "the heading has the stored name"
    an.refresh_from_db()
    assert (an.display_name, an.username, an.email) == ("Cô An", "an", "")


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_director_changes_no_account_with_a_duty(duty, director):
    other = member("trong", **{duty: True})
    here = browser(director)
    assert 'value="save"' not in here.get(page_of(other)).content.decode()
    sent = saved(username="other", display_name="")
    refused_page(here, "account.duty", "post", page_of(other), data=sent)
    with refused("account.duty"):
        change_account(by=director, player=other, changed={"email"}, reason="a", now=timezone.now())
    owner = Player.objects.create_superuser("owner")
    assert (
        f"/admin/games/player/{other.pk}/change/"
        in browser(owner).get(page_of(other)).content.decode()
    )


def test_nobody_but_who_runs_the_club_changes_an_account(an, binh):
    with refused("member.director"):
        change_account(by=an, player=binh, changed={"email"}, reason="a", now=timezone.now())


def test_an_act_that_is_none_is_refused(director, an):
    for act in ("", "delete", "\x00"):
        refused_page(browser(director), "list.filter", "post", page_of(an), data={"act": act})
    refused_page(browser(director), "member.unknown", "get", f"{LIST}999999/")


# --- duties -----------------------------------------------------------------------------------------


@pytest.fixture
def owner() -> Player:
    return member("owner", is_superuser=True)


def duty_form(**more: str) -> dict[str, str]:
    return {"act": "duties", "reason": "He knows the rules.", **more}


def test_an_owner_names_a_referee_who_can_rule_and_takes_the_duty_back(owner, an):
    said = words(browser(owner).post(page_of(an), duty_form(is_referee="on"), follow=True))
    assert "Cô An now has these duties: referee." in said
    an.refresh_from_db()
    assert an.may_rule and an.referee_by == owner and not an.is_director
    assert last_fact(an) == DutiesSet(
        ("is_referee",), is_open=True, gave=("is_referee",), reason="He knows the rules."
    )
    again = browser(owner).post(page_of(an), duty_form(is_referee="on"), follow=True)
    assert "Nothing was changed." in words(again)
    assert "Cô An no longer has any duties." in words(
        browser(owner).post(page_of(an), duty_form(), follow=True)
    )
    an.refresh_from_db()
    assert not an.has_duty and an.referee_by is None


def test_only_owners_give_duties_and_nobody_to_themselves(owner, director, an):
    assert 'value="duties"' not in browser(director).get(page_of(an)).content.decode()
    assert browser(director).post(page_of(an), duty_form(is_director="on")).status_code == 400
    assert 'value="duties"' not in browser(owner).get(page_of(owner)).content.decode()
    for by, player, code in ((director, an, "duty.not-owner"), (owner, owner, "duty.own")):
        with refused(code):
            set_duties(by=by, player=player, duties=["is_referee"], reason="a", now=timezone.now())
    an.refresh_from_db()
    assert not an.has_duty


def test_a_duty_needs_a_reason_and_a_password_of_the_member(owner, an):
    answer = browser(owner).post(page_of(an), {"act": "duties", "is_referee": "on"})
    assert answer.status_code == 422
    an.set_unusable_password()
    an.save()
    said = browser(owner).post(page_of(an), duty_form(is_referee="on"))
    assert said.status_code == 409 and "has not chosen a password yet" in words(said)
    an.refresh_from_db()
    assert not an.has_duty


def test_a_given_password_or_a_closed_account_gets_no_duty(owner, an):
    """An owner who gave the password knows it, and could rule in the member's name."""
    told = {"by": owner, "player": an, "reason": "a", "now": timezone.now()}
    Player.objects.filter(pk=an.pk).update(password_is_given=True)
    with refused("duty.password"):
        set_duties(duties=["is_referee"], **told)
    Player.objects.filter(pk=an.pk).update(password_is_given=False, is_active=False)
    with refused("member.unknown"):
        set_duties(duties=["is_referee"], **told)
    an.refresh_from_db()
    assert not an.has_duty


def test_an_owner_without_another_duty_is_still_said_to_have_one(owner):
    other = member("other", is_superuser=True, is_director=True)
    said = words(browser(owner).post(page_of(other), duty_form(), follow=True))
    assert "now has these duties: owner." in said and "any duties" not in said
