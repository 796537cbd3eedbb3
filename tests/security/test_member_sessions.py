"""Members see where they are logged in and can end it; who reads the database is logged in nowhere."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import MemberSession, Player
from games.presenters.people.devices import device_words, read_device
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
DESK = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/129.0 Safari/537.36"
)


@pytest.fixture
def an():
    return member("an")


def logged_in(agent="", name="an"):
    client = Client(headers={"user-agent": agent})
    form = {"username": name, "password": "not a secret"}
    assert client.post("/accounts/login/", form).status_code == 302
    return client


def is_in(client):
    return client.get("/account/").status_code == 200


def test_a_member_sees_every_login_and_ends_one_or_all_others(an):
    phone, desk, library = logged_in(PHONE), logged_in(DESK), logged_in("curl")
    binh = logged_in(name=member("binh").username)
    html = desk.get("/account/logins/").content.decode()
    assert "Firefox on Android" in html
    assert "Chrome on Windows<b> (this one)</b>" in html
    assert "An unknown browser" in html
    rows = {row.device: row.pk for row in an.sessions.all()}
    binh.post("/account/logins/", {"end": rows["Firefox/Android"]})
    assert is_in(phone)
    assert desk.post("/account/logins/", {"end": rows["Firefox/Android"]}).status_code == 303
    assert not is_in(phone) and is_in(desk) and is_in(library)
    desk.post("/account/logins/", {"others": "1"})
    assert is_in(desk) and not is_in(library) and is_in(binh)
    for odd in ("", "x", "\0", "9" * 5000):
        assert desk.post("/account/logins/", {"end": odd}).status_code == 303
    assert is_in(desk)


def test_a_login_is_gone_from_the_list_after_logging_out_or_a_new_password(an):
    phone, desk = logged_in(PHONE), logged_in(DESK)
    phone.post("/accounts/logout/")
    assert [row.device for row in an.sessions.all()] == ["Chrome/Windows"]
    logged_in(PHONE)
    new = {
        "old_password": "not a secret",
        "new_password1": "bốn mùa xuân",
        "new_password2": "bốn mùa xuân",
    }
    assert desk.post("/accounts/password_change/", new).status_code == 302
    assert is_in(desk)
    assert [row.device for row in an.sessions.all()] == ["Chrome/Windows"]


def test_nothing_that_the_database_holds_of_a_session_opens_it(an):
    there = logged_in()
    row = MemberSession.objects.get()
    key = there.cookies["sessionid"].value
    assert key not in str(MemberSession.objects.values().get())
    thief = Client()
    thief.cookies["sessionid"] = row.pk
    assert not is_in(thief)
    assert is_in(there)


def test_who_is_blocked_is_out_with_the_next_request(an):
    there = logged_in()
    assert is_in(there)
    Player.objects.filter(pk=an.pk).update(is_active=False)
    assert not is_in(there)


def test_when_it_was_last_seen_is_written_every_five_minutes_and_costs_nothing_between(
    an, django_assert_num_queries
):
    with time_machine.travel("2026-11-21 20:00Z", tick=False) as clock:
        there = logged_in()
        for minutes, written in ((4, False), (2, True), (1, False)):
            clock.shift(timedelta(minutes=minutes))
            with django_assert_num_queries(3 if written else 2):
                there.get("/account/logins/x")
            assert (MemberSession.objects.get().seen_at == timezone.now()) == written


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (PHONE, "Firefox on Android"),
        (DESK, "Chrome on Windows"),
        (DESK.replace("Safari/537.36", "Safari/537.36 Edg/129.0"), "Edge on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
            " (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox on Linux",
        ),
        ("<script>alert(1)</script>\0", "An unknown browser"),
        ("", "An unknown browser"),
    ],
)
def test_a_browser_in_plain_words(agent, words):
    assert device_words(read_device(agent)) == words


def test_an_anonymous_session_is_nobodys(an):
    client = browser()
    client.get("/")
    session = client.session
    session["x"] = 1
    session.save()
    assert MemberSession.objects.get().player is None
