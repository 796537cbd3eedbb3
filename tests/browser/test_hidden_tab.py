"""A tab that nobody sees: it does not look by the clock, hears its stream, and looks when it is shown again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import open_table
from tests.support.live_page import turn_page

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
MINUTE = 60_000
"""Milliseconds of the page's own clock, which the test moves."""


NOTE_LOOKS = """
    window.looks = [];
    document.addEventListener("htmx:beforeSend", (event) => looks.push(event.target.id));
"""


def looks(page: Page) -> list[str]:
    """Return the addresses that the page has looked at since it was last asked."""
    return list(
        page.evaluate(
            """() => {
                if (!window.looks) {
                    window.looks = [];
                    document.addEventListener("htmx:beforeSend", (event) => looks.push(event.target.id));
                }
                return looks.splice(0);
            }"""
        )
    )


def test_a_hidden_lobby_does_not_look_and_looks_at_once_when_it_is_shown(
    open_page: OpenPage,
) -> None:
    page = open_page("desk", login="lan")
    page.clock.install()
    page.goto("/")
    looks(page)
    page.clock.run_for(11_000)
    assert "looker" in looks(page)  # what is in sight looks
    expect(page.locator(".htmx-request")).to_have_count(0)
    turn_page(page, hidden=True)
    page.clock.run_for(MINUTE)
    assert looks(page) == []
    turn_page(page, hidden=False)
    assert sorted(looks(page)) == ["looker", "turns"]


def test_a_hidden_table_hears_its_stream_alone_and_looks_when_it_is_shown(
    open_page: OpenPage,
) -> None:
    page, other = open_page("desk", login="lan"), open_page("phone", login="minh")
    page.clock.install()
    page.add_init_script(NOTE_LOOKS)
    number = open_table(page, "Bàn khuất", seats="4")
    page.wait_for_function("() => looks.includes('looker')")  # the stream is open, and said so
    turn_page(page, hidden=True)
    expect(page.locator("#looker.htmx-request")).to_have_count(0)  # a look that was on its way
    looks(page)
    page.clock.run_for(MINUTE)
    assert looks(page) == []
    other.goto(f"/tables/{number}/")
    other.get_by_role("button", name="Sit here").first.click()
    expect(page.locator("#table")).to_contain_text("Minh")  # the stream said so
    expect(page.locator("#looker.htmx-request")).to_have_count(0)
    assert set(looks(page)) == {"looker"}
    turn_page(page, hidden=False)
    assert "looker" in looks(page)
