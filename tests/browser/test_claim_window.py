"""The claim window of 4sac on a phone: no button burns under the finger that pressed another."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games import queries
from games.engine.events import WindowHeld
from games.models import Deal
from tests.support.browser import open_table, say_ready
from tests.support.live_page import press
from tests.support.running_site import RunningSite

OpenPage = Callable[..., Page]
LONG = 60_000
"""Milliseconds that a turn may be away."""

AT_ONCE = """() => {
  window.pressed = [];
  const press = () => {
    const hold = document.getElementById("move-hold");
    if (!hold || window.pressed.length) return;
    window.pressed.push(hold.getBoundingClientRect().toJSON());
    hold.click();
  };
  new MutationObserver(press).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
"""Presses the hold the moment that it is there, as a second tap would."""


def holds(site: RunningSite, table: int) -> int:
    with site.database():
        deal = Deal.objects.filter(table=table).latest("pk")
        return sum(isinstance(row.event, WindowHeld) for row in queries.history(deal.pk))


def test_a_second_tap_presses_no_button_that_has_just_appeared(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="lan")
    page.set_viewport_size({"width": 360, "height": 740})
    table = open_table(page, "Two taps", rules="4sac")
    say_ready(page)
    # What a seat does first is to discard or to hit; a claim that comes before is answered for it.
    move = page.locator(":is(#move-discard, #move-hit):not([aria-disabled])")
    move.wait_for(timeout=LONG)
    page.locator("#quick-select").click()
    place = move.bounding_box()
    value = move.get_attribute("value") or ""
    page.evaluate(AT_ONCE)
    press(page, value)
    page.wait_for_function("() => window.pressed.length > 0", timeout=LONG)
    hold = page.evaluate("window.pressed[0]")
    assert place is not None
    assert hold["bottom"] <= place["y"] or hold["top"] >= place["y"] + place["height"]
    # It is alive a moment later, and a tap that is meant for it holds the window up: once.
    page.locator("#move-hold").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="History").click()
    expect(page.locator("#history")).to_contain_text("more seconds before claims close")
    assert holds(site, table) == 1
    history = page.locator("#history li").all_inner_texts()
    assert sum("more seconds before claims close" in line for line in history) == 1
