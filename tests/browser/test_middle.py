"""The middle of a table has room for all it says: after a deal the win first, in play every card beside the words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from games.engine.rules import FOURSAC, VINAGAMES
from tests.support.browser import show
from tests.support.felt import SETS, counted_table, drawn, full_table
from tests.support.screens import due_at, wrong_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

DESKS = ((1280, 800), (1280, 760), (1024, 768), (1440, 900))
PHONES = ((360, 740), (390, 844), (375, 667), (740, 360), (844, 390), (768, 1024))

WIN = """() => {
  const wrong = [], box = (one) => one.getBoundingClientRect(), words = document.querySelector(".centre__words");
  const noscript = words.querySelector("noscript");
  if (noscript) noscript.style.display = "none"; // what a page without scripts says besides may scroll
  const room = box(words), middle = box(document.getElementById("centre"));
  for (const one of ["sum", "to-payout", "prompt"].map((name) => document.getElementById(name))) {
    const at = box(one), hidden = one.id === "prompt" ? one.scrollHeight - one.clientHeight : 0;
    if (at.top < room.top - 1 || at.bottom > room.bottom + 1 || hidden > 2) wrong.push(one.id + " is cut");
    const out = at.top < 0 || at.left < 0 || at.bottom > innerHeight || at.right > innerWidth;
    if (out) wrong.push(one.id + " lies outside");
  }
  const [sum, won] = [".centre__sum", ".centre__won"].map((name) => box(document.querySelector(name)).top);
  if (sum > won) wrong.push("the sum is not first");
  const named = "#active, .centre__words, #stock, #counted, #own, .seat--top";
  const parts = Array.from(document.querySelectorAll(named)).filter((one) => one.checkVisibility());
  parts.forEach((one, at) => {
    const a = box(one), isCut = a.top < middle.top - 1 || a.bottom > middle.bottom + 1;
    if (isCut && one.closest("#centre")) wrong.push(one.outerHTML.slice(0, 40) + " is cut");
    for (const other of parts.slice(at + 1)) {
      const b = box(other), wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) wrong.push(one.outerHTML.slice(0, 40) + " lies over " + other.outerHTML.slice(0, 40));
    }
  });
  return wrong;
}"""


@pytest.mark.parametrize("winner", [0, 1])
def test_the_sum_what_is_asked_and_the_payout_are_whole_beside_a_hand_of_twelve_sets(
    chromium: Browser, winner: int
) -> None:
    """The one beside, where bots leave two seats free and a khui completed the hand.

    In each language on each screen, by one of the two winners in turn.
    """
    page = chromium.new_page(java_script_enabled=False, reduced_motion="reduce")
    wrong: dict[str, Any] = {}
    for at, language in enumerate(("en", "vi", "fr", "ja")):
        with translation.override(language):
            show(page, drawn(counted_table(VINAGAMES, winner=winner)))
        for screen, (width, height) in enumerate((*DESKS, *PHONES)):
            if not due_at(winner, at, screen):
                continue
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(WIN):
                wrong[f"{language}, {width}×{height}"] = found
            if (width, height) in DESKS and not page.locator("#counted").is_visible():
                wrong[f"{language}, {width}×{height}: counted"] = "out of sight"
    page.close()
    assert not wrong


COACHED = """() => document.getElementById("tools").insertAdjacentHTML("beforebegin",
  '<div class="coach-line" style="block-size: 2.9rem"></div>')"""
"""Takes from the middle what the line of the coach takes."""


@pytest.mark.parametrize("due", ["turn", "discard", "wait"])
def test_nothing_in_the_middle_lies_over_another_when_the_seat_above_it_has_many_sets(
    chromium: Browser, due: str
) -> None:
    """In each language on each desk, by one of the two rules in turn."""
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    for table, rules in enumerate((VINAGAMES, FOURSAC)):
        full = full_table(rules, 4, due=due, told=True)
        assert full.current is not None
        public = (SETS[0], SETS[1], (*SETS[2], *SETS[3][:2]), SETS[3])
        view = replace(full.current.view, public=public)
        for at, language in enumerate(("en", "fr", "ja")):
            with translation.override(language):
                show(page, drawn(replace(full, current=replace(full.current, view=view))))
            page.evaluate(COACHED)
            for screen, (width, height) in enumerate(DESKS):
                if not due_at(table, at, screen):
                    continue
                if found := wrong_at(page, width, height):
                    wrong[f"{rules.key}, {language}, {width}×{height}"] = found
    page.close()
    assert not wrong
