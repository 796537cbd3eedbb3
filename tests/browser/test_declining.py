"""Declining a win asks in the page alone: nothing is sent before the question is answered, with scripts and without."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.moves import Claim, ClaimKind, Pass
from games.engine.rules import FOURSAC
from games.engine.state import Offer, Phase
from tests.support.browser import show
from tests.support.felt import drawn, full_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

SIZES = [(360, 740), (1280, 800)]


def with_a_win(page: Page) -> list[str]:
    """Return a page on which a win is offered; what it sends by POST from now on."""
    table = full_table(FOURSAC, 4)
    assert table.current is not None
    offer = Offer((ClaimKind.WIN, ClaimKind.TRIPLE))
    view = replace(table.current.view, phase=Phase.CLAIMS, offer=offer)
    moves = (Claim(0, ClaimKind.WIN), Claim(0, ClaimKind.TRIPLE), Pass(0))
    show(page, drawn(replace(table, current=replace(table.current, view=view, moves=moves))))
    sent: list[str] = []
    page.on(
        "request",
        lambda asked: sent.append(asked.post_data or "") if asked.method == "POST" else None,
    )
    return sent


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_win_is_declined_by_an_answer_and_not_by_a_tap(
    chromium: Browser, width: int, height: int, javascript: bool
) -> None:
    page = chromium.new_page(
        viewport={"width": width, "height": height}, java_script_enabled=javascript
    )
    sent = with_a_win(page)
    decline, question = page.locator("summary#move-pass"), page.locator(".ask__box")
    sure = page.get_by_role("button", name="Decline the win")
    place = decline.bounding_box()
    expect(question).to_be_hidden()
    decline.click()
    expect(question).to_contain_text("You can win with this card. Do you really want to decline?")
    expect(decline.locator(".ask__open")).to_be_visible()
    expect(decline.locator(".ask__closed")).to_be_hidden()
    assert decline.bounding_box() == place
    box = question.bounding_box()
    assert box is not None and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
    # Two taps of habit give nothing away.
    decline.click()
    expect(question).to_be_hidden()
    decline.dblclick()
    expect(question).to_be_hidden()
    assert sent == []
    decline.click()
    with page.expect_request(lambda asked: asked.method == "POST"):
        sure.click(no_wait_after=True)
    assert len(sent) == 1 and "move=pass" in sent[0]
    page.close()


def test_the_question_is_of_one_state_and_stays_open_through_looks_that_bring_the_same(
    chromium: Browser,
) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    with_a_win(page)
    page.locator("summary#move-pass").click()
    question = page.locator(".ask__box")
    swap = """(change) => {
        const html = document.getElementById("table").outerHTML.replaceAll(" open=\\"\\"", "").replaceAll(...change);
        Idiomorph.morph(document.getElementById("table"), html);
        document.dispatchEvent(new Event("htmx:afterSwap"));
    }"""
    page.evaluate(swap, ["ask-pass-7-9", "ask-pass-7-9"])
    expect(question).to_be_visible()
    page.evaluate(swap, ["ask-pass-7-9", "ask-pass-7-11"])
    expect(page.locator("#ask-pass-7-11")).to_be_attached()
    expect(question).to_be_hidden()
    page.close()


def test_by_keys_the_question_opens_and_is_answered(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    sent = with_a_win(page)
    page.keyboard.press("p")
    expect(page.locator(".ask__box")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Decline the win")).to_be_focused()
    assert sent == []
    with page.expect_request(lambda asked: asked.method == "POST"):
        page.keyboard.press("Enter")
    page.close()
