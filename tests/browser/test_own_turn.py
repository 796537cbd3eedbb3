"""It is my turn somewhere: every page says so, in words with a way there, in the tab's title and in its icon."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import commands
from tests.support.browser import say_ready
from tests.support.live_page import get_asked, own_table, play_blindly
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
BENEATH = """() => {
  const turns = document.getElementById("turns");
  new MutationObserver(function () {
    const notice = turns.querySelector(".turns__notice");
    if (!notice || window.beneath) return;
    const box = notice.getBoundingClientRect();
    window.beneath = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  }).observe(turns, { childList: true });
}"""
"""Notes what a tap would press in the middle of a notice the moment that it is there."""


def test_another_page_says_whose_turn_it_is_and_leads_there(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="director")
    address = own_table(site, "director", name="Bàn chờ", seats=2)
    page.goto(address)
    say_ready(page)
    get_asked(page)
    expect(page.locator("#turns a", has_text="Bàn chờ")).to_have_count(
        0
    )  # this page says it itself

    elsewhere = page.context.new_page()
    elsewhere.goto("/rules/")
    link = elsewhere.get_by_role("link", name="It is your turn at Bàn chờ.")
    expect(link).to_be_visible()
    expect(elsewhere).to_have_title("▶ It is your turn at Bàn chờ. · Rules · Tứ Sắc club")
    icon = elsewhere.locator("link[rel=icon]")
    assert "favicon-turn" in (icon.get_attribute("href") or "")
    heading = elsewhere.locator("h1").bounding_box()
    elsewhere.evaluate("document.getElementById('turns').replaceChildren()")
    assert elsewhere.locator("h1").bounding_box() == heading  # it lies over the page
    elsewhere.reload()
    link.click()
    assert elsewhere.url.endswith(address)
    held = page.locator("#hand .held").count()  # 21, or fewer where quans were laid (§3.2)
    assert play_blindly(elsewhere) == "discard"
    expect(page.locator("#hand .held")).to_have_count(
        held - 1
    )  # the other tab is at the same state


def test_a_tap_meant_for_what_lies_there_does_not_press_a_notice_that_has_just_come(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="director")
    page.goto("/rules/")
    page.evaluate(BENEATH)
    address = own_table(site, "director", "minh", name="Bàn mới", seats=2)
    page.evaluate("htmx.trigger('#turns', 'look')")
    page.wait_for_function("() => window.beneath")
    assert not page.evaluate("window.beneath.closest('#turns')")
    page.locator(".turns__notice", has_text="Bàn mới").click()
    assert page.url.endswith(address)
    with site.database():
        number = int(address.strip("/").rpartition("/")[2])
        commands.close_table(by=None, table_id=number, now=timezone.now())


def test_many_notices_leave_the_last_button_of_a_page_to_be_pressed(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="hoa")
    waiting = [own_table(site, "hoa", "minh", name=f"Bàn {number}", seats=2) for number in range(6)]
    page.goto("/tables/new")
    notice = page.locator(".turns__notice", has_text="Bàn 5")
    expect(notice).to_have_text("Bàn 5 is waiting for you to get ready.")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    with site.database():  # they would lie over the pages of the next tests
        for address in waiting:
            number = int(address.strip("/").rpartition("/")[2])
            commands.close_table(by=None, table_id=number, now=timezone.now())
