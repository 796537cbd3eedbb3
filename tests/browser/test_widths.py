"""What has to be read whole on a desk of 1280 pixels."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.widths import CUT_OFF

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


@pytest.mark.parametrize("where", ["/tournaments/new", "/tables/new"])
def test_a_closed_list_shows_what_is_chosen_whole(open_page: OpenPage, where: str) -> None:
    page = open_page("desk", login="director")
    for language in ("vi", "fr", "ja", "en"):
        page.goto(where)
        page.locator(f"button[name=language][value={language}]").click()
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        assert page.evaluate(CUT_OFF) == [], language
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_on_a_phone_the_rare_choices_fit_into_its_width(open_page: OpenPage) -> None:
    page = open_page("phone", login="director")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/tournaments/new")
    for fold in page.locator("details.more > summary").all():
        fold.tap()
    expect(page.locator("[name=least_members]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_head_of_the_director_has_two_rows(open_page: OpenPage) -> None:
    page = open_page("desk", login="director")
    for language in ("vi", "fr", "ja", "en"):
        page.goto("/")
        page.locator(f"button[name=language][value={language}]").click()
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        name, user, ways = (
            page.locator(part).bounding_box() for part in (".site-name", ".site-user", ".site-nav")
        )
        assert name and user and ways, language
        assert user["y"] < name["y"] + name["height"] <= ways["y"] + 1, language
        first, last = (page.locator(".site-nav li").nth(n).bounding_box() for n in (0, -1))
        assert first and last and first["y"] == last["y"], language
