"""A new password ends what the old one has let in: a lost phone, a program with a token."""

import pytest
from django.test import Client
from django.utils import timezone

from games.commands import tokens
from games.errors import Refused
from games.models import Player
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


def test_a_new_password_ends_the_token_and_the_session_of_the_old_one():
    an = member("an")
    phone = browser(an)
    asked = {"username": "an", "password": "not a secret"}
    token = Client().post("/api/v1/token/", asked, content_type="application/json").json()["token"]
    program = Client(headers={"authorization": f"Token {token}"})
    assert program.get("/api/v1/account/").status_code == 200
    assert phone.get("/account/").status_code == 200

    director = Player.objects.create_user("ba", is_director=True)
    changed = browser(director).post(
        f"/admin/games/player/{an.pk}/password/",
        {"password1": "mot hai ba bon", "password2": "mot hai ba bon", "usable_password": "true"},
    )

    assert changed.status_code == 302
    assert program.get("/api/v1/account/").status_code == 401
    assert phone.get("/account/").status_code == 302
    again = {**asked, "password": "mot hai ba bon"}
    fresh = Client().post("/api/v1/token/", again, content_type="application/json")
    assert fresh.json()["token"] != token


def test_who_may_log_in_no_more_has_no_token_either():
    an = member("an")
    key = tokens.issue(an, now=timezone.now())
    program = Client(headers={"authorization": f"Token {key}"})
    assert program.get("/api/v1/account/").status_code == 200
    owner = Player.objects.create_user("ba", is_director=True, is_superuser=True)
    asked = {"usable_password": "false", "unset-password": "1"}
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
