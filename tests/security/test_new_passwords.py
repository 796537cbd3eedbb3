"""A new password ends what the old one has let in: a lost phone, a program with a token."""

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.commands.people import tokens
from games.errors import Refused
from games.models import Deal, Player
from games.presenters.club.alarms import shown_alarms
from tests.support.play_pages import browser, dealt, member, table_with

pytestmark = pytest.mark.django_db


def test_a_new_password_ends_the_token_and_the_session_of_the_old_one():
    an = member("an")
    phone = browser(an)
    asked = {"username": "an", "password": "not a secret"}
    token = Client().post("/api/v1/token/", asked, content_type="application/json").json()["token"]
    program = Client(headers={"authorization": f"Token {token}"})
    assert program.get("/api/v1/account/").status_code == 200
    assert phone.get("/account/").status_code == 200

    director = Player.objects.create_superuser("ba")
    changed = browser(director).post(
        f"/admin/games/player/{an.pk}/password/",
        {
            "password1": "mot hai ba bon",
            "password2": "mot hai ba bon",
            "usable_password": "true",
            "reason": "Her phone is lost.",
        },
    )

    assert changed.status_code == 302
    assert program.get("/api/v1/account/").status_code == 401
    assert phone.get("/account/").status_code == 302
    again = {**asked, "password": "mot hai ba bon"}
    fresh = Client().post("/api/v1/token/", again, content_type="application/json")
    assert (fresh.status_code, fresh.json()["code"]) == (403, "password.given")


# --- a password that somebody else sets ------------------------------------------------------------

GIVEN = "mot hai ba bon"


@pytest.fixture
def director():
    return member("chief", display_name="Chị Ba", is_superuser=True)


def give(director, player):
    form = {"password1": GIVEN, "password2": GIVEN, "usable_password": "true", "reason": "Forgot."}
    return browser(director).post(f"/admin/games/player/{player.pk}/password/", form, follow=True)


def with_the_given(name="an"):
    client = Client()
    form = {"username": name, "password": GIVEN}
    assert client.post("/accounts/login/", form).status_code == 302
    return client


def test_no_director_opens_a_running_hand_with_a_password(director):
    an = member("an")
    deal = dealt(an)
    assert "This member is playing a deal" in give(director, an).content.decode()
    an.refresh_from_db()
    assert an.check_password("not a secret") and not shown_alarms()
    Deal.objects.filter(pk=deal.pk).update(ended_at=timezone.now())
    give(director, an)
    an.refresh_from_db()
    assert an.check_password(GIVEN)


def test_who_sits_and_has_not_said_ready_gets_a_new_password(director):
    an = member("an")
    deal = table_with(an, member("binh")).deals.get(ended_at=None)
    give(director, an)
    an.refresh_from_db()
    assert an.check_password(GIVEN)
    commands.get_ready(by=Player.objects.get(username="binh"), deal_id=deal.pk, now=timezone.now())
    refused = give(director, Player.objects.get(username="binh")).content.decode()
    assert "This member is playing a deal" in refused


def test_all_owners_hear_who_has_set_whose_password(director):
    an, other = member("an"), member("dung", is_superuser=True)
    for by in (director, director, other):
        give(by, an)
    assert [alarm.sentence.split(",")[0] for alarm in shown_alarms()] == [
        f"The password of member {an} ({an.username}) was set or removed by member {by} ({by.username})"
        for by in (director, other)
    ]
    give(director, director)
    assert len(shown_alarms()) == 2


def test_a_given_password_opens_nothing_before_it_is_changed(director):
    an = member("an")
    table = table_with(an)
    give(director, an)
    client, change = with_the_given(), "/accounts/password_change/"
    for address in ("/", f"/tables/{table.pk}/", "/stream", "/account/tokens/"):
        assert client.get(address)["Location"].startswith(change), address
    answer = client.get(f"/api/v1/tables/{table.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (403, "password.given")
    assert client.post(f"/tables/{table.pk}/leave")["Location"].startswith(change)
    assert "Your password was set by Chị Ba on" in client.get(change).content.decode()
    own = {"old_password": GIVEN, "new_password1": "nam sau bay", "new_password2": "nam sau bay"}
    assert client.post(change, own).status_code == 302
    assert client.get("/").status_code == 200
    assert "Your password was set by Chị Ba" in client.get("/account/logins/").content.decode()
    assert "was set by" not in client.get(change).content.decode()


def test_the_page_asks_for_the_reason_first_and_of_no_other_ways_to_log_in(director):
    html = browser(director).get(f"/admin/games/player/{member('an').pk}/password/").content
    reason, _sign, rest = html.decode().partition('name="password1"')
    assert "autofocus" in reason and "autofocus" not in rest
    assert "LDAP" not in reason + rest and "Log in with a password" in reason + rest


def test_who_may_log_in_no_more_has_no_token_either():
    an = member("an")
    key = tokens.issue(an, now=timezone.now())
    program = Client(headers={"authorization": f"Token {key}"})
    assert program.get("/api/v1/account/").status_code == 200
    owner = Player.objects.create_user("ba", is_director=True, is_superuser=True)
    asked = {"usable_password": "false", "unset-password": "1", "reason": "Gone."}
    browser(owner).post(f"/admin/games/player/{an.pk}/password/", asked)
    an.refresh_from_db()
    assert not an.has_usable_password()
    assert program.get("/api/v1/account/").status_code == 401


def test_a_token_for_the_old_password_is_refused_while_the_new_one_is_saved():
    an = member("an")
    asked_with_the_old = Player.objects.get(pk=an.pk)
    an.set_password("mot hai ba bon")
    an.save()
    with pytest.raises(Refused) as refusal:
        tokens.issue(asked_with_the_old, now=timezone.now())
    assert refusal.value.code == "login.wrong"
    assert not an.api_tokens.exists()


def test_a_password_that_is_set_and_not_saved_ends_nothing():
    an = member("an")
    tokens.issue(an, now=timezone.now())
    an.set_password("mot hai ba bon")
    assert an.api_tokens.count() == 1


def test_the_page_for_the_new_password_is_left_alone_while_it_is_filled_in(director):
    an = member("an")
    give(director, an)
    client = with_the_given()
    page = client.get("/accounts/password_change/").content.decode()
    assert 'hx-get="/turns"' in page
    asked = client.get("/turns", headers={"hx-request": "true"})
    assert (asked.status_code, asked.headers.get("HX-Redirect")) == (204, None)
