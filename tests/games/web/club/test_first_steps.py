"""The first steps in a new owner's lobby: they tick themselves off, and the clock that nobody has set is asked for."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.club.settings import ClubSettings
from games.commands.club.backups import make_passphrase
from games.common import own_address
from games.models import Player
from games.queries.club.first_steps import SHOWN, first_steps
from games.queries.club.house import club_settings
from games.web.views.club import forms, reached
from tests.support.play_pages import browser, member
from tests.support.refused import refused_page
from tests.support.tournament_pages import announced

pytestmark = pytest.mark.django_db

STEPS = "First steps"
ASKED = "What time is it in your club?"


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser(
        "owner", password="an-owner-of-the-club", is_director=True
    )


def lobby(player: Player | None) -> str:
    return browser(player).get("/").content.decode()


def open_steps(html: str) -> list[str]:
    """Return where the steps lead that are not done."""
    listed = html.partition('id="steps-title"')[2].partition("</ol>")[0]
    return re.findall(r'<a href="([^"]*)"', listed)


def test_a_new_owner_sees_the_steps_that_are_left_with_links_until_none_is(
    owner: Player, machine: Path
) -> None:
    left = ["/club/members/add/", "/club/settings/", "/club/backup/", "/tournaments/new"]
    assert open_steps(lobby(owner)) == left
    member("an")
    assert open_steps(lobby(owner)) == left[1:]
    own_address.note_reached(machine)
    assert open_steps(lobby(owner)) == left[2:]
    make_passphrase(by=owner, known="", now=timezone.now())
    html = lobby(owner)
    assert open_steps(html) == left[3:] and html.count("Done:") == 3
    announced(owner)
    assert STEPS not in lobby(owner)


def test_opening_a_table_is_an_evening_and_a_game_against_bots_is_none(owner: Player) -> None:
    client = browser(owner)
    assert client.post("/play").status_code == 302
    assert "/tournaments/new" in open_steps(client.get("/").content.decode())
    wish = {"name": "Bàn 1", "rules": "vinagames", "seats": "4", "seconds_per_move": "60"}
    wish |= {"chips_per_point": "0", "admission": "open", "idempotency_key": str(uuid4())}
    assert client.post("/tables/new", wish).status_code == 302
    assert "/tournaments/new" not in open_steps(client.get("/").content.decode())


def test_the_visit_of_a_phone_is_noted_for_good(owner: Player, machine: Path) -> None:
    site = "192.168.1.20:8000"
    path = f"/club/reached/?key={reached._key(f'http://{site}')}"
    Client().get(path, HTTP_HOST=site, REMOTE_ADDR="127.0.0.1")
    assert not own_address.was_reached(machine)
    Client().get(path, HTTP_HOST=site, REMOTE_ADDR="192.168.1.33")
    assert own_address.was_reached(machine)
    assert "/club/settings/" not in open_steps(lobby(owner))


def test_nobody_else_sees_them_and_no_owner_of_an_old_club(owner: Player) -> None:
    for other in (None, member("an", is_director=True)):
        assert STEPS not in lobby(other) and ASKED not in lobby(other)
    later = timezone.now() + SHOWN + timedelta(minutes=1)
    assert first_steps(owner, now=later) is None


def test_they_can_be_hidden(owner: Player) -> None:
    client = browser(owner)
    answer = client.post("/club/settings/", {"act": "away"})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert STEPS not in client.get("/").content.decode()
    assert club_settings() == ClubSettings()
    refused_page(
        browser(member("an")), "club.owner", "post", "/club/settings/", data={"act": "away"}
    )


def test_an_owner_of_a_club_without_a_clock_sets_it_by_one_press(
    owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "zone_of_this_machine", lambda: "Asia/Ho_Chi_Minh")
    client = browser(owner)
    html = client.get("/").content.decode()
    asked = html.partition(ASKED)[2].partition("</form>")[0]
    assert 'data-propose="zone"' in asked and "js/zone" in html
    (zone,) = re.findall(r'<option value="([^"]*)" selected', asked)
    answer = client.post("/club/settings/", {"act": "clock", "time_zone": zone})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert club_settings() == ClubSettings(time_zone="Asia/Ho_Chi_Minh")
    html = client.get("/").content.decode()
    assert ASKED not in html and "js/zone" not in html


@pytest.mark.parametrize("zone", ["", "Mars/Olympus"])
def test_no_clock_is_set_to_what_is_no_zone(owner: Player, zone: str) -> None:
    asked = {"act": "clock", "time_zone": zone}
    refused_page(browser(owner), "settings.time-zone", "post", "/club/settings/", data=asked)


def test_a_clock_that_the_environment_sets_is_not_asked_for(owner: Player, settings: Any) -> None:
    settings.TUSAC_TIME_ZONE_IS_FIXED = True
    assert ASKED not in lobby(owner)
    asked = {"act": "clock", "time_zone": "Asia/Tokyo"}
    refused_page(browser(owner), "settings.time-zone", "post", "/club/settings/", data=asked)
