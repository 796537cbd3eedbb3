"""On a phone a tap on a sign says what it is, Enter says it too, and the cards keep their taps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.presenters.signs import SIGNS
from tests.support.browser import say_ready
from tests.support.live_page import get_asked, own_table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

IN_SIGHT = """() => { const box = document.getElementById("sign").getBoundingClientRect();
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; }"""


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (740, 360)])
def test_signs_explain_themselves(
    open_page: Callable[..., Page], site: RunningSite, wide: int, high: int
) -> None:
    page = open_page("phone", login="lan")
    page.set_viewport_size({"width": wide, "height": high})
    page.goto(own_table(site, "lan", seats=4))
    say_ready(page)
    get_asked(page)
    says = page.locator("#sign")
    for where, sign in (
        ("#stock .centre__count", "stock"),
        (".seats .seat__count >> nth=0", "count"),
        ("#clock [data-seconds]", "clock"),
    ):
        page.locator(where).tap()
        expect(says).to_be_visible()
        expect(says).to_have_text(str(SIGNS[sign].says))
        assert page.evaluate(IN_SIGHT)
        page.keyboard.press("Escape")
        expect(says).to_be_hidden()
    asks = page.locator("#stock .asks")
    asks.focus()
    page.keyboard.press("Enter")
    expect(says).to_have_text(str(SIGNS["stock"].says))
    page.keyboard.press("Escape")
    expect(asks).to_be_focused()
    first = page.locator("#hand input").first
    page.locator("#hand .held").first.tap(position={"x": 6, "y": 10})
    expect(first).to_be_checked()
    expect(says).to_be_hidden()
