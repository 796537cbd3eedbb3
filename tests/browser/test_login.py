"""Coming in: the first page that anybody sees."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from tests.support.axe import findings
from tests.support.browser import open_menu
from tests.support.running_site import RunningSite


def test_a_stranger_finds_the_login_page_at_a_desk_and_on_a_phone(
    desk_page: Page, phone_page: Page
) -> None:
    for page in (desk_page, phone_page):
        page.goto("/accounts/login/")
        expect(page.locator("input[name=username]")).to_be_visible()
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0


PHONES = ((360, 740), (390, 844), (740, 360), (844, 390))
LANGUAGES = ("vi", "fr", "ja", "en")


@pytest.mark.parametrize("javascript", [True, False])
def test_the_head_of_a_phone_is_one_low_row_that_scrolls_away_and_opens_to_every_way(
    open_page: Callable[..., Page], javascript: bool
) -> None:
    """On each phone in each language; without scripts, and for axe, each phone and each language once."""
    page = open_page("phone", login="director", javascript=javascript)  # who has the most of them
    head = page.locator(".site-head")
    for (width, height), once in zip(PHONES, LANGUAGES, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        for language in LANGUAGES if javascript else (once,):
            page.goto("/")
            open_menu(page)
            page.click(f"button[name=language][value={language}]")
            expect(page.locator("html")).to_have_attribute("lang", language)
            box = head.bounding_box()
            assert box is not None and box["height"] <= 56, (width, language)
            for way in page.locator(".site-head__in > :visible").all():
                one = way.bounding_box()
                assert one is not None and one["x"] >= 0 and one["x"] + one["width"] <= width
            open_menu(page)
            links = page.locator(".site-nav a")
            expect(links).to_have_count(10)
            for link in links.all():
                link.scroll_into_view_if_needed()
                expect(link).to_be_in_viewport()
            if javascript and language == once:
                assert findings(page) == []
            page.keyboard.press("Escape")
            expect(links.first).to_be_hidden()
        page.goto("/rules/")
        page.mouse.wheel(0, 200)
        expect(head).not_to_be_in_viewport()


def test_a_wrong_password_is_said_and_leaves_the_stranger_outside(desk_page: Page) -> None:
    desk_page.goto("/accounts/login/")
    desk_page.fill("input[name=username]", "lan")
    desk_page.fill("input[name=password]", "not the password")
    desk_page.press("input[name=password]", "Enter")
    expect(desk_page.locator("body")).to_contain_text("The name or the password is wrong")


def test_the_director_logs_into_the_admin_under_the_strict_policy(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    page = open_page("desk")
    page.goto("/admin/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", site.passwords["director"])
    page.press("input[name=password]", "Enter")
    expect(page.locator("#user-tools")).to_be_visible()
    with site.database():
        assert Player.objects.get(username="director").last_login is not None


def test_the_api_documentation_works_without_the_outside_world(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("desk", may_block=True)
    page.goto("/api/docs/")
    expect(page.locator("#swagger-ui .information-container")).to_be_visible()
