"""The club's settings on their page: owners change them, the log says so, and pages follow."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.acts import gather
from games.club.settings import ClubSettings, time_zones
from games.commands.club.chips import grant_first_chips
from games.commands.club.founding import set_club_settings
from games.common.addresses import whole_address
from games.engine.rules import VINAGAMES
from games.log import read
from games.models import Player, Table
from games.queries.club.house import club_settings
from games.web.forms import OpenTableForm
from games.web.views.club import forms
from tests.support.play_pages import browser, member, table_with
from tests.support.refused import refused
from tusac_site.version import __version__

pytestmark = pytest.mark.django_db

ANSWERS = {
    "name": "Ba Lá",
    "language": "",
    "time_zone": "Asia/Tokyo",
    "address": "http://192.168.1.20:8000",
    "unit": "",
    "rules": "vinagames",
}


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="an-owner-of-the-club")


def set_to(owner: Player, **said: str) -> None:
    set_club_settings(by=owner, settings=ClubSettings(**said), now=timezone.now())
    assert club_settings() == ClubSettings(**said)  # and this process knows them, as after a commit


@pytest.mark.usefixtures("followers_do_not_wait")
def test_an_owner_sets_them_and_everybody_can_read_that(owner: Player) -> None:
    assert browser(owner).post("/club/settings/", ANSWERS).status_code == 303
    assert club_settings() == ClubSettings("Ba Lá", "", "Asia/Tokyo", "", "vinagames")
    assert whole_address("/") == "http://192.168.1.20:8000/"
    (event,) = read("club")
    assert (event.name, event.metadata["by"]) == ("club.settings-set", owner.pk)
    gather()
    assert "changed the club&#x27;s settings" in Client().get("/club/staff/").content.decode()


def test_they_name_the_version(owner: Player) -> None:
    page = browser(owner).get("/club/settings/").content.decode()
    assert f"Tusac {__version__}</p>" in page


def test_the_same_settings_again_are_no_event(owner: Player) -> None:
    for _ in range(2):
        assert browser(owner).post("/club/settings/", ANSWERS).status_code == 303
    assert len(list(read("club"))) == 1


def test_nobody_but_an_owner_sets_them() -> None:
    director = member("an", is_director=True)
    with refused("club.owner"):
        set_to(director, name="Mine")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("settings.name", {"name": "x" * 41}),
        ("settings.unit", {"unit": "€2"}),
        ("settings.unit", {"unit": "x" * 9}),
        ("settings.time-zone", {"time_zone": "Mars/Olympus"}),
        ("settings.language", {"language": "xx"}),
        ("settings.rules", {"rules": "bridge"}),
        ("name.invisible", {"unit": "x\u200bu"}),
    ],
)
def test_what_no_club_can_say_is_refused(owner: Player, code: str, said: dict[str, str]) -> None:
    with refused(code):
        set_to(owner, **said)


def test_a_wrong_answer_is_said_at_its_field(owner: Player) -> None:
    answer = browser(owner).post("/club/settings/", {**ANSWERS, "unit": "3 xu"})
    assert answer.status_code == 422
    assert "Write the unit as a word or sign of at most 8 characters" in answer.content.decode()
    assert club_settings() == ClubSettings()


def test_a_choice_comes_before_the_browsers_language_and_that_before_the_clubs(
    owner: Player,
) -> None:
    set_to(owner, language="fr")

    def language(client: Client, **asked: Any) -> str:
        return client.get("/", **asked).content.decode().partition('<html lang="')[2][:2]

    assert language(Client()) == "fr"
    assert language(Client(), HTTP_ACCEPT_LANGUAGE="ja-JP, en;q=0.5") == "ja"
    assert language(Client(), HTTP_ACCEPT_LANGUAGE="de, vi;q=0.5") == "vi"
    for nothing_of_ours in ("de, *;q=0.1", "*", "ja;q=0", "x" * 600, "\x00"):
        assert language(Client(), HTTP_ACCEPT_LANGUAGE=nothing_of_ours) == "fr"
    chosen = Client()
    chosen.cookies["django_language"] = "vi"
    assert language(chosen, HTTP_ACCEPT_LANGUAGE="ja") == "vi"
    chosen.cookies["django_language"] = "xx"
    assert language(chosen) == "fr"


def test_an_api_answers_in_the_language_that_it_is_asked_in(owner: Player) -> None:
    set_to(owner, language="fr")
    answer = Client().get("/api/v1/account/", HTTP_ACCEPT_LANGUAGE="en")
    assert answer["Content-Language"] == "en"


def test_times_are_those_of_the_clubs_clock_unless_the_environment_says_another(
    owner: Player, settings: Any
) -> None:
    settings.TUSAC_TIME_ZONE_IS_FIXED = False
    set_to(owner, time_zone="Asia/Tokyo")
    at = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
    Client().get("/")
    assert timezone.localtime(at).hour == 3
    settings.TUSAC_TIME_ZONE_IS_FIXED = True
    Client().get("/")
    assert timezone.get_current_timezone() == timezone.get_default_timezone()


def test_the_form_of_a_table_begins_with_the_clubs_rules(owner: Player) -> None:
    assert OpenTableForm(host=owner).fields["rules"].initial == VINAGAMES.key
    set_to(owner, rules="4sac")
    assert OpenTableForm(host=owner).fields["rules"].initial == "4sac"
    page = browser(member("an", is_director=True)).get("/tournaments/new").content.decode()
    rules = page.partition('name="rules"')[2].partition("</select>")[0]
    assert '<option value="4sac" selected' in rules or rules.index("4sac") < rules.index("vinag")


@pytest.mark.parametrize(
    ("machine_says", "language", "proposed"),
    [
        ("Asia/Tokyo", "vi", "Asia/Tokyo"),
        ("UTC", "vi", "Asia/Ho_Chi_Minh"),
        ("Etc/UTC", "fr", "Europe/Paris"),
        ("", "en", ""),
    ],
)
def test_the_clock_is_proposed_by_the_machine_or_else_by_the_language(
    monkeypatch: pytest.MonkeyPatch, machine_says: str, language: str, proposed: str
) -> None:
    monkeypatch.setattr(forms, "zone_of_this_machine", lambda: machine_says)
    monkeypatch.setattr(forms, "page_language", lambda: language)
    assert forms.proposed_zone() == proposed


def test_a_zone_to_choose_has_todays_name_and_none_is_called_utc() -> None:
    assert {"Asia/Ho_Chi_Minh", "Europe/Oslo", "America/Indiana/Tell_City"} < set(time_zones())
    assert not {"Asia/Saigon", "Asia/Calcutta", "US/Eastern", "Cuba", "UTC"} & set(time_zones())
    assert not [zone for zone in time_zones() if "UTC" in zone or "GMT" in zone]


def test_zones_are_cities_with_their_time_those_on_the_same_clock_first(
    time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    time_machine.move_to(datetime(2026, 11, 28, 12, 5, tzinfo=UTC), tick=False)
    monkeypatch.setattr(forms, "zone_of_this_machine", lambda: "Asia/Ho_Chi_Minh")
    (label, nearest), *others = forms.zones("")
    assert label == "Nearest" and nearest[0] == ("Asia/Ho_Chi_Minh", "Ho Chi Minh · 19:05")
    assert ("Asia/Bangkok", "Bangkok · 19:05") in nearest
    assert {name[-5:] for _zone, name in nearest} == {"19:05"}
    rest = dict(others)
    named = ("America/Argentina/Buenos_Aires", "Buenos Aires (Argentina) · 09:05")
    assert named in rest["America"] and ("Asia/Kolkata", "Kolkata · 17:35") in rest["Asia"]
    listed = [zone for _part, group in [*others, (label, nearest)] for zone, _name in group]
    assert sorted(listed) == list(time_zones())


def test_where_nothing_says_which_zone_is_near_the_list_begins_where_the_game_is_played(
    time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    time_machine.move_to(datetime(2026, 11, 28, 12, 5, tzinfo=UTC), tick=False)
    monkeypatch.setattr(forms, "proposed_zone", lambda: "")
    (label, often), *others = forms.zones("")
    assert (label, often[0]) == ("Often chosen", ("Asia/Ho_Chi_Minh", "Ho Chi Minh · 19:05"))
    assert {"America/Los_Angeles", "Europe/Paris"} < {zone for zone, _name in often}
    groups = forms.zones("America/Los_Angeles")
    assert [words for words, _group in groups[:3]] == ["Nearest", "Often chosen", "Africa"]
    assert groups[0][1][0] == ("America/Los_Angeles", "Los Angeles · 04:05")
    for offered in ([(label, often), *others], groups):
        listed = [zone for _part, group in offered for zone, _name in group]
        assert sorted(listed) == list(time_zones())  # each of them once


def test_an_old_name_that_a_club_has_kept_stays_valid(owner: Player, settings: Any) -> None:
    settings.TUSAC_TIME_ZONE_IS_FIXED = False
    set_to(owner, time_zone="Asia/Saigon")
    html = browser(owner).get("/club/settings/").content.decode()
    assert re.search(r'<option value="Asia/Saigon" selected>Saigon · \d\d:\d\d<', html)
    answer = browser(owner).post("/club/settings/", {**ANSWERS, "time_zone": "Asia/Saigon"})
    assert answer.status_code == 303 and club_settings().name == "Ba Lá"


def test_a_page_does_without_the_settings_where_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    from django.db import OperationalError

    def away() -> ClubSettings:
        raise OperationalError("away")

    monkeypatch.setattr("games.web.club_locale.shown_settings", away)
    assert "Tứ Sắc club" in client.get("/accounts/login/").content.decode()


def test_amounts_have_the_clubs_own_unit(owner: Player) -> None:
    grant_first_chips(player=owner, now=timezone.now())
    table = table_with(owner, chips_per_point=5)

    def shown() -> tuple[str, str, str]:
        pages = (f"/tables/{table.pk}/", "/account/", "/tables/new")
        menu, account, form = (browser(owner).get(page).content.decode() for page in pages)
        words = re.sub(r"[ \n]+", " ", menu)
        stake = re.search("<span>([^<]*) per point ?</span>", words)
        label = re.search(r'<label for="id_chips_per_point">([^<]*)<', form)
        balance = re.search(r"Your balance: <b>([^<]*)</b>", account)
        assert stake and label and balance
        return stake[1].strip(), balance[1], label[1]

    assert shown() == ("5 chips", "1000 chips", "Chips per point")
    set_to(owner, unit="xu")
    assert shown() == ("5\u00a0xu", "1000\u00a0xu", "A point is worth (xu)")


def test_what_a_club_calls_its_unit_is_text_and_no_page(owner: Player) -> None:
    set_to(owner, unit="<b>xu")
    assert "<b><b>xu" not in browser(owner).get("/account/").content.decode()


@pytest.mark.parametrize(("rules", "other"), [("4sac", "vinagames"), ("vinagames", "4sac")])
def test_play_now_is_by_the_clubs_rules(owner: Player, rules: str, other: str) -> None:
    set_to(owner, rules=rules)
    html = Client().get("/").content.decode()
    assert re.search(rf'id="play-now" name="rules"\s+value="{rules}"', html)
    assert f'id="play-{other}" name="rules" value="{other}"' in html


@pytest.mark.parametrize("rules", ["4sac", "mien-nam"])
def test_play_now_without_a_choice_is_by_the_clubs_rules(owner: Player, rules: str) -> None:
    set_to(owner, rules=rules)
    client = Client()
    assert client.post("/play").status_code == 302
    assert Table.objects.get().rules["key"] == rules


def test_the_form_of_a_table_says_what_a_point_may_be_worth(owner: Player) -> None:
    form = browser(owner).get("/tables/new").content.decode()
    assert "0 means no stakes. The maximum is 1000." in form
