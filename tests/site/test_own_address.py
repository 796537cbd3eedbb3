"""The club knows its own address as one fact: said, kept or proposed, and never the one in front of a reader."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.common import own_address
from games.common.addresses import own_site
from games.common.own_address import leads_here_alone
from tests.support.site_settings import production, settings_with
from tusac_site.local import __main__ as start
from tusac_site.local import address
from tusac_site.local.club import Club
from tusac_site.local.welcome import welcome

ROOM = ["192.168.1.20", "10.0.0.3"]
ALL = "0.0.0.0"


def test_a_club_that_listens_to_the_room_proposes_an_address_that_phones_reach_and_keeps_it(
    tmp_path: Path,
) -> None:
    assert address.proposed(tmp_path, ALL, 8000, ROOM) == "http://192.168.1.20:8000"
    assert own_address.kept(tmp_path) == "http://192.168.1.20:8000"
    # Networks are listed in another order tomorrow, and the printed codes still lead here.
    assert address.proposed(tmp_path, ALL, 8000, ROOM[::-1]) == "http://192.168.1.20:8000"


def test_an_address_that_leads_here_no_more_is_proposed_again(tmp_path: Path) -> None:
    address.proposed(tmp_path, ALL, 8000, ROOM)
    assert address.proposed(tmp_path, ALL, 8001, ROOM) == "http://192.168.1.20:8001"
    assert address.proposed(tmp_path, ALL, 8001, ["172.20.0.9"]) == "http://172.20.0.9:8001"
    assert address.proposed(tmp_path, "127.0.0.1", 8001, ROOM) == "http://127.0.0.1:8001"
    assert address.proposed(tmp_path, "10.0.0.3", 8001, ROOM) == "http://10.0.0.3:8001"


def test_a_name_that_somebody_wrote_into_the_file_stays(tmp_path: Path) -> None:
    (tmp_path / own_address.FILE).write_text("https://Cards.Example/\n", encoding="utf-8")
    for host in ("127.0.0.1", ALL):
        assert address.proposed(tmp_path, host, 8000, ROOM) == "https://cards.example"


@pytest.mark.parametrize(
    "said",
    [
        "club.example",
        "ftp://club.example",
        "https://",
        "https://club.example/cards",
        "https://a:b@club.example",
        "https://club.example?x=1",
        "https://club.example:99999",
        "https://club.example:eight",
    ],
)
def test_what_is_no_address_of_a_site_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=r"The club's own address \(TUSAC_SITE\) is"):
        own_address.read(said)


def test_settings_refuse_it_in_a_sentence(tmp_path: Path) -> None:
    answer = settings_with(TUSAC_SITE="club.example", TUSAC_VAR=str(tmp_path), SECRET_KEY="x")
    assert answer.returncode != 0
    last = answer.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured: The club's own address (TUSAC_SITE) is" in last


def test_settings_take_the_variable_before_what_is_kept_and_that_before_this_machine(
    tmp_path: Path,
) -> None:
    def site(**env: str) -> str:
        answer = settings_with("TUSAC_SITE", TUSAC_VAR=str(tmp_path), SECRET_KEY="x", **env)
        return str(json.loads(answer.stdout)["TUSAC_SITE"])

    assert site(PORT="8123") == "http://127.0.0.1:8123"
    address.proposed(tmp_path, ALL, 8000, ROOM)
    assert site() == "http://192.168.1.20:8000"
    assert site(TUSAC_SITE="https://club.example/") == "https://club.example"


def test_who_may_ask_follows_the_clubs_own_address() -> None:
    env = {**production(), "TUSAC_SITE": "https://club.example:8443", "ALLOWED_HOSTS": ""}
    found = json.loads(settings_with("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", **env).stdout)
    assert found["ALLOWED_HOSTS"] == ["club.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://club.example:8443"]
    more = {**env, "ALLOWED_HOSTS": "www.club.example", "CSRF_TRUSTED_ORIGINS": "https://b.example"}
    found = json.loads(settings_with("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", **more).stdout)
    assert found["ALLOWED_HOSTS"] == ["www.club.example", "club.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://club.example:8443", "https://b.example"]


def test_production_without_it_takes_the_first_name_that_it_answers_to_and_no_address_without_tls() -> (
    None
):
    env = {**production(), "ALLOWED_HOSTS": ".example.org,club.example"}
    found = json.loads(settings_with("TUSAC_SITE", **env).stdout)
    assert found["TUSAC_SITE"] == "https://club.example"
    answer = settings_with(**{**env, "TUSAC_SITE": "http://club.example"})
    assert answer.returncode != 0 and "begins with https://" in answer.stderr


@pytest.mark.parametrize(
    ("site", "alone"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://0.0.0.0:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://club.example", False),
    ],
)
def test_an_address_of_this_machine_alone_is_known_as_such(site: str, alone: bool) -> None:
    assert leads_here_alone(site) is alone


def test_the_start_prints_every_address_that_phones_reach_and_a_code_for_the_clubs_own() -> None:
    reached = [f"http://{one}:8000" for one in ROOM]
    said = welcome("http://192.168.1.20:8000", reached, ALL)
    assert "On phones open http://192.168.1.20:8000/ (or at http://10.0.0.3:8000/)" in said
    drawn = said.partition("\n\n")[2].splitlines()
    assert (
        len(drawn) > 10 and len({len(line) for line in drawn}) == 1 and set("█▀▄ ") >= set(drawn[3])
    )


def test_a_start_for_this_machine_alone_says_how_to_let_phones_in() -> None:
    assert "make run HOST=0.0.0.0" in welcome("http://127.0.0.1:8000", [], "127.0.0.1")
    assert "isn't connected to a network" in welcome("http://127.0.0.1:8000", [], ALL)
    mixed = welcome("http://127.0.0.1:8000", ["http://192.168.1.20:8000"], ALL)
    assert "http://192.168.1.20:8000/" in mixed and "set TUSAC_SITE" in mixed


def test_no_address_of_this_machine_is_one_that_phones_cannot_reach() -> None:
    assert not any(
        leads_here_alone(f"http://{one}") for one in own_address.addresses_of_this_machine()
    )


@pytest.mark.parametrize(
    ("said", "addresses", "listens"),
    [
        ("", ROOM, ALL),
        ("", [], ALL),
        ("", ["192.168.1.20", "100.64.0.7"], ALL),
        ("", ["192.168.1.20", "8.8.4.4"], "127.0.0.1"),
        ("127.0.0.1", ROOM, "127.0.0.1"),
        (ALL, ["8.8.4.4"], ALL),
    ],
)
def test_a_start_that_says_nothing_lets_the_room_in_but_not_the_internet(
    said: str, addresses: list[str], listens: str
) -> None:
    assert own_address.listens_at(said, addresses) == listens


@pytest.mark.parametrize(
    ("env", "listens"),
    [
        ({}, ALL),
        ({"HOST": "10.0.0.3"}, "10.0.0.3"),
        ({"TUSAC_PRODUCTION": "1"}, "127.0.0.1"),
        ({"TUSAC_DEBUG": "1"}, "127.0.0.1"),
    ],
)
def test_make_run_listens_so_that_phones_reach_it(
    env: dict[str, str], listens: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def run(club: Club) -> int:
        started.append(club.host)
        return 0

    for name in ("HOST", "PORT", "TUSAC_PRODUCTION", "TUSAC_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**env, "TUSAC_VAR": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(start, "addresses_of_this_machine", lambda: ROOM)
    monkeypatch.setattr(Club, "run", run)
    assert start.main() == 0 and started == [listens]


def test_links_lead_to_a_better_address_as_soon_as_the_machine_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.VAR_DIR, settings.TUSAC_SITE_IS_FIXED = tmp_path, False
    own_address.keep(tmp_path, "http://127.0.0.1:8000")
    monkeypatch.setattr(own_address, "addresses_of_this_machine", lambda: ROOM)
    monkeypatch.setenv("PORT", "8000")
    monkeypatch.setenv("HOST", "127.0.0.1")
    assert own_site() == "http://127.0.0.1:8000"
    monkeypatch.setenv("HOST", ALL)
    assert own_site() == "http://192.168.1.20:8000"
    monkeypatch.setenv("HOST", "::")  # all addresses, by the other name
    assert own_site() == "http://192.168.1.20:8000"
    own_address.keep(tmp_path, "http://10.0.0.3:8000")
    assert own_site() == "http://10.0.0.3:8000"


def test_the_supervisor_hands_what_it_proposes_to_all_its_processes_and_prints_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(own_address, "addresses_of_this_machine", lambda: ROOM)
    club = Club(tmp_path, ALL, 8000)
    assert club._own_address({}) == "http://192.168.1.20:8000"
    assert club._own_address({"TUSAC_SITE": "https://club.example"}) == "https://club.example"
    club._say_where("http://192.168.1.20:8000")
    said = capsys.readouterr().out
    assert "On phones open http://192.168.1.20:8000/ (or at http://10.0.0.3:8000/)" in said
    assert "█" in said
