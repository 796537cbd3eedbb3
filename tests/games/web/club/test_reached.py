"""Whether a phone reaches the club: its visit by the code is noted and shown."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.common import own_address
from games.models import Player
from games.presenters.qr import qr_svg
from games.web.views.club import reached
from tests.support.play_pages import browser
from tests.support.refused import refused_page

pytestmark = pytest.mark.django_db

PHONE = "192.168.1.33"
ROOM = ["192.168.1.20", "10.0.0.3"]
NOT_YET, HERE = "No phone has connected yet.", "A phone connected at"


@pytest.fixture(autouse=True)
def machine(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR_DIR = tmp_path
    settings.TUSAC_SITE_IS_FIXED = False
    settings.TUSAC_SITE = "http://127.0.0.1:8000"
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setenv("PORT", "8000")
    monkeypatch.setattr(own_address, "addresses_of_this_machine", lambda: ROOM)
    cache.clear()


def page() -> str:
    owner = Player.objects.filter(username="owner").first()
    owner = owner or Player.objects.create_superuser("owner")
    return browser(owner).get("/club/settings/").content.decode()


def opened(site: str, by: str = PHONE) -> str:
    answer = Client().get(
        f"/club/reached/?key={reached._key(f'http://{site}')}", HTTP_HOST=site, REMOTE_ADDR=by
    )
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_address_of_the_machine_has_a_code_and_says_whether_a_phone_was_here() -> None:
    html = page()
    assert html.count(NOT_YET) == 2 and HERE not in html
    for host in ROOM:
        link = f"http://{host}:8000/club/reached/?key={reached._key(f'http://{host}:8000')}"
        assert qr_svg(link) in html
    assert "It works" in opened("192.168.1.20:8000")
    html = page()
    assert html.count(NOT_YET) == 1 and html.count(HERE) == 1
    assert re.search(r"192\.168\.1\.20:8000</code><br>\s*<b>A phone connected", html)


@pytest.mark.parametrize("by", ["127.0.0.1", "::1", "192.168.1.20"])
def test_the_clubs_own_computer_is_no_phone(by: str) -> None:
    assert "This is the club&#x27;s own computer" in opened("192.168.1.20:8000", by).replace(
        "'", "&#x27;"
    )
    assert HERE not in page()


@pytest.mark.parametrize("key", ["", "?key=0123456789abcdef", "?key=é"])
def test_who_has_not_seen_the_code_notes_nothing(key: str) -> None:
    refused_page(Client(REMOTE_ADDR=PHONE), "link.unknown", "get", f"/club/reached/{key}")
    assert HERE not in page()


def test_a_club_for_this_computer_alone_says_how_to_let_phones_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HOST")
    html = page()
    assert "make run HOST=0.0.0.0" in html and '<div class="qr"' not in html


def test_a_computer_in_no_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_address, "addresses_of_this_machine", list)
    html = page()
    assert "it isn't connected to a network" in html and '<div class="qr"' not in html
