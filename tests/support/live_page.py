"""Tabs, own tables and blind presses: what the tests of the live page do in a real browser."""

from __future__ import annotations

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.engine.rules import VINAGAMES
from games.models import Player
from tests.support.running_site import RunningSite
from tests.support.tables import opened_table


def turn_page(page: Page, *, hidden: bool) -> None:
    """Put the tab out of sight, or back into it, as far as its scripts can tell."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
        }""",
        hidden,
    )


def own_table(
    site: RunningSite, login: str, *others: str, name: str = "Bàn mở", seats: int = 4
) -> str:
    """Return a table against bots at which this member starts the first deal, beside these others; its address."""
    with site.database():
        player = Player.objects.get(username=login)
        people = [Player.objects.get(username=other) for other in others]
        table = opened_table(
            by=player,
            name=name,
            rules=VINAGAMES,
            seats=seats,
            occupants=[player, *people, *["greedy"] * (seats - 1 - len(people))],
            starters=[0] * 9,
            now=timezone.now(),
        )
        return f"/tables/{table.pk}/"


def get_asked(page: Page) -> None:
    """Wait until the table asks for a move, or is over."""
    page.locator("#table[data-asked], #payout").first.wait_for(state="attached")


def open_question(button: Locator) -> None:
    """Press what asks first, where this button answers a question that is not open."""
    asks = button.locator("xpath=ancestor::details[not(@open)]/summary")
    if asks.count():
        asks.click()


def press(page: Page, value: str) -> None:
    """Press a button of the bar; once more where the table had just changed, and the first press asked."""
    button = page.locator(f"#moves button[value={value}]")
    open_question(button)
    button.and_(page.locator(":not([aria-disabled])")).click()
    asking = button.and_(page.locator(".is-asking:not([aria-busy=true])"))
    if asking.count():
        asking.click()


def play_blindly(page: Page) -> str:
    """Hit, pass or discard the first card of the trash, whatever may be done; what was pressed."""
    for value in ("hit", "pass", "discard"):
        if page.locator(f"#moves button[value={value}]:not([aria-disabled])").count():
            break
    if value == "discard":
        card = page.locator("#hand [data-trash]").first
        if not card.locator("input").is_checked():
            card.click()
    press(page, value)
    return value


def play_moves(page: Page, moves: int) -> None:
    """Make so many moves blindly, or fewer where the deal is over before, and wait for the next question."""
    for _ in range(moves):
        get_asked(page)
        if page.locator("#payout").count():
            return
        before = page.locator("#table").get_attribute("data-version") or ""
        play_blindly(page)
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    get_asked(page)
