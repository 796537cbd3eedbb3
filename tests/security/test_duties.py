"""What a duty opens, and what it does not: a director is not the owner, and a tick "staff" is nothing."""

import pytest

from games.models import Player
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def director():
    return member("chief", is_director=True)


def page(player, what="change"):
    return f"/admin/games/player/{player.pk}/{what}/"


WAYS = {
    "is_director": "/club/members/",
    "is_referee": "/admin/replays/dispute/",
    "is_superuser": "/admin/",
}
"""Where the administration leads each duty."""


@pytest.mark.parametrize(("duty", "way"), WAYS.items())
def test_each_duty_finds_its_own_page_and_is_led_there(duty, way):
    member("trong", **{duty: True})
    there = browser(None)
    asked = there.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    form = {"username": "trong", "password": "not a secret"}
    answer = there.post(asked.redirect_chain[-1][0], form, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, way)
    said = answer.content.decode()
    assert ("Everything for directors" in said) == (duty == "is_director")
    links = there.get("/").content.decode()
    for other, address in WAYS.items():
        seen = other == duty or (duty, other) == ("is_superuser", "is_director")
        assert (f'href="{address}"' in links) == seen, address
    for deeper in ("/admin/games/player/", "/admin/games/player/1/change/", "/admin/nowhere/"):
        led = there.get(deeper, follow=True)
        if duty != "is_superuser":
            assert led.request["PATH_INFO"] == way, deeper


def test_who_has_two_duties_is_led_to_the_desk():
    member("trong", is_director=True, is_referee=True)
    here = browser(Player.objects.get())
    assert here.get("/admin/", follow=True).request["PATH_INFO"] == WAYS["is_referee"]
    assert all(
        f'href="{WAYS[one]}"' in here.get("/").content.decode()
        for one in ("is_director", "is_referee")
    )


@pytest.mark.parametrize("options", [{}, {"is_staff": True}])
def test_who_has_none_is_refused_in_a_sentence(options):
    inside = browser(member("khach", **options))
    answer = inside.get("/admin/", follow=True)
    assert answer.status_code == 403 and "Only owners of the club" in answer.content.decode()
    shown = inside.get("/").content.decode()
    assert not any(f'href="{way}"' in shown for way in WAYS.values())


@pytest.mark.parametrize(("duty", "way"), WAYS.items())
def test_a_duty_ends_when_the_account_is_not_active(duty, way):
    person = member("trong", **{duty: True})
    here = browser(person)
    assert here.get(way).status_code == 200
    Player.objects.update(is_active=False)
    assert here.get(way).status_code == 302


def test_the_member_is_told_to_ask_the_director():
    said = browser(None).get("/accounts/login/").content.decode()
    assert "Forgot your password?" in said
    for gone in ("/accounts/password_reset/", "/accounts/reset/MQ/set-password/"):
        assert browser(None).get(gone).status_code == 404


@pytest.mark.parametrize("name", ["an", "trong", "chief"])
def test_no_page_of_the_admin_shows_what_is_stored_of_a_password(name, director, an):
    member("trong", is_referee=True)
    shown = Player.objects.get(username=name)
    digest = shown.password.rsplit("$", 1)[1]
    owner = browser(Player.objects.create_superuser("owner"))
    for text in (
        owner.get(page(shown)).content.decode(),
        owner.get(f"/club/members/{shown.pk}/").content.decode(),
        browser(director).get(f"/club/members/{shown.pk}/").content.decode(),
    ):
        assert "</html>" in text and shown.password not in text and digest not in text


def test_the_owner_gives_duties(an):
    here = browser(Player.objects.create_superuser("owner"))
    said = {"username": "an", "is_active": "on", "is_referee": "on", "reason": "elected"}
    assert here.post(page(an), said).status_code == 302
    an.refresh_from_db()
    assert an.is_referee and not an.is_director


@pytest.mark.parametrize("action", ["delete_selected", "anything"])
def test_nobody_deletes_members_from_the_list(action, director, an):
    for viewer in (director, Player.objects.create_superuser("owner")):
        said = {"action": action, "_selected_action": [an.pk], "post": "yes"}
        browser(viewer).post("/admin/games/player/", said)
        assert Player.objects.filter(pk=an.pk).exists()
