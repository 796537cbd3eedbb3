"""A result of real cards on phones: tapped in, photographed, confirmed by another seat; the taps are counted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.axe import findings
from tests.support.cardboard import WON, real_card_table
from tests.support.photographs import with_a_place
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
AS_HELD = ("pair", "king", "three", "khap", "quan", "khui")
"""The sets as somebody taps them who goes by kinds."""
SETS = sorted(WON, key=lambda one: AS_HELD.index(one.split("-")[0].split()[0]))
TAP_ALL = """(taps) => {
  for (const [name, value] of taps)
    document.querySelector(`#entry button[name="${name}"][value="${value}"]`).click();
}"""
"""Taps within one moment, all of them on the form as it stands now."""


@pytest.fixture
def table(site: RunningSite) -> tuple[str, list[str]]:
    """The page of a table's result, and who sits there: logins by seat."""
    made, seats = real_card_table(site)
    return f"/tournaments/{made}/rounds/1/tables/1/result", seats


class Finger:
    """Taps on a page, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def press(self, name: str, value: str) -> None:
        self.tap(self.page.locator(f"#entry button[name='{name}'][value='{value}']"))

    def add(self, made: str, already: int) -> None:
        """Tap in a set of the winner, with its kind where that is not shown."""
        if not self.page.locator(f"button[name='add'][value='{made}']").count():
            self.press("kind", made.partition(" ")[0])
        self.press("add", made)
        expect(self.page.locator(".entry__sets").first.locator("li")).to_have_count(already + 1)


def fits(page: Page) -> bool:
    """Return whether nothing is to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_result_is_entered_photographed_and_confirmed_in_few_taps(
    open_page: OpenPage, table: tuple[str, list[str]]
) -> None:
    """V4 with its quan, khui and khap, a khap of a loser, and the penalty of another."""
    where, seats = table
    page = open_page("phone", login=seats[1])
    page.goto(where)
    finger = Finger(page)
    finger.press("winner", "1")
    expect(page.locator(".entry__count")).to_be_visible()
    for already, made in enumerate(SETS):
        finger.add(made, already)
    expect(page.locator(".entry__count")).to_contain_text("21 of 21")
    assert finger.taps == 12

    finger.tap(page.locator("#entry summary"))
    finger.press("kind", "2 khap")
    finger.press("add", "2 khap")
    finger.press("offender", "3")
    assert fits(page) and findings(page) == []
    finger.press("act", "enter")
    expect(page.locator("#results h3")).to_contain_text("Deal 1")
    assert finger.taps == 17
    nets = page.locator(".entry__nets strong").all_inner_texts()
    assert [net.replace("\N{MINUS SIGN}", "-") for net in nets] == ["-3", "+162", "+6", "-165"]

    finger.tap(page.get_by_role("link", name="Add a photo"))
    picture = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": with_a_place()}
    with page.expect_file_chooser() as chosen:
        finger.tap(page.locator("#photograph"))
    chosen.value.set_files(picture)  # type: ignore[arg-type]
    finger.tap(page.get_by_role("button", name="Add the photo"))
    expect(page.locator("figure img")).to_be_visible()
    assert page.evaluate("document.querySelector('figure img').decode().then(() => true)")
    assert finger.taps == 20
    assert fits(page) and findings(page) == []

    other = open_page("phone", login=seats[2])
    other.goto(where)
    beside = Finger(other)
    beside.tap(other.get_by_role("button", name="That is right"))
    expect(other.locator("#messages")).to_contain_text("The confirmation has been saved.")
    assert beside.taps == 1


def test_taps_within_a_moment_are_all_taken_and_one_twice_is_one(
    open_page: OpenPage, table: tuple[str, list[str]]
) -> None:
    where, seats = table
    page = open_page("phone", login=seats[0])
    page.goto(f"{where}?winner=1")
    pairs = [("add", f"pair {card} {card}") for card in ("Rr", "Rr", "Gr", "Mr")]
    page.evaluate("() => { window.isTheSame = true; }")
    page.evaluate(TAP_ALL, pairs)
    held = page.locator(".entry__sets").first.locator("li")
    expect(held).to_have_count(3)
    expect(page.locator(".entry__count")).to_contain_text("6 of 21")
    page.evaluate(TAP_ALL, [("add", "pair Nr Nr"), ("kind", "khap"), ("drop", "set 0")])
    expect(page.locator("button[name='kind'][value='khap']")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(held).to_have_count(3)
    assert page.evaluate("window.isTheSame")  # no tap has loaded the page
    # The address follows the last tap, once its form has settled.
    page.wait_for_function("() => new URLSearchParams(location.search).has('drop')")
    page.reload()
    expect(held).to_have_count(3)


def test_what_is_saved_right_behind_a_tap_holds_it(
    open_page: OpenPage, table: tuple[str, list[str]]
) -> None:
    where, seats = table
    page = open_page("phone", login=seats[1])
    sets = "&".join(f"set={made.replace(' ', '+')}" for made in SETS[:-1])
    page.goto(f"{where}?winner=1&kind=khui&{sets}")
    page.evaluate(TAP_ALL, [("add", SETS[-1]), ("act", "enter")])
    expect(page.locator("#results h3")).to_contain_text("Deal 1")
    expect(page.locator(".entry__nets strong").nth(1)).to_have_text("+162")


def test_a_tap_without_a_network_holds_no_other_up(
    open_page: OpenPage, table: tuple[str, list[str]]
) -> None:
    where, seats = table
    page = open_page("phone", login=seats[1])
    page.goto(f"{where}?winner=1")
    page.context.set_offline(True)
    with page.expect_event("requestfailed", lambda one: "pair" in one.url):
        page.evaluate(TAP_ALL, [("add", "pair Rr Rr"), ("add", "pair Gr Gr")])
    page.context.set_offline(False)
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # htmx hears of it first
    page.locator("button[name='add'][value='pair Mr Mr']").tap()
    expect(page.locator(".entry__count")).to_contain_text("2 of 21")
