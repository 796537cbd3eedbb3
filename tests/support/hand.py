"""Playing at the table's page in a real browser, until the deal is over."""

from __future__ import annotations

from playwright.sync_api import Page

ASKED = "#moves button[name=move]:not([aria-disabled])"
END = "#payout"
AT_REST = "() => !document.querySelector('#hand')?.getAnimations({ subtree: true }).length"
LONG = 60_000
"""Milliseconds for the others to play. Nothing is asserted about it."""

_STATE = """window.tusacState = () => {
  const { deal, version } = document.getElementById("table").dataset;
  return deal + " " + version;
}"""


def wait_for_turn(page: Page) -> bool:
    """Wait until this page is asked for a move; return False if the deal is over instead.

    The cards are dealt to the hand in sight: they lie in their places before anybody taps one.
    """
    page.wait_for_function(
        f"() => document.querySelector({ASKED!r}) || document.querySelector({END!r})", timeout=LONG
    )
    page.wait_for_function(AT_REST, timeout=LONG)
    page.evaluate(_STATE)
    return page.locator(END).count() == 0


def state_of(page: Page) -> str:
    """Return the deal that the page shows, and its version."""
    return str(page.evaluate("tusacState()"))


def answered(page: Page, before: str) -> bool:
    """Return whether a press was a move; False if the table had just changed and the page asked again."""
    page.wait_for_function(
        "before => tusacState() !== before || document.querySelector('#moves .is-asking')",
        arg=before,
        timeout=LONG,
    )
    return state_of(page) != before
