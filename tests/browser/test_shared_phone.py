"""A phone that several people use: what a page showed is gone as soon as its reader is logged in no longer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from games.engine.rules import VINAGAMES
from games.models import Player
from tests.support.browser import open_menu, say_ready
from tests.support.live_page import get_asked, turn_page
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tests.support.tables import opened_table
from tests.support.tournament_pages import announced
from tournaments.commands import mark_tables, start
from tournaments.models import RoundTable

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
CLOCK_STANDS_STILL = "window.setInterval = () => 0;"
"""A page that looks at nothing by the clock."""


def closed_table(site: RunningSite, login: str) -> str:
    """Return a table of this member and bots at which nobody looks on; its address."""
    with site.database():
        player = Player.objects.get(username=login)
        table = opened_table(
            by=player,
            name="Bàn riêng",
            rules=VINAGAMES,
            seats=4,
            occupants=[player, *["greedy"] * 3],
            starters=[0] * 9,
            spectators=False,
            now=timezone.now(),
        )
        return f"/tables/{table.pk}/"


def with_a_hand(open_page: OpenPage, site: RunningSite, login: str, size: str = "phone") -> Page:
    page = open_page(size, login=login)
    page.goto(closed_table(site, login))
    say_ready(page)
    get_asked(page)
    expect(page.locator("#hand .held").first).to_be_attached()
    return page


def log_in(page: Page, site: RunningSite, login: str) -> None:
    page.goto("/accounts/login/")
    page.fill("input[name=username]", login)
    page.fill("input[name=password]", site.passwords[login])
    page.press("input[name=password]", "Enter")
    expect(page.locator("#notices")).to_be_visible()


def log_out(context: BrowserContext) -> Page:
    other = context.new_page()
    other.goto("/")
    if other.locator(".site-menu__door").is_visible():
        open_menu(other)
    other.get_by_role("button", name="Log out").click()
    expect(other.locator("input[name=username]")).to_be_visible()
    return other


def expect_nothing_left(page: Page, name: str, why: str) -> None:
    expect(page.get_by_role("alert")).to_have_text(why)
    expect(page).to_have_title("Tứ Sắc club")
    expect(page.get_by_role("link", name="Open this page again")).to_be_visible()
    html = page.content()
    for told in ("card", "held", "Your turn", "Bàn riêng"):
        assert told not in re.sub(r"<head>.*</head>", "", html, flags=re.S), told
    assert name not in html
    icon = page.locator("link[rel=icon]").get_attribute("href") or ""
    assert "favicon-turn" not in icon


@pytest.fixture
def forget(site: RunningSite) -> Callable[[str], None]:
    """Sessions that a test has ended are begun anew by the next one."""
    return lambda login: site.sessions.pop(login, None)


def test_who_logs_out_in_one_tab_leaves_no_hand_in_another(
    open_page: OpenPage, site: RunningSite, forget: Callable[[str], None]
) -> None:
    page = with_a_hand(open_page, site, "lan")
    name = page.locator(".site-user__name").first.text_content() or ""
    turn_page(page, hidden=True)
    page.evaluate(CLOCK_STANDS_STILL)
    other = log_out(page.context)
    # Nobody has looked at that tab meanwhile.
    expect_nothing_left(page, name, "You are no longer logged in here. Log in again to go on.")
    log_in(other, site, "minh")
    turn_page(page, hidden=False)
    page.get_by_role("link", name="Open this page again").click()
    expect(page.locator("body")).not_to_contain_text("Bàn riêng")
    expect(page.locator("#hand")).to_have_count(0)
    page.go_back()
    expect(page.locator("#hand .held")).to_have_count(0)
    forget("lan")


def test_somebody_else_who_logs_in_finds_nothing_of_the_one_before(
    open_page: OpenPage, site: RunningSite, forget: Callable[[str], None]
) -> None:
    page = with_a_hand(open_page, site, "lan")
    name = page.locator(".site-user__name").first.text_content() or ""
    # The tab hears of nothing meanwhile, as one that was put to sleep.
    page.evaluate("window.tusacStream.end()")
    turn_page(page, hidden=True)
    page.context.clear_cookies()
    other = page.context.new_page()
    log_in(other, site, "minh")
    turn_page(page, hidden=False)
    expect_nothing_left(
        page,
        name,
        "Somebody else is logged in on this device now. Reload the page, then log in again.",
    )
    forget("lan")


def test_a_login_that_is_ended_elsewhere_takes_the_hand_away_at_once(
    open_page: OpenPage, site: RunningSite, forget: Callable[[str], None]
) -> None:
    page = with_a_hand(open_page, site, "lan")
    name = page.locator(".site-user__name").first.text_content() or ""
    turn_page(page, hidden=True)
    elsewhere = open_page("desk")
    log_in(elsewhere, site, "lan")
    elsewhere.goto("/account/logins/")
    elsewhere.locator("button[name=others]").click()
    expect_nothing_left(page, name, "You are no longer logged in here. Log in again to go on.")
    forget("lan")


def test_a_phone_that_is_passed_round_at_a_table_with_real_cards_forgets_who_had_it(
    open_page: OpenPage, site: RunningSite, forget: Callable[[str], None]
) -> None:
    with site.database():
        director = Player.objects.get(username="director")
        people = [Player.objects.get(username=one) for one in ("lan", "minh", "hoa", "tuan")]
        made = announced(director, *people, rounds=1, deals_per_round=2, entry_fee=0)
        now = timezone.now()
        start(by=director, tournament_id=made, now=now)
        mark_tables(by=director, tournament_id=made, table=1, cardboard=True, now=now)
        here = RoundTable.objects.filter(tournament=made, number=1)

    def opened() -> bool:
        with site.database():
            return here.filter(games_table_id__isnull=False).exists()

    wait_until(opened, "the club's workers open the table")
    page = open_page("phone", login="tuan")
    page.goto(f"/tournaments/{made}/rounds/1/tables/1/result")
    expect(page.locator("#results")).to_be_attached()
    name = page.locator(".site-user__name").first.text_content() or ""
    other = log_out(page.context)
    expect_nothing_left(page, name, "You are no longer logged in here. Log in again to go on.")
    log_in(other, site, "hoa")
    page.get_by_role("link", name="Open this page again").click()
    expect(page.locator(".site-user__name").first).not_to_have_text(name)
    expect(page.locator("#results")).to_be_attached()
    forget("tuan")
