"""Wrong passwords are limited; a member who is kept waiting by others' guesses is let in all the same."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.models import Player
from tests.support.play_pages import browser, member
from tusac_site.logins import COOKIE, LIMITS

pytestmark = pytest.mark.django_db

RIGHT = "not a secret"
"""The password of everybody in these tests."""
STARTED = datetime(2026, 11, 21, 19, 2, tzinfo=UTC)
DOORS = ("/accounts/login/", "/api/v1/token/")


@pytest.fixture(autouse=True)
def clock(settings):
    """Logins are counted, and the clock stands 13 minutes before the next quarter of an hour."""
    settings.TUSAC_LIMIT_LOGINS = True
    cache.clear()
    member("an")
    with time_machine.travel(STARTED, tick=False) as clock:
        yield clock
    cache.clear()


def log_in(client, name="an", password=RIGHT, door="/accounts/login/", **headers):
    form = {"username": name, "password": password}
    if door.startswith("/api/"):
        return client.post(door, form, content_type="application/json", headers=headers)
    return client.post(door, form, headers=headers)


def guess(times, name="an", address="127.0.0.1", **headers):
    """So many wrong passwords, each from a browser of its own; the statuses."""
    return [
        log_in(Client(REMOTE_ADDR=address), name, f"guess {at}", **headers).status_code
        for at in range(times)
    ]


def is_in(answer):
    return answer.status_code == 302


@pytest.mark.parametrize("door", DOORS)
def test_after_ten_wrong_passwords_every_door_says_when_to_come_back(door):
    client = Client()
    answers = [log_in(client, password="a guess", door=door) for _ in range(10)]
    assert {answer.status_code for answer in answers} == {403 if "api" in door else 200}
    for password in ("a guess", RIGHT):
        answer = log_in(client, password=password, door=door)
        assert answer.status_code == 429
        assert answer["Retry-After"] == str(13 * 60)
        assert "Try again in 13 minutes." in answer.content.decode()
        assert "_auth_user_id" not in client.session


def test_the_api_answers_in_its_own_shape():
    guess(10)
    assert log_in(Client(), door="/api/v1/token/").json() == {
        "code": "request.too-many",
        "section": "",
        "detail": "Too many wrong passwords. Try again in 13 minutes.",
    }


def test_all_doors_count_together():
    client = Client()
    for at in range(10):
        log_in(client, password="a guess", door=DOORS[at % 2])
    assert all(log_in(client, door=door).status_code == 429 for door in DOORS)


def test_whoever_waits_is_let_in_and_trying_meanwhile_costs_nothing(clock):
    guess(40)
    clock.shift(timedelta(minutes=12, seconds=59))
    assert log_in(Client()).status_code == 429
    clock.shift(timedelta(seconds=1))
    assert is_in(log_in(Client()))


def test_a_password_that_was_right_is_not_counted():
    for _ in range(3):
        guess(9)
        # A browser that forgets its cookies, as in a library.
        assert is_in(log_in(Client()))
        cache_count = guess(1)
        assert cache_count == [200]
        cache.clear()
    for _ in range(70):
        assert is_in(log_in(Client()))


# --- what an attacker would do --------------------------------------------------------------------


def test_one_password_for_many_names_is_stopped_by_the_address():
    tried = [guess(1, f"member{at}")[0] for at in range(LIMITS["address"] + 1)]
    assert tried == [200] * LIMITS["address"] + [429]
    assert guess(1, "nobody", address="192.0.2.9") == [200]


@pytest.mark.parametrize(
    "addresses",
    [
        [f"2001:db8:7:7::{at:x}" for at in range(1, 12)],
        [f"2001:db8:7:7:{at:x}::1" for at in range(1, 12)],
    ],
)
def test_the_addresses_of_one_household_count_as_one(addresses):
    assert [guess(1, address=address)[0] for address in addresses] == [200] * 10 + [429]


def test_ipv4_addresses_written_as_ipv6_are_not_one_household():
    tried = [guess(1, address=f"::ffff:192.0.2.{at}")[0] for at in range(12)]
    assert tried == [200] * 12


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP"])
def test_no_header_of_the_clients_makes_it_somebody_else(header):
    tried = [guess(1, **{header: f"192.0.2.{at}"})[0] for at in range(11)]
    assert tried[-1] == 429


def test_a_name_that_is_guessed_at_from_everywhere_waits_for_strangers_alone():
    known = Client(REMOTE_ADDR="192.0.2.200")
    assert is_in(log_in(known))
    tried = [guess(10, address=f"192.0.2.{at}") for at in range(LIMITS["name"] // 10)]
    assert tried == [[200] * 10] * 10
    assert guess(1, address="192.0.2.100") == [429]
    assert log_in(Client(REMOTE_ADDR="192.0.2.101")).status_code == 429
    assert is_in(log_in(known))


def test_one_address_alone_cannot_use_up_a_name_for_the_others():
    guess(LIMITS["name"] + 20, address="192.0.2.9")
    assert is_in(log_in(Client(REMOTE_ADDR="192.0.2.10")))


# --- what a member sees ---------------------------------------------------------------------------


def test_guesses_from_the_same_room_do_not_keep_a_member_out_of_a_known_browser(clock):
    phone = Client()
    assert is_in(log_in(phone))
    phone.post("/accounts/logout/")
    for _ in range(3):  # as it would be the whole evening
        assert guess(11)[-1] == 429
        assert [guess(1, f"member{at}")[0] for at in range(60)][-1] == 429
        assert log_in(Client()).status_code == 429
        assert is_in(log_in(phone))
        clock.shift(timedelta(minutes=15))


def test_a_known_browser_has_its_own_limit():
    phone = Client()
    log_in(phone)
    tried = [log_in(phone, password=f"guess {at}").status_code for at in range(11)]
    assert tried == [200] * 10 + [429]
    assert is_in(log_in(Client()))


def test_a_browser_is_known_for_those_who_logged_in_with_it_alone():
    member("binh")
    phone = Client()
    log_in(phone, "binh")
    guess(10)
    assert log_in(phone, "an").status_code == 429
    assert is_in(log_in(phone, "binh"))


def test_a_browser_is_known_for_the_whole_family():
    phone = Client()
    family = [member(f"member{at}").username for at in range(6)]
    for name in family:
        log_in(phone, name)
        guess(11, name)
    assert all(is_in(log_in(phone, name)) for name in family)


def test_the_cookie_is_signed_tells_no_name_and_is_for_no_script():
    phone = Client()
    log_in(phone)
    cookie = phone.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert "an" not in cookie.value.split(":")[0].split(".")
    guess(10)
    forged = Client()
    forged.cookies[COOKIE] = cookie.value[:-2] + "xx"
    assert log_in(forged).status_code == 429
    stolen = Client()
    stolen.cookies[COOKIE] = cookie.value
    assert is_in(log_in(stolen))  # it opens nothing but the same ten guesses


@pytest.mark.parametrize("text", ["", "x", "e30:1:x", "\xe1\xbb\xaf", "{}" * 2000])
def test_a_cookie_that_nobody_gave_is_none(text):
    client = Client()
    client.cookies[COOKIE] = text
    assert is_in(log_in(client))


def test_a_new_password_from_the_director_ends_the_waiting():
    guess(10)
    assert log_in(Client()).status_code == 429
    director = member("chief", is_director=True, is_staff=True, is_superuser=True)
    an = Player.objects.get(username="an")
    said = {
        "password1": "bốn mùa xuân",
        "password2": "bốn mùa xuân",
        "usable_password": "true",
        "reason": "Forgot.",
    }
    answer = browser(director).post(f"/admin/games/player/{an.pk}/password/", said)
    assert answer.status_code == 302
    assert is_in(log_in(Client(), password="bốn mùa xuân"))
    assert log_in(Client()).status_code == 200  # the old one is wrong now


def test_a_cache_that_is_down_lets_members_in(monkeypatch):
    def gone(*args, **kwargs):
        raise ConnectionRefusedError("no cache")

    monkeypatch.setattr("django.core.cache.backends.locmem.LocMemCache.add", gone)
    assert guess(12) == [200] * 12
    assert is_in(log_in(Client()))


def test_a_count_that_the_cache_has_lost_keeps_nobody_out(monkeypatch):
    monkeypatch.setattr("django.core.cache.backends.locmem.LocMemCache.add", lambda *_, **__: False)
    assert is_in(log_in(Client()))


def test_a_limit_is_told_to_the_log_without_the_name(caplog):
    guess(11, "a-password-in-the-wrong-field")
    assert "refused by the limit of name at address, to 127.0.0.1" in caplog.text
    assert "a-password-in-the-wrong-field" not in caplog.text


def test_a_refused_login_keeps_where_it_leads_in_its_address():
    client, wanted = Client(), "/tables/10/?a=1&b=2"
    html = client.get("/accounts/login/", {"next": wanted}).content.decode()
    (form,) = re.findall(r'action="(/accounts/login/[^"]*)"', html)
    refused = client.post(form, {"username": "an", "password": "wrong"})
    assert refused.status_code == 200
    (here,) = re.findall(r'name="next" value="([^"]*)"', refused.content.decode())
    assert unescape(here) == form
    assert client.post(form, {"username": "an", "password": RIGHT})["Location"] == wanted
    elsewhere = client.get("/accounts/login/", {"next": "https://elsewhere.example/"})
    assert 'action="/accounts/login/"' in elsewhere.content.decode()


def test_a_wrong_login_says_that_capitals_matter_in_the_password_alone():
    assert log_in(Client(), name="AN").status_code == 302
    said = log_in(Client(), password="wrong").content.decode()
    assert "Capitals matter only in the password." in said
    assert "case-sensitive" not in said
