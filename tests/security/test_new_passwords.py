"""A new password ends what the old one has let in: a lost phone, a program with a token."""

import pytest
from django.test import Client

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
