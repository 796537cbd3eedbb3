"""A tab that nobody sees: it does not look by the clock, hears its stream, and looks when it is shown again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.support.browser import open_table

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
MINUTE = 60_000
"""Milliseconds of the page's own clock, which the test moves."""


def keep_looks(page: Page) -> None:
    """Note from now on what made the page look: its clock, its stream, or that it was shown again."""
    page.evaluate(
        """() => {
            window.looks = [];
            document.addEventListener("htmx:beforeSend", function (event) {
                const by = event.detail.requestConfig.triggeringEvent;
                window.looks.push(by ? by.type : "clock");
            });
        }"""
    )


def looks(page: Page) -> list[str]:
    return list(page.evaluate("window.looks"))


def turn(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
        }""",
        hidden,
    )


def is_a_look(request: Request) -> bool:
    return bool(request.headers.get("hx-request"))


def test_a_hidden_lobby_does_not_look_and_looks_at_once_when_it_is_shown(
    open_page: OpenPage,
) -> None:
    page = open_page("desk", login="lan")
    page.clock.install()
    page.goto("/")
    with page.expect_request(is_a_look):
        page.clock.run_for(11_000)  # what is in sight looks
    turn(page, hidden=True)
    expect(page.locator(".htmx-request")).to_have_count(0)  # a look that was on its way
    keep_looks(page)
    page.clock.run_for(MINUTE)
    with page.expect_request(is_a_look):
        turn(page, hidden=False)
    assert looks(page) == ["visibilitychange"]


def test_a_hidden_table_hears_its_stream_alone_and_looks_when_it_is_shown(
    open_page: OpenPage,
) -> None:
    page, other = open_page("desk", login="lan"), open_page("phone", login="minh")
    page.clock.install()
    number = open_table(page, "Bàn khuất", seats="4")
    with page.expect_request(is_a_look):
        page.clock.run_for(16_000)
    turn(page, hidden=True)
    expect(page.locator("#looker.htmx-request")).to_have_count(0)  # a look that was on its way
    keep_looks(page)
    other.goto(f"/tables/{number}/")
    other.get_by_role("button", name="Sit here").first.click()
    expect(page.locator("#table")).to_contain_text("Minh")  # the stream said so
    page.clock.run_for(MINUTE)
    assert set(looks(page)) == {"sse:moved"}
    with page.expect_request(is_a_look):
        turn(page, hidden=False)
    assert "visibilitychange" in looks(page) and "clock" not in looks(page)
    # Without its stream it goes on looking, for nobody else tells it of its turn.
    page.evaluate("htmx.trigger(document.querySelector('[sse-connect]'), 'htmx:sseError')")
    turn(page, hidden=True)
    with page.expect_request(is_a_look):
        page.clock.run_for(16_000)
