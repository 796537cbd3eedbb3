"""From a guest to a member, with the deals that were played."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.club.house_rules import HouseRules
from games.commands.people import guests
from games.errors import Refused
from games.models import Deal, MemberInvitation, Player
from tests.support.guests import WORD, guest_browser, names
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


def test_by_the_houses_default_a_guest_needs_a_directors_invitation():
    client, guest = guest_browser()
    assert "You need an invitation to join this club." in client.get("/welcome/").content.decode()
    assert client.post("/welcome/", names()).status_code == 403
    guest.refresh_from_db()
    assert guest.is_guest


def test_an_invitation_turns_a_guest_into_a_member_once_and_the_deals_stay_theirs():
    director = member("director", is_director=True)
    client, guest = guest_browser()
    made = browser(director).post("/club/invitations/").content.decode()
    (link,) = re.findall(r"http://testserver(/welcome/\?key=[\w-]+)<", made)
    key = link.partition("=")[2]
    assert key not in str(MemberInvitation.objects.values())
    assert "Choose a name" in client.get(link).content.decode()
    answer = client.post("/welcome/", names(key=key))
    assert (answer.status_code, answer["Location"]) == (302, "/")
    guest.refresh_from_db()
    assert (guest.is_guest, guest.username, guest.shown_name) == (False, "mai", "Mai")
    assert guest.check_password(WORD)
    assert client.get("/account/").status_code == 200
    assert Deal.objects.get().seats.get(number=0).player == guest
    again = Client().post("/welcome/", names(username="other", display_name="", key=key))
    assert again.status_code == 404 and Player.objects.count() == 2


def test_somebody_without_a_guests_past_becomes_a_member_by_the_same_link():
    key = guests.invite_to_club(by=member("director", is_director=True), now=timezone.now())
    client = Client()
    assert client.post("/welcome/", names(key=key)).status_code == 302
    assert Player.objects.get(username="mai").is_guest is False


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("", "guest.by-invitation"),
        *((key, "guest.invitation") for key in ("nothing", "\x00", "é" * 40)),
    ],
)
def test_what_is_no_key_opens_nothing(key, code):
    client = Client()
    assert client.get("/welcome/", {"key": key}).status_code == 200
    assert client.post("/welcome/", names(key=key)).status_code == Refused(code).status
    assert not Player.objects.exists()


def test_an_old_invitation_works_no_more():
    then = timezone.now() - guests.INVITATION_WORKS - timedelta(seconds=1)
    key = guests.invite_to_club(by=member("director", is_director=True), now=then)
    assert Client().post("/welcome/", names(key=key)).status_code == 404


def test_a_house_may_let_everybody_in():
    owner = Player.objects.create_superuser("owner", password="not a secret")
    commands.set_house_rules(by=owner, rules=HouseRules(guests_join=1), now=timezone.now())
    client, guest = guest_browser()
    assert client.post("/welcome/", names()).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_guest


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"username": "an"}, "already exists"),
        ({"display_name": "аn"}, "name"),  # a Cyrillic letter
        ({"password2": "other"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "common"),
    ],
)
def test_a_name_or_password_that_cannot_be_is_refused_in_the_form(changed, said):
    member("an")
    key = guests.invite_to_club(by=member("director", is_director=True), now=timezone.now())
    client, guest = guest_browser()
    answer = client.post("/welcome/", names(key=key, **changed))
    assert answer.status_code == 422 and said in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


def test_what_the_browser_preferred_and_learned_goes_along():
    client = Client()
    client.post("/account/preferences/", {"face": "words"})
    client.cookies["learned"] = "vinagames.2-4sac.99-other.1"
    assert client.post("/play").status_code == 302
    guest = Player.objects.get()
    assert guest.preferences == {"face": "words"}
    assert dict(guest.learned.values_list("lesson", "step"))["vinagames"] == 2


def test_a_refused_form_keeps_its_key_where_the_button_of_the_language_leads():
    key = guests.invite_to_club(by=member("director", is_director=True), now=timezone.now())
    client = Client()
    html = client.get("/welcome/", {"key": key}).content.decode()
    (form,) = re.findall(r'action="(/welcome/[^"]*)"', html)
    refused = client.post(form, names(password1="x"))
    assert refused.status_code == 422
    (here,) = re.findall(r'name="next" value="([^"]*)"', refused.content.decode())
    assert "Choose a name" in client.get(here).content.decode()
    assert client.post(form, names()).status_code == 302
    assert Player.objects.get(username="mai").is_guest is False
