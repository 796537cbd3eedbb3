"""Steps that several tests do in a real browser."""

import mimetypes
import re
from base64 import b64encode
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route

TURN_OR_END = "[data-asked] #moves, #payout"
"""What a page at a table waits for: the own turn, or the end of the deal."""
LONG = 60_000
"""Milliseconds for the others to play. Nothing is asserted about it."""


def open_menu(page: Page) -> None:
    """Open what a phone folds away of the page's head."""
    page.locator(".site-menu__door").click()


def open_table(page: Page, name: str, **choices: str) -> int:
    """Open a table by its form and sit down; return the table's number."""
    page.goto("/")
    page.get_by_role("link", name="Open a table").click()
    page.fill("input[name=name]", name)
    for field, value in choices.items():
        page.select_option(f"select[name={field}]", value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    return int(page.url.rstrip("/").rpartition("/")[2])


def say_ready(page: Page) -> None:
    """Press "I am ready"; twice if the table has just changed, when the first press only asks."""
    page.get_by_role("button", name="I am ready").click()
    asking = page.locator("#move-ready.is-asking")
    if asking.count():
        asking.click()


def version(page: Page) -> str:
    """Return the state that the buttons on the page answer."""
    found = page.evaluate("document.querySelector('#moves [name=expected_version]')?.value ?? ''")
    return str(found)


def make_a_move(page: Page) -> None:
    """Make a beginner's move: the first card to discard, the set chosen, or what else is legal."""
    before = version(page)
    may = "[name=move]:not([aria-disabled])"
    if page.locator(f"#move-discard{may}").count():
        page.locator(".held input:checked").evaluate_all("all => all.forEach(one => one.click())")
        page.locator(".held[data-verdict]").first.click()
        move = page.locator("#move-discard")
    elif page.locator(f"#move-meld{may}").count() and page.locator(".held input:checked").count():
        move = page.locator("#move-meld")
    else:
        move = page.locator(f"#move-hit{may}, #moves [value=pass]{may}").first
        asks = move.locator("xpath=ancestor::details[not(@open)]/summary")
        if asks.count():
            asks.click()
    move.click()
    # A press just after a table change asks, and the next one acts; one under way is busy.
    asking = move.and_(page.locator(".is-asking:not([aria-busy=true])"))
    if asking.count():
        asking.click()
    page.wait_for_function(
        "before => document.querySelector('#moves [name=expected_version]')?.value !== before",
        arg=before,
    )


def play_to_the_end(page: Page) -> int:
    """Press until the payout appears; return how many moves it took."""
    moves = 0
    while True:
        page.locator(TURN_OR_END).first.wait_for(state="attached", timeout=LONG)
        if page.locator("#payout").count():
            return moves
        make_a_move(page)
        moves += 1


def play_a_deal(page: Page) -> int:
    """Play deals to the end until one gave the member a turn; return its number at the table.

    A bot may win by the first card, which nobody can help.
    """
    number = 1
    while not play_to_the_end(page):
        page.get_by_role("button", name="I am ready").wait_for(timeout=LONG)
        say_ready(page)
        page.locator("#payout").wait_for(state="detached", timeout=LONG)
        number += 1
    return number


def show(page: Page, html: str) -> None:
    """Show a page without a server: its styles and scripts come from files."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/":
            route.fulfill(body=html, content_type="text/html")
        elif path.startswith("/static/"):
            file = str(finders.find(path.removeprefix("/static/")))
            route.fulfill(path=file, content_type=mimetypes.guess_type(path)[0] or "")
        else:
            route.abort()

    page.unroute_all()
    page.route("**/*", answer)
    page.goto("http://felt.test/")


def encoded(picture: bytes) -> str:
    """Return a picture as the page's script reads it."""
    return b64encode(picture).decode()
