"""A press is answered at once: what shows it is there before the browser draws again, and long before an answer."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser import say_ready
from tests.support.live_page import get_asked, own_table, play_blindly
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

SLOW = 2.0
"""Seconds that the network takes."""

# What each moment of a press shows, in the order in which they came: the press itself, the first frame, the answer.
NOTE = """() => {
  window.told = [];
  const tell = (moment) => told.push([
    moment,
    document.querySelectorAll("#moves [aria-busy=true]").length,
    document.documentElement.classList.contains("is-sending"),
    document.querySelectorAll("#hand .is-leaving").length,
  ]);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "get") told.push(["answer"]);
  });
  document.getElementById("moves").addEventListener("submit", () => {
    queueMicrotask(() => tell("pressed"));
    requestAnimationFrame(() => tell("drawn"));
  });
}"""


def test_a_press_shows_before_the_next_frame_however_slow_the_network(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    page = open_page("phone", login="hoa")
    page.goto(own_table(site, "hoa"))
    say_ready(page)
    get_asked(page)

    def slowly(route: Route) -> None:
        sleep(SLOW)
        route.continue_()

    page.route("**/move", slowly)
    before = page.locator("#table").get_attribute("data-version") or ""
    page.evaluate(NOTE)
    left = 1 if play_blindly(page) == "discard" else 0
    page.wait_for_function("() => told.some(([moment]) => moment === 'answer')")
    shown = [1, True, left]
    assert page.evaluate("told") == [["pressed", *shown], ["drawn", *shown], ["answer"]]
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
