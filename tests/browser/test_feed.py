"""The feed: behind it says so in one line, back it is silent; what is pressed is answered before the club answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.engine.rules import VINAGAMES
from tests.support.browser import open_table, say_ready, show
from tests.support.felt import drawn, full_table
from tests.support.live_page import get_asked, own_table, play_blindly, turn_page
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
LONG = 30_000
"""Milliseconds for the others to play. Nothing is asserted about it."""

NOTE_ERRORS = """
    window.errors = [];
    const plain = console.error;
    console.error = (...words) => { errors.push(words.join(" ")); plain(...words); };
"""


def begin(page: Page, address: str) -> None:
    """Get ready for the first deal, which this page's member starts."""
    page.add_init_script(NOTE_ERRORS)
    page.goto(address)
    say_ready(page)
    get_asked(page)


def version(page: Page) -> str:
    return page.locator("#table").get_attribute("data-version") or ""


def test_a_page_that_was_cut_off_says_so_and_is_silent_and_current_again(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="lan")
    begin(page, own_table(site, "lan"))
    assert page.evaluate("errors") == []  # at the start of a deal looks and seeds cross each other
    line = page.locator("#feed")
    expect(line).to_be_hidden()
    bar = page.locator("#actions").bounding_box()

    other = page.context.new_page()
    other.goto(page.url)
    page.context.set_offline(True)
    expect(line).to_have_text("No connection. Trying again …")
    expect(line).to_have_role("status")  # which a screen reader hears
    assert page.locator("#actions").bounding_box() == bar
    page.context.set_offline(False)
    expect(line).to_be_hidden()
    expect(other.locator("#feed")).to_be_hidden()

    # What another tab does meanwhile is there at once; what this one answers to an older state is sent to nobody.
    turn_page(page, hidden=True)
    page.context.set_offline(True)
    page.context.set_offline(False)
    before = version(page)
    play_blindly(other)
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    turn_page(page, hidden=False)
    expect(line).to_be_hidden()


def test_a_stream_that_is_refused_is_looked_for_and_the_line_goes_when_it_is_back(
    open_page: OpenPage,
) -> None:
    page = open_page("desk", login="minh")
    page.add_init_script("delete window.SharedWorker;")  # the tab itself asks for the stream
    refusals = []

    def refuse(route: Route) -> None:
        refusals.append(route)
        route.fulfill(status=503, body="")

    page.route("**/stream?*", refuse)
    open_table(page, "Deaf", seats="2")
    line = page.locator("#feed")
    expect(line).to_contain_text("No live connection")
    with page.expect_request(lambda request: bool(request.headers.get("hx-request"))):
        pass  # it looks by itself
    page.unroute("**/stream?*", refuse)
    expect(line).to_be_hidden(timeout=LONG)
    assert refusals


def test_a_press_is_answered_before_the_club_answers_and_comes_back_when_it_was_not_sent(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="hoa")
    begin(page, own_table(site, "hoa"))
    before = version(page)
    held: list[Route] = []
    page.route("**/move", lambda route: held.append(route))
    assert play_blindly(page) == "discard"
    # Nothing has answered: the button, the hand and the line have.
    leaving = page.locator("#hand .is-leaving")
    expect(page.locator("#move-discard[aria-busy=true]")).to_have_count(1)
    expect(leaving).to_have_count(1)
    expect(page.locator("#feed")).to_have_text("Sending …")
    page.locator("#move-discard").click()
    assert len(held) == 1 and version(page) == before

    page.context.set_offline(True)
    held.pop().abort()
    expect(page.locator("#feed")).to_contain_text(
        "Your move will be sent as soon as you're back online"
    )
    expect(leaving).to_have_count(0)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.unroute_all()
    page.context.set_offline(False)  # the same move goes, with the same id
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(page.locator("#feed")).to_be_hidden()


def test_a_page_that_is_gone_back_to_is_current(open_page: OpenPage, site: RunningSite) -> None:
    page = open_page("desk", login="tuan")
    begin(page, own_table(site, "tuan"))
    before = version(page)
    other = page.context.new_page()
    other.goto(page.url)
    page.goto("/rules/")
    play_blindly(other)
    expect(other.locator("#table")).not_to_have_attribute("data-version", before)
    page.go_back()
    now = version(other)
    page.wait_for_function(
        "now => Number(document.querySelector('#table').dataset.version) >= Number(now)", arg=now
    )
    expect(page.locator("#feed")).to_be_hidden()


TABLES_AT_MOST = """() => {
  window.most = 1;
  const count = () => { most = Math.max(most, document.querySelectorAll("[id=table]").length); };
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes how many tables the page held at once."""


@pytest.mark.django_db
def test_a_page_looks_on_though_the_form_of_a_press_went_while_its_answer_was_on_the_way(
    chromium: Browser,
) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    table = full_table(VINAGAMES, 4, due="turn")
    show(page, drawn(table))
    body = drawn(table, part="#live")
    held: list[Route] = []

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fulfill(body=body, content_type="text/html")

    page.route("**/tables/1/**", answer)
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("#move-hit").click()
    page.evaluate("document.getElementById('moves').remove()")  # as a look does that knows the move
    page.evaluate(TABLES_AT_MOST)
    with page.expect_response(lambda response: response.request.method == "POST"):
        held[0].fulfill(body=body, content_type="text/html")
    expect(page.locator("#moves")).to_have_count(1)
    assert page.evaluate("most") == 1  # its answer stands in the table's place, not inside it
    with page.expect_request(lambda request: "shown=" in request.url):
        page.evaluate("htmx.trigger('#looker', 'look')")
    expect(page.locator("html.is-sending")).to_have_count(0)
    page.close()
