"""The hall screen as a beamer shows it: letters for four metres, nothing to scroll, pages that turn without a hand."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Player
from tests.support.axe import findings
from tests.support.cardboard import V4, Table
from tests.support.running_site import RunningSite
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.commands import club_tables
from tournaments.presenters.printouts.hall import MANY

OpenPage = Callable[..., Page]

LAYOUT = """() => {
  const lines = [...document.querySelectorAll(".hall__lines li")];
  const words = [...document.querySelectorAll(".hall__lines li, .hall p, .hall h1, .hall h2, .hall a")];
  return {
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    outside: lines.filter(li => {
      const box = li.getBoundingClientRect();
      return box.bottom > innerHeight || box.right > innerWidth || li.scrollHeight > box.height + 1;
    }).length,
    smallest: Math.min(...words.map(one => parseFloat(getComputedStyle(one).fontSize))),
    lines: lines.length,
  };
}"""


@pytest.fixture(scope="module")
def tournament(site: RunningSite) -> int:
    """With entries for two pages, which nobody plays."""
    with site.database():
        director = Player.objects.get(username="director")
        made = announced(director, name="Hội trường", entry_fee="0")
        for i in range(MANY["entrants"] + 2):
            one = player(f"hall{i:03}")
            commands.enter(by=one, tournament_id=made, now=timezone.now())
        # Who is still a member would be offered on the pages of other tests.
        Player.objects.filter(username__startswith="hall").update(is_active=False)
        return made


@pytest.mark.parametrize("javascript", [True, False])
def test_at_1080p_nothing_scrolls_and_the_pages_turn_by_themselves(
    open_page: OpenPage, tournament: int, javascript: bool
) -> None:
    page = open_page("desk", javascript=javascript)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/tournaments/{tournament}/hall")
    title = page.locator("#hall-title")
    for part in ("1 / 2", "2 / 2", "1 / 2"):
        expect(title).to_contain_text(part)
        layout = page.evaluate(LAYOUT)
        assert not layout["scrolls"] and not layout["outside"] and layout["lines"] > 20
        assert layout["smallest"] >= 28
    page.get_by_role("link", name="Stay on this page").click()
    expect(page.get_by_role("link", name="Change pages automatically")).to_be_visible()


def test_on_a_phone_it_is_a_page_like_any_other(open_page: OpenPage, tournament: int) -> None:
    page = open_page("phone")
    page.goto(f"/tournaments/{tournament}/hall")
    expect(page.locator(".site-head")).to_be_visible()
    for path in ("hall", "log", "log/3", "slips", ""):
        page.goto(f"/tournaments/{tournament}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path
        assert findings(page) == [], path


@pytest.fixture(scope="module")
def waiting(site: RunningSite) -> int:
    """With a result at each of nine tables that three members with long names have yet to confirm."""
    with site.database():
        director = Player.objects.get(username="director")
        people = [player(f"waits{i:02}") for i in range(36)]
        for i, one in enumerate(people):
            one.display_name = f"Nguyễn Thị Bạch Tuyết Hồng Nhung {i:02}"
            one.save()
        table = Table(director, people=people, entry_fee=0, name="Chờ xác nhận")
        for number, drawn in enumerate(table.state.rounds[0].tables, 1):
            if number > 1:
                table.mark(table=number)
            club_tables.set_tables(timezone.now)
            commands.enter_result(
                by=Player.objects.get(pk=int(drawn.seats[0].removeprefix("player:"))),
                tournament_id=table.id,
                round_number=1,
                table=number,
                deal_number=1,
                lay=V4,
                now=timezone.now(),
            )
        Player.objects.filter(username__startswith="waits").update(is_active=False)
        return table.id


def test_who_still_has_to_confirm_is_read_from_four_metres_and_its_pages_turn(
    open_page: OpenPage, waiting: int
) -> None:
    page = open_page("desk", javascript=False)
    page.set_viewport_size({"width": 1920, "height": 1080})
    for number, lines in ((1, 5), (2, 4)):
        page.goto(f"/tournaments/{waiting}/hall?show=waiting&page={number}&stay=1")
        expect(page.locator("#hall-title")).to_contain_text(f"{number} / 2")
        layout = page.evaluate(LAYOUT)
        assert not layout["scrolls"] and not layout["outside"] and layout["lines"] == lines
        assert layout["smallest"] >= 28
    page = open_page("phone")
    page.goto(f"/tournaments/{waiting}/hall?show=waiting&stay=1")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert findings(page) == []
