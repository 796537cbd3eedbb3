"""What is done travels over the table, and moves nothing there; none of it where somebody wants none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import say_ready
from tests.support.live_page import own_table, play_moves
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]

WATCH = """() => {
    window.seen = { flights: [], kinds: [], sounds: 0, turns: 0, shift: 0, places: new Set() };
    document.addEventListener("tusac:steps", (event) => event.detail.forEach((step) => seen.kinds.push(step.kind)));
    document.addEventListener("tusac:turn", () => { seen.turns += 1; });
    new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
        if (node.className === "flight__card") seen.flights.push(node.querySelector("use").getAttribute("href"));
    }))).observe(document.body, { childList: true, subtree: true });
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { seen.sounds += 1; return start.apply(this, when); };
    const note = () => {
        const places = ["hit", "meld", "pass", "discard"].map((name) => {
            const button = document.getElementById("move-" + name);
            const box = button && button.getBoundingClientRect();
            return box && box.width ? [box.x, box.y, box.width, box.height].join() : "";
        });
        if (places.every(Boolean)) seen.places.add(places.join(" "));
        requestAnimationFrame(note);
    };
    note();
}"""


MELD_A_PAIR = """() => {
    const own = document.getElementById("own"), card = document.querySelector("#hand [data-card]");
    const code = card.dataset.card, face = card.querySelector(".card").cloneNode(true);
    const detail = { elt: document.body, xhr: { status: 200, getResponseHeader: () => null } };
    document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
    const set = document.createElement("li");
    set.append(face, face.cloneNode(true));
    own.querySelector(".seat__sets").append(set);
    card.remove();
    const step = { kind: "meld", seat: own.dataset.seat, code, item: set, card: face, at: 0, lasts: 300 };
    document.dispatchEvent(new CustomEvent("tusac:steps", { detail: [step] }));
    const flown = Array.from(document.querySelectorAll(".flight__card"));
    return flown.map((one) => {
        const box = one.getBoundingClientRect(), y = box.top + box.height / 2;
        return ["centre", "hand"].find((id) => {
            const place = document.getElementById(id).getBoundingClientRect();
            return place.top < y && y < place.bottom;
        });
    });
}"""
"""An own meld of the active card and one like it; from where each of the two sets out."""


def test_every_step_travels_and_sounds_and_no_button_moves(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="lan")
    page.goto(own_table(site, "lan", seats=2))
    page.evaluate(WATCH)
    page.evaluate("document.documentElement.dataset.sound = 'on'")
    say_ready(page)
    play_moves(page, 3)
    seen = page.evaluate("({ ...seen, places: Array.from(seen.places) })")
    assert {"deal", "discard"} <= set(seen["kinds"])
    assert seen["flights"] and all(seen["flights"])  # each with the face of a card
    assert seen["sounds"] and seen["turns"]
    assert len(seen["places"]) == 1  # from the first frame to the last
    expect(page.locator(".flight__card")).to_have_count(0)
    assert page.title().startswith("▶ Your turn")
    assert "favicon-turn" in (page.locator("link[rel=icon]").get_attribute("href") or "")
    assert sorted(page.evaluate(MELD_A_PAIR)) == ["centre", "hand"]


@pytest.mark.parametrize("without", ["speed", "system"])
def test_nothing_travels_where_no_motion_is_wanted(
    open_page: OpenPage, site: RunningSite, without: str
) -> None:
    page = open_page("desk", login="minh")
    if without == "system":
        page.emulate_media(reduced_motion="reduce")
    page.goto(own_table(site, "minh", seats=2))
    page.evaluate(WATCH)
    if without == "speed":
        page.evaluate("document.documentElement.dataset.speed = 'none'")
    say_ready(page)
    play_moves(page, 2)
    seen = page.evaluate("seen")
    assert seen["kinds"] and not seen["flights"]
    assert not page.evaluate(
        "document.getAnimations().some((one) => !(one instanceof CSSTransition))"
    )
