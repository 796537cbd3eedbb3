"""A second factor set up, its codes shown, and taken away again."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.commands.people import tokens
from games.models import Player
from games.presenters.club.alarms import shown_alarms
from tests.support.play_pages import browser, member
from tests.support.second_factor import BEGIN, HERE, SHOW, code_of, logged_in, set_up

pytestmark = pytest.mark.django_db


def test_a_login_alone_sets_no_factor_up_and_owners_hear_of_a_duty_that_did(director, settings):
    client = logged_in()
    for password in ({}, {"password": ""}, {"password": "a guess"}):
        assert client.post(HERE, {"step": "begin", **password}).status_code == 403
    assert not TOTPDevice.objects.exists()
    assert client.post(HERE, BEGIN).status_code == 303
    secret = '<code class="key">'
    assert secret in client.get(HERE).content.decode()
    other = logged_in()  # without the password once more it neither sees the secret nor confirms
    assert secret not in other.get(HERE).content.decode()
    form = {"step": "confirm", "code": code_of(director)}
    assert other.post(HERE, form).status_code == 403
    assert not shown_alarms()
    assert client.post(HERE, form).status_code == 200
    (alarm,) = shown_alarms()
    assert (
        "Member director (director), who is on the staff, has set up two-step login"
        in alarm.sentence
    )
    set_up(member("an"), logged_in("an"))
    assert len(shown_alarms()) == 1


def test_guesses_of_the_password_are_counted_like_logins(settings):
    member("an")
    client = logged_in("an")
    settings.TUSAC_LIMIT_LOGINS = True
    guess = {"step": "begin", "password": "a guess"}
    statuses = [client.post(HERE, guess).status_code for _ in range(12)]
    assert (statuses[0], statuses[-1]) == (403, 429)


def test_a_token_is_given_for_password_and_code_only(director, clock):
    asked = {"username": "director", "password": "not a secret", "scopes": ["direct"]}

    def token(**more):
        answer = Client().post("/api/v1/token/", {**asked, **more}, content_type="application/json")
        return answer.status_code, answer.json().get("code")

    assert token() == (403, "factor.needed")
    codes = set_up(director, logged_in())
    assert token() == (403, "factor.needed")
    assert token(otp="000000") == (403, "factor.code")
    clock.shift(timedelta(minutes=1))
    assert token(otp=code_of(director)) == (200, None)
    assert token(otp=codes[0]) == (200, None)
    assert token(otp=codes[0]) == (403, "factor.code")


def test_after_the_login_nothing_is_open_before_the_code_is_shown(clock):
    an = member("an")
    set_up(an, logged_in("an"))
    client = logged_in("an")
    for address in ("/", "/account/", "/account/tokens/", HERE, "/admin/"):
        assert client.get(address)["Location"].startswith(SHOW), address
    assert client.get("/api/v1/account/").status_code == 403
    assert client.post(HERE, {"step": "remove", "code": "1"})["Location"].startswith(SHOW)
    part = client.get("/", headers={"HX-Request": "true"})
    assert part["HX-Redirect"].startswith(SHOW)
    assert client.get(SHOW).status_code == 200
    clock.shift(timedelta(minutes=1))
    before = client.cookies["sessionid"].value
    answer = client.post(SHOW, {"code": code_of(an), "next": "/account/"})
    assert (answer.status_code, answer["Location"]) == (303, "/account/")
    assert client.cookies["sessionid"].value != before
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize(
    "code", ["", "000000", "12345", "1234567", "abc", "\0", "٠" * 6, "x" * 9000, "abcd-efgh"]
)
def test_what_is_no_code_opens_nothing(code, clock):
    an = member("an")
    set_up(an, logged_in("an"))
    client = logged_in("an")
    answer = client.post(SHOW, {"code": code, "next": "//evil.example/"})
    assert answer.status_code == 403
    assert "evil" not in answer.content.decode()
    assert client.get("/account/").status_code == 302


def test_a_code_is_good_for_once_and_a_recovery_code_too(clock):
    an = member("an")
    codes = set_up(an, logged_in("an"))
    clock.shift(timedelta(minutes=1))
    for code in (code_of(an), codes[3].upper().replace("-", " ")):
        assert logged_in("an").post(SHOW, {"code": code}).status_code == 303
        assert logged_in("an").post(SHOW, {"code": code}).status_code == 403
        clock.shift(timedelta(minutes=5))
    assert StaticToken.objects.count() == 9


def test_a_reload_of_the_answer_keeps_the_codes_and_says_that_they_were_shown_once(clock):
    person = member("an")
    client = logged_in("an")
    assert client.post(HERE, {"step": "begin", "password": "not a secret"}).status_code == 303
    form = {"step": "confirm", "code": code_of(person), "once": "this form"}
    codes = re.findall(r"<li><code>([^<]+)</code>", client.post(HERE, form).content.decode())
    again = client.post(HERE, form, follow=True)
    said = again.content.decode()
    assert (again.status_code, again.redirect_chain[0][1]) == (200, 303)
    assert "shown once" in said and "Make new codes" in said
    assert "Two-step login is set up. 10 recovery codes are left." in said
    assert len(codes) == 10 and not any(code in repr(dict(client.session)) for code in codes)
    labels = re.findall(r'<label for="code-\w+">([^<]+)<', said)
    assert len(labels) == len(set(labels)) == 2


def test_no_recovery_code_stands_in_the_database(clock):
    an = member("an")
    codes = set_up(an, logged_in("an"))
    kept = str(list(StaticToken.objects.values()))
    assert not any(code.replace("-", "") in kept for code in codes)


def test_wrong_codes_make_one_wait_and_are_counted_by_member(clock, settings):
    settings.TUSAC_LIMITS = True
    an = member("an")
    set_up(an, logged_in("an"))
    clock.shift(timedelta(minutes=1))
    client = logged_in("an")
    assert client.post(SHOW, {"code": "000000"}).status_code == 403
    assert client.post(SHOW, {"code": code_of(an)}).status_code == 403  # at once: too soon
    clock.shift(timedelta(seconds=2))
    statuses = [
        logged_in("an").post(SHOW, {"code": "000000"}, REMOTE_ADDR=f"192.0.2.{at}").status_code
        for at in range(12)
    ]
    assert statuses[-1] == 429
    assert logged_in("an").post(SHOW, {"code": code_of(an)}).status_code == 429
    clock.shift(timedelta(hours=1, seconds=1))
    assert logged_in("an").post(SHOW, {"code": code_of(an)}).status_code == 303


def test_setting_it_up_ends_the_other_logins_and_the_picture_and_the_secret_agree(clock):
    an = member("an")
    other, client = logged_in("an"), logged_in("an")
    client.post(HERE, BEGIN)
    html = client.get(HERE).content.decode()
    assert "<svg" in html and "style=" not in html and "data:" not in html
    secret = re.findall(r'<code class="key">([A-Z2-7 ]+)</code>', html)[0].replace(" ", "")
    assert secret in TOTPDevice.objects.get().config_url
    assert client.post(HERE, {"step": "confirm", "code": "000000"}).status_code == 403
    assert other.get("/account/").status_code == 200
    clock.shift(timedelta(seconds=2))
    assert client.post(HERE, {"step": "confirm", "code": code_of(an)}).status_code == 200
    assert other.get("/account/").status_code == 302
    again = client.get(HERE).content.decode()
    assert "10 recovery codes are left" in again and secret not in again


def test_a_member_may_do_without_again_and_a_director_may_not(director, clock):
    for person, status in ((member("an"), 303), (director, 403)):
        client = logged_in(person.username)
        set_up(person, client)
        clock.shift(timedelta(minutes=1))
        form = {"step": "remove", "code": code_of(person)}
        assert client.post(HERE, form).status_code == status
    assert TOTPDevice.objects.get().user == director


def test_an_owner_takes_it_away_and_all_owners_are_told(director, clock, settings):
    there = logged_in()
    set_up(director, there)
    tokens.issue(director, now=timezone.now())
    settings.TUSAC_SECOND_FACTOR = "optional"
    owner = Player.objects.create_superuser("owner")
    asked = {"action": "reset_second_factor", "_selected_action": [director.pk]}
    browser(member("binh", is_director=True)).post("/admin/games/player/", asked)
    assert TOTPDevice.objects.exists()
    assert browser(owner).post("/admin/games/player/", asked).status_code == 302
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()
    assert not director.api_tokens.exists()
    assert there.get("/account/").status_code == 302
    assert LogEntry.objects.get().object_id == str(director.pk)
    _set_up, alarm = shown_alarms()
    assert f"member {director} (director) was removed by owner (owner)." in alarm.sentence


def test_the_last_owner_takes_it_away_on_the_machine(clock):
    owner = Player.objects.create_superuser("owner", password="not a secret")
    set_up(owner, logged_in("owner"))
    call_command("reset_second_factor", "owner")
    assert logged_in("owner").get("/account/").status_code == 200
    _set_up, away = shown_alarms()
    assert (
        "of member owner (owner) was removed by somebody at the club's computer." in away.sentence
    )


def test_the_page_that_asks_for_the_code_is_left_alone_while_it_is_typed():
    an = member("an")
    set_up(an, logged_in("an"))
    client = logged_in("an")
    assert client.get("/")["Location"].startswith(SHOW)
    asked = client.get("/turns", headers={"hx-request": "true"})
    assert (asked.status_code, asked.headers.get("HX-Redirect")) == (204, None)
