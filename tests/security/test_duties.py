"""What a duty opens in the admin, and what it does not: a director is not the owner, and a tick "staff" is nothing."""

import pytest

from games.models import Player
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db

NEW = "bốn mùa xuân"
PASSWORDS = {"password1": NEW, "password2": NEW, "usable_password": "true", "reason": "Forgot."}
DUTIES = ("is_director", "is_referee", "is_superuser", "is_staff")


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def director():
    return member("chief", is_director=True)


def page(player, what="change"):
    return f"/admin/games/player/{player.pk}/{what}/"


@pytest.mark.parametrize("duty", ["is_director", "is_referee"])
def test_who_has_a_duty_finds_the_way_into_the_admin(duty):
    person = member("trong", **{duty: True})
    here = browser(person)
    assert 'href="/admin/"' in here.get("/").content.decode()
    assert here.get("/admin/").status_code == 200
    there = browser(None)
    form = {"username": "trong", "password": "not a secret"}
    assert there.post("/admin/login/?next=/admin/", form).headers["Location"] == "/admin/"


@pytest.mark.parametrize("options", [{}, {"is_staff": True}])
def test_who_has_none_is_told_so_at_the_door(options):
    there = browser(None)
    member("khach", **options)
    answer = there.post("/admin/login/", {"username": "khach", "password": "not a secret"})
    assert "This page is for directors and referees." in answer.content.decode()
    assert "_auth_user_id" not in there.session
    inside = browser(Player.objects.get(username="khach"))
    assert inside.get("/admin/").status_code == 302
    assert 'href="/admin/"' not in inside.get("/").content.decode()


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_duty_ends_when_the_account_is_not_active(duty):
    person = member("trong", **{duty: True})
    here = browser(person)
    assert here.get("/admin/").status_code == 200
    Player.objects.update(is_active=False)
    assert here.get("/admin/").status_code == 302


def test_a_director_gives_a_member_who_forgot_it_a_new_password(director, an):
    here = browser(director)
    listed = here.get("/admin/games/player/", {"q": "an"}).content.decode()
    assert page(an) in listed
    assert "../password/" in here.get(page(an)).content.decode()
    assert here.post(page(an, "password"), PASSWORDS).status_code == 302
    assert browser(None).login(username="an", password=NEW)


def test_the_member_is_told_to_ask_the_director():
    said = browser(None).get("/accounts/login/").content.decode()
    assert "Forgotten your password? Ask the director" in said
    for gone in ("/accounts/password_reset/", "/accounts/reset/MQ/set-password/"):
        assert browser(None).get(gone).status_code == 404


def test_a_director_takes_a_member_in(director):
    here = browser(director)
    form = here.get("/admin/games/player/add/").content.decode()
    assert 'name="display_name"' in form and 'name="usable_password"' not in form
    said = {"username": "hanh", "display_name": "Cô Hạnh", **PASSWORDS}
    assert here.post("/admin/games/player/add/", {**said, "is_superuser": "on"}).status_code == 302
    hanh = Player.objects.get(username="hanh")
    assert hanh.shown_name == "Cô Hạnh" and hanh.has_usable_password()
    assert not any(getattr(hanh, duty) for duty in DUTIES)


def test_a_director_renames_a_member_and_gives_no_duty(director, an):
    here = browser(director)
    form = here.get(page(an)).content.decode()
    assert not any(f'name="{duty}"' in form for duty in DUTIES)
    said = {
        "username": "an",
        "display_name": "Chị An",
        "is_active": "on",
        "reason": "Her wish.",
        **dict.fromkeys(DUTIES, "on"),
    }
    assert here.post(page(an), said).status_code == 302
    an.refresh_from_db()
    assert an.shown_name == "Chị An"
    assert not any(getattr(an, duty) for duty in DUTIES)


@pytest.mark.parametrize("duty", ["is_director", "is_referee", "is_superuser"])
def test_a_director_cannot_become_somebody_with_a_duty(duty, director):
    other = member("trong", **{duty: True})
    before = other.password
    here = browser(director)
    assert here.get(page(other)).status_code == 200
    assert here.get(page(other, "password")).status_code == 403
    assert here.post(page(other, "password"), PASSWORDS).status_code == 403
    said = {"username": "other", "is_active": ""}
    assert here.post(page(other), said).status_code == 403
    other.refresh_from_db()
    assert (other.username, other.password, other.is_active) == ("trong", before, True)
    assert here.post(page(director), {"username": "chief", "is_superuser": "on"}).status_code == 403


@pytest.mark.parametrize("name", ["an", "trong", "chief"])
def test_no_page_of_the_admin_shows_what_is_stored_of_a_password(name, director, an):
    member("trong", is_referee=True)
    shown = Player.objects.get(username=name)
    for viewer in (director, Player.objects.create_superuser("owner")):
        text = browser(viewer).get(page(shown)).content.decode()
        digest = shown.password.rsplit("$", 1)[1]
        assert shown.password not in text and digest not in text


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
