"""Nothing is said twice at a table: by the tree that a browser makes for a screen reader, in each state of the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.rules import VINAGAMES
from tests.support.browser import say_ready, show
from tests.support.felt import NAMES, drawn, full_table
from tests.support.live_page import get_asked, own_table, play_blindly
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

SENTENCE = re.compile(r"[^.!?]+[.!?]")


def tree(page: Page) -> list[dict[str, Any]]:
    """Return what a screen reader comes upon on a page, without the page's own title, which is the tab's."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [one for one in nodes if not one["ignored"] and one["role"]["value"] != "RootWebArea"]


def texts(page: Page) -> list[str]:
    """Return the texts of a page in the order in which they are read."""
    found = [one["name"]["value"] for one in tree(page) if one["role"]["value"] == "StaticText"]
    return [words.strip() for words in found if words.strip()]


def twice(page: Page) -> list[str]:
    """Return the sentences that stand on a page more than once, and whose turn it is if that does."""
    said = " ".join(texts(page))
    sentences = Counter(words.strip() for words in SENTENCE.findall(said) if " " in words.strip())
    turns = len(re.findall("Your turn|It is [^.]*’s turn", said))
    labels = [one.get("name", {}).get("value", "") for one in tree(page)]
    asked = [one for one in labels if one == "Your turn"]
    return (
        [words for words, times in sentences.items() if times > 1] + asked + ["turn"] * (turns > 1)
    )


@pytest.mark.parametrize(
    ("due", "winner"),  # whom a page names once the deal is over, and not before
    [*((due, 1) for due in ("turn", "discard", "claim", "wait")), ("over", 0), ("over", 1)],
)
def test_no_sentence_stands_at_a_table_twice(chromium: Browser, due: str, winner: int) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    show(page, drawn(full_table(VINAGAMES, 4, due=due, told=True, winner=winner)))
    assert twice(page) == []
    said = " ".join(texts(page))
    if due == "over":
        assert said.count(f"{NAMES[winner]} won with") == 1
        assert said.count("Won") == 0
    if due in ("turn", "discard"):
        assert said.count("Your turn") == 1
    page.close()


OpenPage = Callable[..., Page]


def test_a_page_that_is_played_says_each_new_thing_once_and_then_nothing(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("desk", login="hoa")
    page.goto(own_table(site, "hoa", seats=2, name="Một lần"))
    page.evaluate(
        """() => { window.said = []; new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) =>
        said.push(node.textContent)))).observe(document.getElementById("turn-said"), { childList: true }); }"""
    )
    say_ready(page)
    for _move in range(2):
        get_asked(page)
        if page.locator("#payout").count():
            break
        before = page.locator("#table").get_attribute("data-version") or ""
        play_blindly(page)
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    get_asked(page)
    expect(page.locator("#turn-said")).to_be_empty()
    said = page.evaluate("said")
    assert any("You discarded the" in words for words in said)
    for words in said:
        sentences = [one.strip() for one in SENTENCE.findall(words)]
        assert len(sentences) == len(set(sentences)), words
    assert sum("The cards are dealt." in words for words in said) == 1
    assert twice(page) == []


def test_a_lost_connection_is_said_once(open_page: OpenPage, site: RunningSite) -> None:
    page = open_page("desk", login="minh")
    page.goto(own_table(site, "minh", seats=2, name="Mất mạng"))
    expect(page.locator("#feed")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#feed")).to_contain_text("No connection")
    # Chromium brings the tree up to date a little after the page.
    wait_until(lambda: "No connection" in " ".join(texts(page)), "the tree has the line")
    assert " ".join(texts(page)).count("No connection") == 1
    assert twice(page) == []
