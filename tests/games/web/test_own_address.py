"""Links and QR codes of a table are made of the club's own address, whatever the browser in front calls the club."""

import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from games.models import Player, Table
from games.presenters.qr import qr_svg
from tests.support.play_pages import member, table_with
from tests.support.refused import refused_page
from tests.support.running_site import PROJECT
from tests.support.tournament_pages import announced

pytestmark = pytest.mark.django_db

SITE = "http://192.168.1.20:8000"
HERE = "127.0.0.1:8000"
WORDS = "so there is no QR code."

# Where a view may look at the name that the browser calls it by: to lead back, and to know a link of ours again.
BY_THE_REQUEST = {
    "games/web/views/club/reached.py",
    "games/web/views/second_factor.py",
    "games/web/views/preferences.py",
    "replays/web/embedded.py",
}


@pytest.fixture
def an() -> Player:
    return member("an", is_director=True)


@pytest.fixture
def table(an: Player) -> Table:
    return table_with(an)


@pytest.fixture
def beamer(an: Player) -> Client:
    """A browser on the club's own machine."""
    client = Client(HTTP_HOST=HERE)
    client.force_login(an)
    return client


@pytest.fixture
def pages(an: Player, table: Table) -> dict[str, str]:
    """The pages that show a code, with the path to which it leads."""
    tournament = announced(an)
    return {
        f"/tables/{table.pk}/": f"/tables/{table.pk}/",
        f"/tables/{table.pk}/invitations": f"/tables/{table.pk}/",
        f"/tournaments/{tournament}/": f"/tournaments/{tournament}/",
        f"/tournaments/{tournament}/hall": f"/tournaments/{tournament}/",
        f"/tournaments/{tournament}/result": f"/tournaments/{tournament}/",
    }


def codes(client: Client, page: str) -> list[str]:
    """Return the QR codes of a page: those that are in it, and those that it loads."""
    html = client.get(page).content.decode()
    loaded = re.findall(r'<img[^>]*src="([^"]*qr\.svg)"', html)
    inline = re.findall(r'<div class="qr"[^>]*>(.*?)</div>', html, flags=re.S)
    return [*inline, *(client.get(one).content.decode() for one in loaded)]


def test_every_code_leads_to_the_clubs_own_address(
    beamer: Client, pages: dict[str, str], settings: Any
) -> None:
    settings.TUSAC_SITE = SITE
    caches["local"].clear()  # a club keeps a hall screen until it is started again
    for page, path in pages.items():
        assert codes(beamer, page) == [qr_svg(SITE + path)], page
        html = beamer.get(page).content.decode()
        assert HERE not in html and WORDS not in html, page


def test_while_this_machine_alone_reaches_the_club_pages_say_so_in_place_of_a_code(
    beamer: Client, pages: dict[str, str], settings: Any
) -> None:
    settings.TUSAC_SITE = f"http://{HERE}"
    caches["local"].clear()
    for page in pages:
        assert codes(beamer, page) == [], page
        assert WORDS in beamer.get(page).content.decode(), page


def test_a_code_that_would_lead_nowhere_is_refused_at_its_own_address(
    beamer: Client, table: Table, an: Player, settings: Any
) -> None:
    settings.TUSAC_SITE = f"http://{HERE}"
    for address in (f"/tables/{table.pk}/qr.svg", f"/tournaments/{announced(an)}/qr.svg"):
        refused_page(beamer, "link.only-here", "get", address)


def test_an_invitation_to_the_club_has_the_clubs_own_address(beamer: Client, settings: Any) -> None:
    settings.TUSAC_SITE = SITE
    html = beamer.post("/club/invitations/").content.decode()
    (link,) = re.findall(rf"{SITE}(/welcome/\?key=[\w-]+)<", html)
    assert qr_svg(SITE + link) in html
    settings.TUSAC_SITE = f"http://{HERE}"
    html = beamer.post("/club/invitations/").content.decode()
    assert WORDS in html and '<div class="qr"' not in html


def test_a_program_is_led_to_the_next_page_at_the_clubs_own_address(
    beamer: Client, an: Player, settings: Any
) -> None:
    settings.TUSAC_SITE = SITE
    for name in ("Bàn 2", "Bàn 3"):
        table_with(an, name=name)
    newest = Table.objects.latest("pk").pk
    answer = beamer.get("/api/v1/tables/?limit=1", HTTP_HOST="testserver")
    assert answer["Link"] == f'<{SITE}/api/v1/tables/?limit=1&before={newest}>; rel="next"'


def test_no_view_makes_a_link_of_the_name_that_a_browser_calls_it_by() -> None:
    asking = {
        file.relative_to(PROJECT).as_posix()
        for app in ("games", "tournaments", "replays", "notices", "tusac_site")
        for file in (PROJECT / app).rglob("*.py")
        if re.search(r"build_absolute_uri|get_host\(\)", file.read_text(encoding="utf-8"))
    }
    assert asking == BY_THE_REQUEST


def test_every_template_with_a_code_asks_first_whether_it_leads_anywhere() -> None:
    showing = re.compile(r"-qr' |\{\{ qr \}\}|\{\{ sealed\.code \}\}")
    found = [
        file
        for file in (PROJECT / "templates").rglob("*.html")
        if showing.search(file.read_text(encoding="utf-8"))
    ]
    assert len(found) >= 7
    for file in found:
        text = file.read_text(encoding="utf-8")
        asked = text.count("{% if without %}") + text.count("{% if not without %}")
        assert "{% why_no_code as without %}" in text, file
        assert asked >= len(showing.findall(text)), file
