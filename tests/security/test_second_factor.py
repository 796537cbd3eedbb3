"""A second factor: for who has a duty, and for who wants one; without it a password opens nothing of a duty."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.commands import tokens
from games.models import ApiToken, Player
from games.presenters.alarms import shown_alarms
from tests.support.play_pages import browser, dealt, form_of_first_move, member
from tests.support.running_site import PROJECT
from tests.support.security.addresses import ADDRESSES
from tests.support.security.club import VIEWERS, built
from tests.support.site_settings import GOOD_DEAL_KEY, GOOD_KEY, settings_with
from tusac_site import second_factor

pytestmark = pytest.mark.django_db

HERE, SHOW = "/account/second-factor/", "/account/second-factor/code/"
BEGIN = {"step": "begin", "password": "not a secret"}
STARTED = datetime(2026, 11, 21, 19, 2, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(settings):
    """A factor is required, and the clock stands."""
    settings.TUSAC_SECOND_FACTOR = "required"
    cache.clear()
    with time_machine.travel(STARTED, tick=False) as clock:
        yield clock
    cache.clear()


@pytest.fixture
def director():
    return member("director", is_director=True)


def code_of(player, *, steps=0):
    """What the player's authenticator shows now, or so many half minutes later."""
    device = TOTPDevice.objects.get(user=player)
    totp = TOTP(device.bin_key)
    totp.time = timezone.now().timestamp() + 30 * steps
    return f"{totp.token():06}"


def set_up(player, client):
    """Set it up in the pages; the recovery codes."""
    assert client.post(HERE, BEGIN).status_code == 303
    answer = client.post(HERE, {"step": "confirm", "code": code_of(player)})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    codes = re.findall(r"<li><code>([a-z2-7]{4}-[a-z2-7]{4})</code>", answer.content.decode())
    assert len(set(codes)) == 10
    return codes


def logged_in(name="director"):
    client = Client()
    form = {"username": name, "password": "not a secret"}
    assert client.post("/accounts/login/", form).status_code == 302
    return client


# --- who has a duty --------------------------------------------------------------------------------


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_password_alone_opens_nothing_of_a_duty(duty, clock):
    person = member("trong", **{duty: True})
    client = logged_in("trong")
    for address in ("/admin/", "/admin/games/player/", "/admin/replays/dispute/"):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (
            302,
            f"{HERE}?next={quote(address, safe='')}",
        )
    said = client.get(f"{HERE}?next=/admin/").content.decode()
    assert "What it opens is closed until you have set this up." in said
    set_up(person, client)
    assert client.get("/admin/").status_code == 200


def test_the_admins_own_login_is_no_way_around(director):
    client = Client()
    form = {"username": "director", "password": "not a secret"}
    answer = client.post("/admin/login/?next=/admin/", form)
    assert answer["Location"] == "/admin/"
    assert client.get("/admin/")["Location"].startswith(HERE)


def test_no_address_lets_a_duty_do_without_its_factor_what_a_member_may_not():
    """Each address of the site, asked by a director, a referee and the owner with the password alone."""
    club = built()
    reached = []
    for route, (_get, post) in ADDRESSES.items():
        may = dict(zip(VIEWERS, post.split(), strict=True))
        for viewer in ("referee", "director", "owner"):
            if may["member"] in ("403", "409") and may[viewer] in ("200", "302", "303"):
                answer = browser(club.viewers[viewer]).post(club.address(route), club.form(route))
                led = answer.status_code == 302 and answer["Location"].startswith(HERE)
                if not led and answer.status_code < 400:
                    reached.append((viewer, route))
        if route.startswith("admin/") and route not in ("admin/login/", "admin/logout/"):
            for viewer in ("referee", "director", "owner"):
                answer = browser(club.viewers[viewer]).post(club.address(route), club.form(route))
                if answer.status_code < 400 and not answer["Location"].startswith(HERE):
                    reached.append((viewer, route))
    assert [one for one in reached if one[1] not in MEMBERS_TOO] == []


MEMBERS_TOO = {"admin/jsi18n/"}
"""Words for scripts."""


def test_who_plays_goes_on_playing_without(director):
    deal = dealt(director)
    client = logged_in()
    page = client.get(f"/tables/{deal.table_id}/").content.decode()
    form = form_of_first_move(page)
    if form is not None:
        assert client.post(f"/tables/{deal.table_id}/move", form).status_code == 303
    assert client.get("/account/").status_code == 200


def test_the_api_asks_for_it_as_well(director):
    client = logged_in()
    table = {"name": "Bàn 1"}
    answer = client.post("/api/v1/tables/", table, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "factor.needed")
    key = tokens.issue(director, now=timezone.now(), scopes=["read", "direct"])
    program = Client(headers={"authorization": f"Token {key}"})
    answer = program.post("/api/v1/tables/", table, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "factor.needed")
    set_up(director, client)
    answer = client.post("/api/v1/tables/", table, content_type="application/json")
    assert answer.status_code == 201
    answer = program.post("/api/v1/tables/", table, content_type="application/json")
    assert answer.status_code == 401  # it was made with the password alone


