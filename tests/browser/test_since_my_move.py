"""What happened since one's own move: named at the seats while it happens, and shown again one by one by a tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.rules import VINAGAMES
from tests.support.browser import say_ready, show
from tests.support.felt import drawn, full_table
from tests.support.live_page import get_asked, own_table, play_blindly
from tests.support.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

OpenPage = Callable[..., Page]
SHOWN = "#steps > li:visible p"
WATCH = """() => {
    window.named = [];
    window.steps = [];
    const plain = (one) => one.textContent.replace(/\\s+/g, " ").trim();
    document.addEventListener("tusac:steps", function ({ detail }) {
      const newest = detail[detail.length - 1], line = document.querySelector("#since b");
      const isSaid = (step) => step === newest && plain(step.item.querySelector("p")) === plain(line);
      // Read now: the next table may make another step of the same element.
      const labels = (step) => Array.from(step.item.querySelectorAll("i[data-seat]"), (one) =>
        [one.dataset.seat, one.textContent]);
      const others = detail.filter((step) => !isSaid(step));
      window.steps.push(...others.map((step) => ({ seat: step.seat, labels: labels(step) })));
    });
    // By the box that it was put into: one that made room for later ones at once has no parent any more.
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(function (node) {
        if (node.nodeName === "P" && one.target.matches(".named__seat"))
          named.push([one.target.dataset.seat, node.textContent]);
    }))).observe(document.body, { childList: true, subtree: true });
}"""
OTHERS = """() => steps.filter((step) => step.seat !== document.getElementById("own").dataset.seat)
    .flatMap((step) => step.labels)"""
"""What the seats of the others were to be named with: all but the newest step, which stands beside the active card."""


def test_the_replay_goes_through_what_happened_and_leaves_hand_and_buttons_in_sight(
    chromium: Browser,
) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    show(page, drawn(full_table(VINAGAMES, 4, told=True)))
    line = page.locator("#since b").bounding_box()
    assert line
    page.mouse.click(line["x"] + 4, line["y"] + 4)  # the whole line is the way to it
    expect(page.locator("#sheet-since")).to_be_visible()
    expect(page.locator("#since-next")).to_be_focused()
    total = page.locator("#steps > li:not([hidden])").count()
    assert total > 3
    seen = []
    for number in range(1, total + 1):
        expect(page.locator("#since-at")).to_have_text(f"{number} / {total}")
        expect(page.locator(SHOWN)).to_have_count(1)
        seen.append(page.locator(SHOWN).inner_text())
        expect(page.locator("#turn-said")).to_have_text(seen[-1])
        if number < total:
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(SHOWN)).to_have_text(seen[-2])
    page.locator("#since-next").click()
    layer = page.locator("#sheet-since").bounding_box()
    bar = page.locator("#moves").bounding_box()
    assert layer and bar and layer["y"] + layer["height"] <= bar["y"]
    expect(page.locator(".since__turn")).to_have_text("Your turn")
    page.locator("#since-next").click()  # the last one closes it
    expect(page.locator("#sheet-since")).to_be_hidden()
    page.locator("#to-since").press("Enter")
    expect(page.locator("#since-at")).to_have_text(f"1 / {total}")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-since")).to_be_hidden()
    page.close()


def test_without_scripts_it_is_a_list(chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    show(page, drawn(full_table(VINAGAMES, 4, told=True)))
    page.locator("#to-since").click()
    assert page.locator(SHOWN).count() == page.locator("#steps > li:not([hidden])").count() > 3
    expect(page.locator("#since-next")).to_be_hidden()
    context.close()


def test_the_whole_line_can_be_pressed_and_not_its_word_alone(chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    show(page, drawn(full_table(VINAGAMES, 4, told=True)))
    line = page.locator("#since").bounding_box()
    assert line
    for y in (line["y"] - 5, line["y"] + line["height"] / 2, line["y"] + line["height"] - 4):
        page.mouse.click(line["x"] + line["width"] - 15, y)
        expect(page.locator("#sheet-since")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#sheet-since")).to_be_hidden()
    context.close()


def moved(named: list[list[str]]) -> bool:
    """Return whether one of these names is that of a card discarded or drawn."""
    return any(words.startswith(("discarded the", "drew the")) for _seat, words in named)


def test_each_step_is_named_at_its_seat_and_a_move_closes_the_replay(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="tuan")
    page.emulate_media(reduced_motion="reduce")  # the names are there, though nothing travels
    for number in range(5):  # a deal may be over before anybody else discards or draws
        page.goto(own_table(site, "tuan", seats=3, name=f"Ai làm gì {number}"))
        page.evaluate(WATCH)
        say_ready(page)
        get_asked(page)
        while not (page.locator("#payout").count() or moved(page.evaluate(OTHERS))):
            before = page.locator("#table").get_attribute("data-version") or ""
            play_blindly(page)
            expect(page.locator("#table")).not_to_have_attribute("data-version", before)
            get_asked(page)
        if not page.locator("#payout").count():
            break
    others = page.evaluate(OTHERS)
    page.wait_for_function(
        "(all) => all.every((one) => named.some((it) => String(it) === String(one)))", arg=others
    )
    named = page.evaluate("named")
    assert others and all(one in named for one in others)
    assert moved(others)
    page.locator("#to-since").click()
    expect(page.locator("#sheet-since")).to_be_visible()
    before = page.locator("#table").get_attribute("data-version") or ""
    play_blindly(page)
    expect(page.locator("#sheet-since")).to_be_hidden()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
