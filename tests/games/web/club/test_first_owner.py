"""The first start: a link asks its reader what the club is, and makes them its owner. It works once."""

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.club.settings import ClubSettings
from games.commands.club.founding import found_club
from games.common.own_address import kept
from games.models import Player
from games.queries.club.first_owner import first_owner_path
from games.queries.club.house import club_settings, offered_rules
from tests.support.play_pages import member
from tests.support.refused import refused, refused_page

pytestmark = pytest.mark.django_db

ANSWERS = {
    "name": "Hội Tứ Sắc Bà Chiểu",
    "language": "vi",
    "time_zone": "Asia/Ho_Chi_Minh",
    "address": "http://192.168.1.20:8000/",
    "unit": "xu",
    "rules": "4sac",
    "username": "bay",
    "display_name": "Cô Bảy",
    "password1": "ba chin nut gio",
    "password2": "ba chin nut gio",
}


def test_whoever_has_the_link_becomes_the_owner_and_says_what_the_club_is(machine: Path) -> None:
    client = Client()
    assert client.get(first_owner_path()).status_code == 200
    answer = client.post(first_owner_path(), ANSWERS)
    assert answer.status_code == 303, answer.content.decode()
    owner = Player.objects.get()
    assert (owner.shown_name, owner.is_superuser, owner.is_director) == ("Cô Bảy", True, True)
    assert not owner.is_referee
    said = ClubSettings("Hội Tứ Sắc Bà Chiểu", "vi", "Asia/Ho_Chi_Minh", "xu", "4sac")
    assert club_settings() == said
    assert kept(machine) == "http://192.168.1.20:8000"
    assert next(iter(offered_rules())) == "4sac"
    lobby = client.get("/").content.decode()
    assert "Hội Tứ Sắc Bà Chiểu</span>" in lobby and '<html lang="vi"' in lobby
    assert "Cô Bảy" in lobby


@pytest.mark.parametrize("key", ["", "?key=", "?key=0123456789abcdef0123456789abcdef", "?key=é"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_else_opens_the_page(method: str, key: str) -> None:
    asked: dict[str, Any] = {"data": ANSWERS} if method == "post" else {}
    refused_page(Client(), "first-owner.closed", method, f"/first/{key}", **asked)


@pytest.mark.parametrize("act", ["found", "demo"])
def test_a_club_that_has_a_member_makes_no_owner(act: str) -> None:
    member("an")
    link = first_owner_path()
    refused_page(Client(), "first-owner.closed", "get", link)
    refused_page(Client(), "first-owner.closed", "post", link, data={**ANSWERS, "act": act})


def test_a_guest_who_played_before_keeps_nobody_from_owning_the_club() -> None:
    guest = Client()
    assert guest.post("/play").status_code == 302
    assert Client().post(first_owner_path(), ANSWERS).status_code == 303
    assert Player.objects.get(is_guest=False).username == "bay"


def test_who_comes_second_at_the_same_moment_is_refused() -> None:
    """The view has asked, and meanwhile another one was quicker: the command asks again."""
    assert Client().post(first_owner_path(), ANSWERS).status_code == 303
    with refused("first-owner.closed"):
        found_club(
            username="tam",
            display_name="",
            password="ba chin nut gio",
            settings=ClubSettings(),
            now=timezone.now(),
        )


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"password2": "another"}, "The two password fields didn’t match."),
        ({"unit": "10 xu"}, "Write the unit as a word or sign of at most 8 characters"),
        ({"unit": "đồng tiền vàng"}, "at most 8 characters"),
        ({"name": "Hội\u202eTứ"}, "invisible character"),
        ({"name": "Hội\0"}, "Null characters"),
        ({"time_zone": ""}, "This field is required."),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice."),
        ({"rules": "bridge"}, "Select a valid choice."),
        ({"language": "xx"}, "Select a valid choice."),
        ({"address": "my computer"}, "http://192.168.1.20:8000."),
        ({"address": "http://[::1"}, "http://192.168.1.20:8000."),
        ({"username": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_half_done(
    wrong: dict[str, str], says: str, machine: Path
) -> None:
    answer = Client().post(first_owner_path(), {**ANSWERS, **wrong})
    assert answer.status_code == 422
    assert says in unescape(answer.content.decode())
    assert not Player.objects.exists()
    assert club_settings() == ClubSettings() and kept(machine) == ""


def test_the_demo_club_is_one_press(machine: Path) -> None:
    client = Client()
    assert 'value="demo"' in client.get(first_owner_path()).content.decode()
    html = client.post(first_owner_path(), {"act": "demo"}).content.decode()
    lines = (machine / "demo_accounts.txt").read_text(encoding="utf-8").splitlines()
    accounts = [line.split() for line in lines]
    assert [login for _duty, login, _password in accounts][:2] == ["director", "referee"]
    for _duty, login, password in accounts:
        assert f"<code>{login}</code>" in html and f"<code>{password}</code>" in html
        assert Client().login(username=login, password=password)
    assert "Bà Chủ" in client.get("/").content.decode()
    refused_page(client, "first-owner.closed", "post", first_owner_path(), data={"act": "demo"})
    assert (machine / "demo_accounts.txt").read_text(encoding="utf-8").splitlines() == lines


def test_in_production_nobody_is_offered_a_demo_club(settings: Any) -> None:
    settings.PRODUCTION = True
    assert 'value="demo"' not in Client().get(first_owner_path()).content.decode()
    assert Client().post(first_owner_path(), {"act": "demo"}).status_code == 422
    assert not Player.objects.exists()


def test_what_the_environment_says_wins_and_the_page_shows_it_as_fixed(
    settings: Any, machine: Path
) -> None:
    settings.TUSAC_SITE_IS_FIXED = settings.TUSAC_TIME_ZONE_IS_FIXED = True
    settings.TUSAC_SITE, settings.TIME_ZONE = "https://club.example", "Europe/Paris"
    html = Client().get(first_owner_path()).content.decode()
    assert html.count("cannot be changed here.") == 2
    assert 'value="https://club.example"' in html
    assert Client().post(first_owner_path(), ANSWERS).status_code == 303
    assert kept(machine) == "" and club_settings().time_zone == ""


def test_the_command_prints_the_link_as_long_as_nobody_is_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("first_owner")
    assert capsys.readouterr().out == f"http://testserver{first_owner_path()}\n"
    member("an")
    with pytest.raises(CommandError, match="has members already"):
        call_command("first_owner")


@pytest.mark.parametrize("asked", [ANSWERS, {"act": "demo"}])
def test_a_full_disk_is_said_and_nothing_is_half_done(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, str], machine: Path
) -> None:
    def full(*_said: object, **_named: object) -> int:
        raise OSError(28, "No space left on device")

    client, link = Client(), first_owner_path()
    assert client.get(link).status_code == 200
    monkeypatch.setattr("os.open", full)
    refused_page(client, "club.disk", "post", link, data=asked)
    assert list(machine.iterdir()) == [] and not Player.objects.exists()
