"""Nothing moves under a finger: where the four buttons stand, at every frame of whole deals."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import open_table, play_a_deal, say_ready

OpenPage = Callable[..., Page]

WATCH = """() => {
  window.places = {};
  const look = () => {
    for (const button of document.querySelectorAll("#move-hit, #move-meld, #move-pass, #move-discard")) {
      const box = button.getBoundingClientRect(), place = button.closest(".moves__place");
      const cell = place.getBoundingClientRect(), alone = place.querySelectorAll(".move").length === 1;
      const note = (what, at) => ((window.places[button.id] ??= {})[what] ??= {})[at.join(" ")] = true;
      note("ends", [cell.right, cell.y, cell.height, box.y, box.height]);
      if (alone) note("begins", [cell.x, box.x]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes at every frame where the four buttons stand; two claims share their place and that of Hit."""


@pytest.mark.parametrize("rules", ["vinagames", "4sac"])
def test_the_four_buttons_stay_where_they_are_over_a_whole_deal(
    open_page: OpenPage, rules: str
) -> None:
    page = open_page("phone", login="lan")
    page.set_viewport_size({"width": 360, "height": 740})
    open_table(page, f"Still {rules}", rules=rules)
    page.evaluate(WATCH)
    say_ready(page)
    play_a_deal(page)
    places = page.evaluate("window.places")
    assert sorted(places) == ["move-discard", "move-hit", "move-meld", "move-pass"]
    once = {"ends": 1, "begins": 1}
    assert {
        name: {what: len(at) for what, at in found.items()} for name, found in places.items()
    } == dict.fromkeys(places, once), places
    # The end is told on the felt, and its sheet opens in one press.
    expect(page.locator("#prompt")).to_be_visible()
    page.locator("#to-payout").click()
    expect(page.locator("#payout")).to_be_visible()
