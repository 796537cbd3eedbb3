"""A screen reader comes upon each card once: by the tree that a browser makes for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser

from games.engine.cards import Card
from games.engine.rules import VINAGAMES
from games.presenters.cards import card_name, set_words
from tests.support.browser import show
from tests.support.felt import DEAD, HAND, SETS, cards, drawn, full_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

NAMES_A_CARD = re.compile(
    r"(?:red|yellow|green|white) (?:king|guard|minister|rook|cannon|knight|pawn)\b"
)


def read(browser: Browser, html: str) -> Counter[str]:
    """Return what a screen reader comes upon that begins with a card, by the card, and the pictures of sets."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    show(page, html)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    page.close()
    shown = [one for one in tree if not one["ignored"] and one["role"]["value"] != "InlineTextBox"]
    names = [one.get("name", {}).get("value", "") for one in shown]
    found = [match[0] for name in names if (match := NAMES_A_CARD.match(name))]
    laid = [
        name.rpartition(",")[0]
        for one, name in zip(shown, names, strict=True)
        if one["role"]["value"] == "image" and ":" in name
    ]
    return Counter(found + laid)


def named(shown: Iterable[Card]) -> list[str]:
    return [card_name(one) for one in shown]


@pytest.mark.parametrize("due", ["turn", "discard", "claim"])
def test_each_card_and_each_set_of_a_table_is_read_once(chromium: Browser, due: str) -> None:
    felt = full_table(VINAGAMES, 4, due=due)
    in_the_middle = () if due == "discard" else cards("Rg")
    laid = [set_words(made) for seat in SETS for made in seat]
    expected = Counter(named((*cards(HAND), *cards(DEAD), *in_the_middle)) + laid)
    assert read(chromium, drawn(felt)) == expected
