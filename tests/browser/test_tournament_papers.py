"""A tournament's pages for the wall and for a phone: nothing is cut off at a side."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from playwright.sync_api import Browser

from games.models import Player
from tests.support.browser import show
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score
from tournaments import commands
from tournaments.commands import club_tables
from tournaments.presenters.printouts.result import MANY

pytestmark = pytest.mark.django_db
WIDTHS_OF_PHONES = (360, 390)
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """() => [...document.querySelectorAll(".slip")].filter(slip =>
  slip.getBoundingClientRect().right > document.documentElement.clientWidth).length"""


@pytest.fixture
def director() -> Player:
    return player("director", is_director=True)


@pytest.fixture
def closed(director: Player) -> int:
    """Of four members with long names, after one deal."""
    caches["local"].clear()
    people = [player(f"member-number-{number}") for number in range(4)]
    for one, name in zip(
        people, ("Nguyễn Thị Hồng Nhung", "Trần Văn Hoàng", "Lê", "An"), strict=True
    ):
        one.display_name = name
        one.save()
    tournament = announced(director, *people)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    return tournament


@pytest.mark.parametrize("language", ["en", "vi", "fr", "ja"])
def test_why_a_place_fits_a_phone(chromium: Browser, closed: int, language: str) -> None:
    client: Any = browser()
    client.cookies["django_language"] = language
    page = chromium.new_page()
    beyond = {}
    for one in Player.objects.filter(is_director=False).order_by("pk"):
        show(page, client.get(f"/tournaments/{closed}/standings/{one.pk}").content.decode())
        for width in WIDTHS_OF_PHONES:
            page.set_viewport_size({"width": width, "height": 800})
            beyond[one.username, width] = page.evaluate(BEYOND)
    page.close()
    assert set(beyond.values()) == {0}, beyond


def test_every_slip_has_its_right_border_on_paper(chromium: Browser, closed: int) -> None:
    page = chromium.new_page()
    show(page, browser().get(f"/tournaments/{closed}/slips").content.decode())
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})  # A4 within its margins
    assert page.locator(".slip").count() == 4
    assert page.evaluate(CUT) == 0
    page.close()


@pytest.mark.parametrize("members", [MANY, 60])
def test_a_result_is_one_sheet_of_a4(chromium: Browser, director: Player, members: int) -> None:
    people = [player(f"m{number}") for number in range(members)]
    tournament = announced(director, *people, entry_fee=0)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    page = chromium.new_page()
    show(page, browser().get(f"/tournaments/{tournament}/result").content.decode())
    sheets = page.pdf(format="A4", prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 1


def test_the_message_is_copied_by_one_press_and_can_be_selected_without_scripts(
    chromium: Browser, closed: int
) -> None:
    html = browser().get(f"/tournaments/{closed}/result").content.decode()
    page = chromium.new_page()
    show(page, html)
    page.get_by_role("button", name="Copy as message").click()
    page.get_by_text("Copied. Paste it into the chat.").wait_for()
    page.close()
    plain = chromium.new_page(java_script_enabled=False)
    show(plain, html)
    assert plain.get_by_role("button", name="Copy as message").count() == 0
    assert plain.locator("#message").input_value().startswith("Giải tháng mười một")
    plain.close()


def test_the_result_and_a_list_of_entries_fit_a_phone(
    chromium: Browser, closed: int, director: Player
) -> None:
    open_one = announced(director, entry_fee=20)
    listed = f"/tournaments/{open_one}/entry-list?again={closed}"
    unsure = {
        "names": "Nguyen Thi Hong Nhung\nTran Van Hoang\nCô Bảy ở chợ Bến Thành",
        "step": "look",
    }
    pages = {
        "result": browser().get(f"/tournaments/{closed}/result"),
        "proposed": browser(director).get(listed),
        "unsure": browser(director).post(
            f"/tournaments/{open_one}/entry-list", {**unsure, "idempotency_key": str(uuid4())}
        ),
    }
    page = chromium.new_page()
    beyond = {}
    for name, answer in pages.items():
        show(page, answer.content.decode())
        for width in WIDTHS_OF_PHONES:
            page.set_viewport_size({"width": width, "height": 800})
            beyond[name, width] = page.evaluate(BEYOND)
    assert page.get_by_role("checkbox", name="Nguyễn Thị Hồng Nhung").count() == 1
    page.close()
    assert set(beyond.values()) == {0}, beyond


NAMED = """() => {
  const sheet = document.querySelector(".scores--typed"), box = sheet.getBoundingClientRect();
  sheet.scrollTo(400, 200);
  const at = (x, y) => document.elementFromPoint(x, y)?.closest("th, td")?.innerText.trim();
  const deal = sheet.querySelectorAll("tbody th")[8].getBoundingClientRect();
  return [sheet.scrollLeft, sheet.scrollTop > 0, at(box.left + 8, deal.top + 8),
          [...sheet.querySelectorAll("thead tr:last-child th")].every(one =>
            one.getBoundingClientRect().top >= box.top)];
}"""


def test_whose_column_and_which_deal_it_is_stays_in_sight_on_a_phone(
    chromium: Browser, director: Player
) -> None:
    people = [player(f"m{number}") for number in range(4)]
    tournament = announced(director, *people, cardboard=True, entry_fee=0, deals_per_round=20)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    club_tables.set_tables(lambda: NOW)
    page = chromium.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, browser(director).get(f"/tournaments/{tournament}/rounds/1/sheets").content.decode())
    assert page.evaluate(NAMED) == [400, True, "9", True]
    page.close()
