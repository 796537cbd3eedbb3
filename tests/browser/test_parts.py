"""A page that holds the parts of its table: what it gets is small, and what it shows is what a new page would show."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.support.browser import say_ready
from tests.support.live_page import own_table, play_blindly, play_moves
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
SHOWN = """() => ["seats", "stock", "discards", "hand", "moves", "history"].map(function (id) {
    const place = document.getElementById(id);
    return place ? place.textContent.replace(/\\s+/g, " ").trim() : null;
})"""


def is_table(answer: Response) -> bool:
    return answer.status == 200 and answer.headers.get("tusac-parts", "") != ""


def test_a_page_shows_what_a_new_page_would(open_page: OpenPage, site: RunningSite) -> None:
    page = open_page("phone", login="hoa")
    page.goto(own_table(site, "hoa", seats=4))
    texts: list[str] = []
    page.on("response", lambda answer: texts.append(answer.text()) if is_table(answer) else None)
    say_ready(page)
    play_moves(page, 4)
    shown = page.evaluate(SHOWN)
    fresh = page.context.new_page()
    fresh.goto(page.url)
    expect(fresh.locator("#table")).to_have_attribute(
        "data-version", page.locator("#table").get_attribute("data-version") or ""
    )
    assert shown == fresh.evaluate(SHOWN)
    assert len(texts) > 5 and sum("<=" in text for text in texts) > len(texts) / 2


def test_a_page_that_lacks_a_part_asks_for_everything(
    open_page: OpenPage, site: RunningSite
) -> None:
    """As after two answers that crossed: nothing half drawn is shown, and the table comes."""
    page = open_page("phone", login="hoa")
    page.goto(own_table(site, "hoa", seats=4))
    say_ready(page)
    play_moves(page, 1)
    lost: list[str] = []
    held: list[str] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        held.append(route.request.headers.get("tusac-parts", ""))
        if "<=" in text and not lost:
            lost.append(text)
            text = re.sub(r"<=[\w-]{8}>", "<=notheld0>", text, count=1)
        route.fulfill(response=answer, body=text)

    page.route(f"{page.url}*", lose)
    page.route(f"{page.url}move", lose)
    before = page.locator("#table").get_attribute("data-version") or ""
    play_blindly(page)
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    assert lost and held[held.index(next(one for one in held if one.strip())) + 1].strip() == ""
    expect(page.locator("body")).not_to_contain_text("<=")
