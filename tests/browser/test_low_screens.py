"""The whole game on a phone held sideways and on a zoomed desk, and what the largest cards are there and elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from playwright.sync_api import Browser, Page

from games.commands.deal.deals import prepare_deal
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet
from games.models import Player
from tests.support.browser import encoded, show
from tests.support.deals import NOW, play_on, play_to_the_end, running_deal
from tests.support.felt import drawn, full_table
from tests.support.screens import SIDEWAYS, due_at, wrong_at

pytestmark = pytest.mark.django_db

TABLES = ((VINAGAMES, 4), (FOURSAC, 4), (VINAGAMES, 3), (FOURSAC, 2))
UPRIGHT = ((360, 740), (390, 844), (375, 667))
DESKS = ((1280, 800), (1280, 650), (1024, 768))
SIZES = ("normal", "large", "largest")
LEAST_GROWN = 1.8
"""So many times as wide and as high is a card, with its letters, where somebody prefers the largest."""


def listed(wrong: dict[str, Any]) -> str:
    """Return what is wrong, a screen a line."""
    return "\n".join(f"{where}: {what}" for where, what in wrong.items())


@pytest.mark.parametrize("due", ["turn", "discard", "claim", "wait"])
def test_the_whole_game_is_in_sight_on_a_phone_held_sideways_and_on_a_zoomed_desk(
    chromium: Browser, due: str
) -> None:
    """Each screen with each size of the cards, by one of the two rules in turn, as with fewer seats."""
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    for table, (rules, seats) in enumerate(TABLES):
        show(page, drawn(full_table(rules, seats, due=due, told=True)))
        for screen, (width, height) in enumerate(SIDEWAYS):
            for at, size in enumerate(SIZES if seats == 4 else SIZES[:1]):
                if not due_at(table, screen, at):
                    continue
                if found := wrong_at(page, width, height, size):
                    wrong[f"{rules.key}, {seats} seats, {width}×{height}, {size}"] = found
    page.close()
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("due", ["turn", "claim", "wait"])
def test_the_switch_for_pairs_leaves_every_button_its_place(chromium: Browser, due: str) -> None:
    """Beside the button that holds a window too, which only few rules have together."""
    full = full_table(MIEN_NAM, 4, due=due, told=True)
    assert full.current is not None
    view = replace(full.current.view, may_turn_waiver=True, lets_pairs_go=due == "turn")
    page = chromium.new_page(java_script_enabled=False)
    show(page, drawn(replace(full, current=replace(full.current, view=view))))
    wrong: dict[str, Any] = {}
    for width, height in SIDEWAYS:
        if found := wrong_at(page, width, height, "normal"):
            wrong[f"{width}×{height}"] = found
    for width, height in UPRIGHT:
        page.set_viewport_size({"width": width, "height": height})
        switch, quick = (
            page.locator(one).bounding_box() for one in ("#move-pairs", "#quick-select")
        )
        assert switch is not None and quick is not None
        if not (switch["width"] >= 40 and abs(switch["y"] - quick["y"]) < 1):
            wrong[f"{width}×{height}"] = switch
    page.close()
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)
def test_a_deal_is_in_sight_sideways_from_its_first_move_to_its_payout(
    chromium: Browser, rules: RuleSet
) -> None:
    """At each look each screen, with either size of the cards in turn."""
    people = [Player.objects.create_user(name) for name in ("lan", "minh", "hoa", "tuan")]
    deal = running_deal(rules, 5, people)
    client = Client()
    client.force_login(people[0])
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    looks = 0
    over = False
    while not over:
        deal.refresh_from_db()
        over = deal.ended_at is not None
        show(page, client.get(f"/tables/{deal.table_id}/").content.decode())
        looks += 1
        for screen, (width, height) in enumerate(SIDEWAYS):
            size = SIZES[0] if due_at(looks, screen) else SIZES[-1]
            if found := wrong_at(page, width, height, size):
                wrong[f"look {looks}, {width}×{height}, {size}"] = found
        if not over:
            play_on(deal.pk, now=NOW, moves=9)
    page.close()
    assert looks > 4
    assert not wrong, listed(wrong)


def test_the_bank_is_whole_in_the_clock_on_every_screen(chromium: Browser) -> None:
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    for language in ("en", "vi", "fr", "ja"):
        with translation.override(language):
            show(page, drawn(full_table(VINAGAMES, 4, due="turn", told=True, bank=180)))
        for width, height in (*SIDEWAYS, *UPRIGHT):
            found = [what for what in wrong_at(page, width, height) if "clock" in what]
            if found:
                wrong[f"{language}, {width}×{height}"] = found
    page.close()
    assert not wrong, listed(wrong)


NAMES = """() => [...document.querySelectorAll(".seats .seat__name")].map((one) => one.getBoundingClientRect().width)"""
LEAST_NAME = 40
"""Pixels that a name is wide at the least: four letters and an ellipsis."""


def test_who_has_won_is_named_on_a_phone_held_sideways(chromium: Browser) -> None:
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    for language in ("en", "vi", "fr", "ja"):
        with translation.override(language):
            show(page, drawn(full_table(VINAGAMES, 4, due="over")))
        page.locator(".seats .marker--win").first.wait_for()
        for width, height in SIDEWAYS:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(NAMES)
            assert len(found) == 3
            if min(found) < LEAST_NAME:
                wrong[f"{language}, {width}×{height}"] = found
    page.close()
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("chips", [0, 1], ids=["with the coach", "without"])
def test_the_next_deal_is_asked_for_by_a_button_as_high_as_a_finger(
    chromium: Browser, chips: int
) -> None:
    people = [Player.objects.create_user(name) for name in ("lan", "minh", "hoa", "tuan")]
    deal = running_deal(VINAGAMES, 5, people, chips_per_point=chips)
    play_to_the_end(deal, now=NOW)
    prepare_deal(table_id=deal.table_id, now=NOW)
    client = Client()
    client.force_login(people[0])
    page = chromium.new_page(java_script_enabled=False)
    show(page, client.get(f"/tables/{deal.table_id}/").content.decode())
    heights = {}
    for width, height in (*SIDEWAYS, *UPRIGHT):
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator("#move-ready").bounding_box()
        assert box is not None
        heights[width, height] = box["height"]
    page.close()
    assert min(heights.values()) >= 44, heights


QUESTION = """() => {
  const box = document.querySelector(".ask[open] > .ask__box").getBoundingClientRect();
  const moves = Array.from(document.querySelectorAll(".moves__place > .move, .ask > summary"));
  const under = moves.filter((one) => {
    const move = one.getBoundingClientRect();
    return box.left < move.right && box.right > move.left && box.top < move.bottom && box.bottom > move.top;
  });
  const out = box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
  return { out: out, under: under.length };
}"""


def test_a_question_before_a_win_is_declined_is_whole_and_covers_no_button(
    chromium: Browser,
) -> None:
    page = chromium.new_page(java_script_enabled=False)
    show(page, drawn(full_table(FOURSAC, 4, due="claim")))
    page.locator(".ask--move > summary").click()
    for width, height in (*SIDEWAYS, *UPRIGHT):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(QUESTION) == {"out": False, "under": 0}, (width, height)
    page.close()


@pytest.mark.parametrize("due", ["discard", "claim"])
def test_of_what_happened_the_newest_is_whole_and_older_sentences_give_way(
    chromium: Browser, due: str
) -> None:
    """Each screen with each size of the cards, by one of the two rules in turn."""
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    for table, rules in enumerate((VINAGAMES, FOURSAC)):
        show(page, drawn(full_table(rules, 4, due=due, told=True)))
        for screen, (width, height) in enumerate((*UPRIGHT, *DESKS)):
            for at, size in enumerate(SIZES):
                if not due_at(table, screen, at):
                    continue
                if found := wrong_at(page, width, height, size):
                    wrong[f"{rules.key}, {width}×{height}, {size}"] = found
    page.close()
    assert not wrong, listed(wrong)


HELD = """() => {
  const box = document.querySelector("#hand .card").getBoundingClientRect();
  return [box.width, box.height];
}"""
INK = """async source => {
  // How wide and how high the print of a card is, in pixels: what differs from its ground above the sign.
  const image = new Image();
  image.src = "data:image/png;base64," + source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width; canvas.height = image.height;
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, image.width, image.height);
  const grey = (x, y) => {
    const at = 4 * (y * image.width + x);
    return 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2];
  };
  const edge = Math.ceil(image.width * 0.08), foot = Math.floor(image.width * 1.35), ground = grey(edge, edge);
  let [left, right, top, low] = [image.width, 0, image.height, 0];
  for (let y = edge; y < foot; y++) for (let x = edge; x < image.width - edge; x++)
    if (Math.abs(grey(x, y) - ground) > 60) {
      left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); low = Math.max(low, y);
    }
  return [right - left, low - top];
}"""


def test_the_largest_cards_and_their_letters_are_nearly_twice_as_wide_and_as_high(
    chromium: Browser,
) -> None:
    page = chromium.new_page(java_script_enabled=False)
    show(page, drawn(full_table(VINAGAMES, 4, due="discard")))
    small: dict[str, Any] = {}
    for width, height in (*SIDEWAYS, *UPRIGHT, *DESKS):
        page.set_viewport_size({"width": width, "height": height})
        measured = {size: _card_and_print(page, size) for size in ("normal", "largest")}
        grown = [
            large / usual
            for usual, large in zip(measured["normal"], measured["largest"], strict=True)
        ]
        # A print is counted in whole pixels.
        if min(grown[:2]) < LEAST_GROWN - 0.001 or min(grown[2:]) < LEAST_GROWN * 0.95:
            small[f"{width}×{height}"] = grown
    page.close()
    assert not small, listed(small)


def _card_and_print(page: Page, size: str) -> list[float]:
    """Return how wide and high the first card of the hand is with this preference, and what is printed on it."""
    page.evaluate("(size) => { document.documentElement.dataset.size = size; }", size)
    width, height = page.evaluate(HELD)
    picture = page.locator("#hand .card").first.screenshot(animations="disabled")
    return [width, height, *page.evaluate(INK, encoded(picture))]