def test_a_token_of_the_password_alone_directs_nothing_however_it_has_lived_on(director):
    program = directing(director)
    set_up(director, logged_in())
    ApiToken.objects.create(**program.row)
    assert program.opens_a_table() == (403, "factor.needed")
    fresh = directing(director, with_factor=True)
    assert fresh.opens_a_table() == (201, None)


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_new_duty_and_a_new_factor_end_the_tokens_that_direct(duty, settings):
    """Made while the member was none, it would direct as soon as they are, with no second factor."""
    settings.TUSAC_SECOND_FACTOR = "optional"
    an = member("an")
    tokens.issue(an, now=timezone.now(), scopes=["read", "play"])
    directing(an)
    an.save()
    assert an.api_tokens.count() == 2
    setattr(an, duty, True)
    an.save()
    assert [one.scopes for one in an.api_tokens.all()] == ["read play"]
    directing(an)
    an.save()
    assert an.api_tokens.count() == 2
    set_up(an, logged_in("an"))
    assert [one.scopes for one in an.api_tokens.all()] == ["read play"]


class directing:  # noqa: N801 - reads like the function that it is
    """A program with a token that directs."""

    def __init__(self, player, **asked):
        key = tokens.issue(player, now=timezone.now(), scopes=["direct"], **asked)
        self.row = ApiToken.objects.filter(digest=tokens.digest_of(key)).values().get()
        self.client = Client(headers={"authorization": f"Token {key}"})

    def opens_a_table(self):
        answer = self.client.post(
            "/api/v1/tables/", {"name": "Bàn 1"}, content_type="application/json"
        )
        return answer.status_code, answer.json().get("code")


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
    assert f"Member {director.pk}, who has a duty, has set up a second factor" in alarm.sentence
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


# --- who has one shows it --------------------------------------------------------------------------


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
    assert "It is set up. 10 recovery codes are left." in said
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


# --- the phone is lost -----------------------------------------------------------------------------


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
    assert f"member {director.pk} was taken away by member {owner.pk}" in alarm.sentence


def test_the_last_owner_takes_it_away_on_the_machine(clock):
    owner = Player.objects.create_superuser("owner", password="not a secret")
    set_up(owner, logged_in("owner"))
    call_command("reset_second_factor", "owner")
    assert logged_in("owner").get("/account/").status_code == 200
    assert len(shown_alarms()) == 2  # that it was set up, and that it was taken away


# --- settings --------------------------------------------------------------------------------------

PRODUCTION = {
    "TUSAC_PRODUCTION": "1",
    "ALLOWED_HOSTS": "club.example",
    "SECRET_KEY": GOOD_KEY,
    "TUSAC_DEAL_KEY": GOOD_DEAL_KEY,
}


@pytest.mark.parametrize(
    ("given", "holds"),
    [({}, "optional"), (PRODUCTION, "required"), ({"TUSAC_SECOND_FACTOR": "required"}, "required")],
)
def test_it_is_required_in_production(given, holds, tmp_path):
    answer = settings_with("TUSAC_SECOND_FACTOR", TUSAC_VAR=str(tmp_path), **given)
    assert f'"TUSAC_SECOND_FACTOR": "{holds}"' in answer.stdout


def test_a_setting_that_is_none_is_refused(tmp_path):
    answer = settings_with(TUSAC_VAR=str(tmp_path), TUSAC_SECOND_FACTOR="off")
    assert "TUSAC_SECOND_FACTOR is required or optional" in answer.stderr


def test_the_check_for_deployment_complains_of_an_optional_one(tmp_path):
    answer = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy"],
        cwd=PROJECT,
        env={**PRODUCTION, "TUSAC_VAR": str(tmp_path), "TUSAC_SECOND_FACTOR": "optional"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tusac.W001" in answer.stderr


def test_in_the_demo_nobody_is_asked(director, settings):
    settings.TUSAC_SECOND_FACTOR = "optional"
    assert logged_in().get("/admin/").status_code == 200


def test_what_any_member_may_do_has_a_name_that_exists():
    from django.urls import NoReverseMatch, reverse

    for name in second_factor.ANY_MEMBER | second_factor.ALWAYS | second_factor.OF_DUTY:
        for args in ([], [1], ["a", 1]):
            try:
                reverse(name, args=args)
                break
            except NoReverseMatch:
                continue
        else:
            raise AssertionError(name)


# --- pages of a duty --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "route",
    [
        route
        for route, (asked, _sent) in ADDRESSES.items()
        if not route.startswith(("admin/", "api/"))
        and asked.split()[VIEWERS.index("member")] == "403"
        and asked.split()[VIEWERS.index("owner")] == "200"
    ],
)
def test_a_page_that_only_an_owner_opens_asks_for_the_factor(route):
    member("owner", is_superuser=True, is_staff=True)
    answer = logged_in("owner").get("/" + route)
    assert answer.status_code == 302 and answer["Location"].startswith("/account/second-factor/")
