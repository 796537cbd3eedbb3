"""Score sheets in browsers: a deal by its numbers on a phone, a sheet by keys alone, what a correction changes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import findings
from tests.support.cardboard import real_card_table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


@pytest.fixture
def tournament(site: RunningSite) -> tuple[int, list[str]]:
    """A tournament of one table with real cards and two deals, and who sits there: logins by seat."""
    return real_card_table(site)


def fits(page: Page) -> bool:
    """Return whether nothing is to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_deal_is_entered_on_a_phone_with_three_taps_and_its_digits(
    open_page: OpenPage, tournament: tuple[int, list[str]]
) -> None:
    made, seats = tournament
    page = open_page("phone", login=seats[1])
    page.goto(f"/tournaments/{made}/rounds/1/tables/1/result")
    page.get_by_role("link", name="Only the points").tap()
    page.locator("#entry input[name='winner'][value='1']").tap()
    page.locator("#entry-points").fill("7")
    assert fits(page) and findings(page) == []
    page.locator("#entry button[name='act']").tap()
    expect(page.locator("#results h3")).to_contain_text("cards not entered")
    expect(page.locator(".entry__nets strong").nth(1)).to_have_text("+60")
    expect(page.locator("#entry-points")).to_be_visible()  # the next deal the same way


def test_a_sheet_is_typed_in_by_keys_alone(
    open_page: OpenPage, tournament: tuple[int, list[str]]
) -> None:
    """V4 of §9; Enter checks, and only the button saves."""
    made, _seats = tournament
    page = open_page("desk", login="director")
    page.goto(f"/tournaments/{made}/rounds/1/sheets")
    page.locator("select[name='t1d1-winner']").focus()
    keys = page.keyboard
    keys.type("East")
    keys.press("Tab")
    keys.type("19")
    for _field in ("penalty", "quan", "khui", "khap of South", "quan of East"):
        keys.press("Tab")
    keys.type("1")
    keys.press("Tab")
    keys.type("1")
    assert page.evaluate("document.activeElement.name") == "t1d1-khui-1"
    keys.press("Enter")
    expect(page.locator("tbody tr").first).to_contain_text("+162")
    expect(page.locator("select[name='t1d1-winner']")).to_have_value("1")
    assert fits(page) and findings(page) == []
    page.locator("input[name='t1-sum-1']").focus()
    keys.type("161")
    page.get_by_role("button", name="Save all sheets").press("Enter")
    expect(page.locator(".scores [role=alert]")).to_contain_text("The lines of table 1 add up to")
    page.locator("input[name='t1-sum-1']").fill("162")
    page.get_by_role("button", name="Save all sheets").press("Enter")
    expect(page.locator("#messages")).to_contain_text("saved")
    assert page.locator("select[name='t1d1-winner']").count() == 0
    page.get_by_role("link", name="Table 1").click()
    page.get_by_role("link", name="Correct this result").click()
    expect(page.locator(".changes tbody tr")).to_have_count(4)
    assert fits(page) and findings(page) == []
    phone = open_page("phone", login="director")
    phone.goto(f"/tournaments/{made}/rounds/1/sheets")
    assert fits(phone) and findings(phone) == []
