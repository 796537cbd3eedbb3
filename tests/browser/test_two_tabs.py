"""Two tabs of one seat: one plays, the other presses what is no longer so, and is told it once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import say_ready
from tests.support.live_page import get_asked, own_table, play_blindly
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

SAID = "#messages .notice, #feed:not(:empty), .is-asking"
"""Wherever a page at a table could say that a press came to nothing."""


def test_an_outdated_press_is_said_once_and_gone_after_the_next_one(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    first = open_page("desk", login="hoa")
    first.goto(own_table(site, "hoa", seats=2))
    say_ready(first)
    get_asked(first)
    complaints: list[str] = []
    second = first.context.new_page()
    second.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    second.goto(first.url)
    before = second.locator("#table").get_attribute("data-version") or ""

    # The second tab is told that nothing is new while the first one plays.
    second.route(f"{first.url}?shown=*", lambda route: route.fulfill(status=204))
    play_blindly(first)
    expect(first.locator("#table")).not_to_have_attribute("data-version", before)
    assert second.locator("#table").get_attribute("data-version") == before
    play_blindly(second)
    expect(second.locator("#table")).not_to_have_attribute("data-version", before)
    expect(second.locator(SAID)).to_have_count(1)
    expect(second.locator("#messages .notice")).to_be_visible()
    spoken = second.locator("#messages .notice").inner_text()
    assert second.locator("body").inner_text().count(spoken) == 1
    second.unroute(f"{first.url}?shown=*")
    get_asked(second)
    play_blindly(second) if not second.locator("#payout").count() else say_ready(second)
    expect(second.locator(SAID)).to_have_count(0)
    assert [one for one in complaints if "oobErrorNoTarget" in one] == []
