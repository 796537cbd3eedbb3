"""A deal without a pointer: by keys alone, and by the names that a screen reader says."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import open_table, say_ready
from tests.support.hand import ASKED, END, LONG, answered, state_of, wait_for_turn

OpenPage = Callable[..., Page]


STALE = """() => [...document.querySelectorAll("#moves button[aria-disabled]")]
  .filter((one) => one.value !== one.querySelector(".move__words").textContent.trim().toLowerCase())
  .map((one) => one.outerHTML)"""
"""A button that has the focus is renewed like any other: none of those that are not legal says what it said before."""


def focus(page: Page) -> str:
    """Return the id of the element that has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def in_bar(page: Page) -> bool:
    return bool(page.evaluate("Boolean(document.activeElement.closest('#actions'))"))


def tab_to(page: Page, element: str, most: int) -> None:
    for _ in range(most):
        if focus(page) == element:
            return
        page.keyboard.press("Tab")
    assert focus(page) == element, f"more than {most} presses of Tab to {element}"


@pytest.mark.parametrize(("rules", "seats"), [("vinagames", "2"), ("4sac", "4")])
def test_a_whole_deal_is_played_by_keys_alone(open_page: OpenPage, rules: str, seats: str) -> None:
    """Of a deal that a bot has won before it was anybody's turn, the next one."""
    page = open_page("desk", login="lan")
    open_table(page, f"By keys, {rules}", rules=rules, seats=seats)
    while not played_by_keys(page):
        pass
    expect(page.locator(END)).to_be_attached()


def played_by_keys(page: Page) -> int:
    """Say ready and play a deal to its end; how many moves that took."""
    tab_to(page, "move-ready", 12)
    page.keyboard.press("Enter")
    if page.locator("#move-ready.is-asking").count():
        page.keyboard.press("Enter")
    moves = 0
    while wait_for_turn(page):
        assert in_bar(page), f"the focus is on {focus(page)!r} after {moves} moves"
        assert page.evaluate(STALE) == []
        before = state_of(page)
        page.keyboard.press("q")
        page.keyboard.press("Enter")
        if not answered(page, before):  # it had only just changed, and asked
            page.keyboard.press("Enter")
            page.wait_for_function("before => tusacState() !== before", arg=before, timeout=LONG)
        moves += 1
    return moves


@pytest.mark.parametrize(("rules", "seats"), [("vinagames", "2"), ("4sac", "4")])
def test_a_whole_deal_is_played_by_accessible_names_alone(
    open_page: OpenPage, rules: str, seats: str
) -> None:
    """Of a deal that a bot has won before it was anybody's turn, the next one."""
    page = open_page("phone", login="hoa")
    open_table(page, f"By names, {rules}", rules=rules, seats=seats)
    while not played_by_names(page, rules):
        pass


def test_the_hand_is_one_stop_of_tab_and_the_arrows_move_in_it(open_page: OpenPage) -> None:
    page = open_page("desk", login="minh")
    open_table(page, "Arrows", seats="2")
    say_ready(page)
    wait_for_turn(page)
    page.locator("#hand input").first.focus()
    assert page.locator("#hand input[tabindex='0']").count() == 1
    cards = page.locator("#hand input").evaluate_all("all => all.map((one) => one.id)")
    first = focus(page)
    page.keyboard.press("ArrowRight")
    assert [first, focus(page)] == cards[:2]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    last = cards[-1]
    assert focus(page) == last
    page.locator("#hand input:checked").evaluate_all("all => all.forEach(one => one.click())")
    page.keyboard.press("Space")
    expect(page.locator(f"#{last}")).to_be_checked()
    page.keyboard.press("Tab")
    assert in_bar(page)


def played_by_names(page: Page, rules: str) -> int:
    """Say ready and play a deal to its end; how many moves that took."""
    say_ready(page)
    moves = 0
    form = page.get_by_role("form", name="Your move")
    while wait_for_turn(page):
        before = state_of(page)
        if form.get_by_role("button", name="Discard", disabled=False).count():
            name = "safe to discard" if rules == "vinagames" else "(green|white|red|yellow) [^k]"
            card = page.get_by_role("checkbox", name=re.compile(name)).first
            if not card.is_checked():
                card.dispatch_event("click")  # as a screen reader presses: wherever it has moved to
        for name in ("Win", "Kong", "Triple", "Meld", "Discard", "Hit", "Pass"):
            button = form.get_by_role("button", name=name, exact=False, disabled=False)
            if button.count():
                if name == "Meld":
                    page.get_by_role("button", name="Quick Select").click()
                button.first.click()
                if not answered(page, before):
                    button.first.click()
                break
        page.wait_for_function("before => tusacState() !== before", arg=before, timeout=LONG)
        moves += 1
    return moves


def test_the_list_of_keys_opens_by_a_key_and_turns_them_off(open_page: OpenPage) -> None:
    page = open_page("desk", login="tuan")
    open_table(page, "A list", seats="2")
    say_ready(page)
    wait_for_turn(page)
    page.keyboard.press("?")
    sheet = page.get_by_role("heading", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    before = page.locator("#hand input:checked").count()
    page.keyboard.press("f")  # nothing is pressed under a sheet
    assert page.locator("#hand input:checked").count() == before
    page.get_by_label("Use keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.keyboard.press("Backspace")
    page.keyboard.press("f")
    assert page.locator("#hand input:checked").count() == 0
    page.reload()
    page.keyboard.press("?")
    page.get_by_label("Use keyboard shortcuts").check()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    assert page.locator("#hand input:checked").count() > 0


def test_a_button_that_is_not_legal_says_why_when_it_is_pressed(open_page: OpenPage) -> None:
    page = open_page("desk", login="minh")
    open_table(page, "Why", seats="2")
    say_ready(page)
    wait_for_turn(page)
    closed = page.locator("#moves button[aria-disabled]").first
    why = closed.get_attribute("data-why") or ""
    said, _gap, sign = why.partition("&nbsp;")
    closed.click(force=True)
    expect(page.get_by_role("alert").filter(has_text=unescape(said))).to_be_visible()
    assert sign and page.get_by_role("alert").get_by_label("Rule: §").is_visible()
    assert page.locator(ASKED).count()
