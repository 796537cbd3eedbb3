"""The felt in a real browser: all on one screen, nothing moves under a finger, no press means another state."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.engine.rules import FOURSAC, VINAGAMES
from tests.support.browser import LONG, make_a_move, say_ready, show, version
from tests.support.felt import drawn, full_table
from tests.support.live_page import own_table
from tests.support.running_site import RunningSite
from tests.support.screens import due_at, wrong_at

OpenPage = Callable[..., Page]
SCREENS = ((1280, 800), (1024, 768), (768, 1024), (375, 667), (360, 740), (360, 640))
POT = replace(VINAGAMES, key="Đậu heo", pot=20)
FULL = ((VINAGAMES, 4), (FOURSAC, 4), (POT, 4))
FEWER = ((VINAGAMES, 3), (VINAGAMES, 2))

SIZES = ("normal", "large", "largest")

HELD = """(size) => {
  document.documentElement.dataset.size = size;
  const box = document.querySelector("#hand .card").getBoundingClientRect();
  return [box.width, box.height / box.width];
}"""
"""The width of a strip in the hand, and how many times as tall it is, where somebody prefers this size."""


@pytest.mark.django_db
def test_the_fullest_table_fits_every_screen_without_scrolling(chromium: Browser) -> None:
    """Each table in each phase, each on one screen of three in turn, with all sizes of the cards; with fewer seats on
    one of two."""
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    tables = [(*one, at, len(kind)) for kind in (FULL, FEWER) for at, one in enumerate(kind)]
    for rules, seats, table, kinds in tables:
        for phase, due in enumerate(("turn", "discard", "wait")):
            show(page, drawn(full_table(rules, seats, due=due)))
            for screen, (width, height) in enumerate(SCREENS):
                if not due_at(table, phase, screen, of=kinds):
                    continue
                page.set_viewport_size({"width": width, "height": height})
                widths = []
                for size in SIZES if seats == 4 else SIZES[:1]:
                    wide, ratio = page.evaluate(HELD, size)
                    widths.append(wide)
                    here = f"{rules.key}, {seats} seats, {due}, {width}×{height}, {size}"
                    if found := wrong_at(page, width, height, size):
                        wrong[here] = found
                    if size == "normal" and not 3.4 < ratio < 3.6:
                        wrong[f"{here}: ratio"] = ratio
                if width < 700 and widths != sorted(set(widths)):
                    wrong[f"{here}: widths"] = widths
    page.close()
    assert not wrong


MARKS = """() => Array.from(document.querySelectorAll(".seats .seat"), (seat) => {
  const whole = (one) => {
    const box = one.getBoundingClientRect(), line = one.parentElement.getBoundingClientRect();
    return box.width > 4 && one.scrollWidth <= one.clientWidth + 1 && box.right <= line.right + 1;
  };
  const words = [...seat.querySelectorAll(".seat__program")].filter(whole).map((one) => one.textContent);
  const name = seat.querySelector(".seat__name bdi").getBoundingClientRect();
  const told = innerWidth < 640 || innerWidth === 1024 ? seat.querySelector(".marker, .badge") : null;
  const signs = [...seat.querySelectorAll(".seat__name [data-sign=program], .seat__khaps")].every(whole);
  return [signs && name.width >= 20, words, told];
}).filter((one) => !one[2]).map(([sign, words]) => [sign, words])"""
"""Of each seat: whether the sign of a program's account, the khạps and some of the name are seen, and which of its
words are whole. In a narrow seat the words give way to what has happened, such as who won."""


@pytest.mark.django_db
def test_the_mark_of_a_programs_account_is_read_whole_whatever_the_name_and_the_width(
    chromium: Browser,
) -> None:
    page = chromium.new_page(java_script_enabled=False)
    marks = {"en": "program", "vi": "phần mềm", "fr": "programme", "ja": "プログラム"}
    wrong: dict[str, Any] = {}
    for language, mark in marks.items():
        bracketed = f"（{mark}）" if language == "ja" else f"({mark})"
        for due in ("wait", "over"):
            with translation.override(language):
                show(page, drawn(full_table(VINAGAMES, 4, due=due, programs=True)))
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                here = f"{language}, {due}, {width}×{height}"
                for sign, words in page.evaluate(MARKS):
                    if not sign or words != [mark if width < 640 or width == 1024 else bracketed]:
                        wrong.setdefault(here, []).append((sign, words))
                if due != "over" and (also := wrong_at(page, width, height, "normal")):
                    wrong[f"{here}: screen"] = also
    page.close()
    assert not wrong


END = """() => {
  const wrong = [];
  const all = ".seat__hand .card, .seat__sets .card, #to-payout, .centre__won, #prompt";
  for (const one of document.querySelectorAll(all)) {
    if (one.closest(".centre__words")) one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      wrong.push(one.outerHTML.slice(0, 60) + " lies outside");
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 3);
    if (there !== one && !one.contains(there)) wrong.push(one.outerHTML.slice(0, 60) + " is hidden");
  }
  return wrong;
}"""


@pytest.mark.django_db
def test_after_the_deal_all_hands_lie_open_whole_and_the_middle_says_who_won_and_what_one_pays(
    chromium: Browser,
) -> None:
    page = chromium.new_page(java_script_enabled=False)
    show(page, drawn(full_table(VINAGAMES, 4, due="over")))
    wrong = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(END):
            wrong[f"{width}×{height}"] = found
    assert not wrong
    won = page.locator(".centre__won").inner_text()
    assert won == "★ Nguyễn Thị Minh Khai won with 9 points, on Lan’s discard."
    assert page.locator("#sum").inner_text() == "Not this time: −34"
    # The set that completed the hand lies in the middle, and is marked where it was laid.
    assert page.locator("#active .card").count() == 2
    assert page.locator(".seat--winner .is-won .card").count() == 2
    assert page.locator(".is-won").count() == 1
    page.close()


@pytest.mark.django_db
def test_who_wins_reads_so_large_with_the_sum_and_what_it_adds_up_from_behind_a_press(
    chromium: Browser,
) -> None:
    page = chromium.new_page(java_script_enabled=False, reduced_motion="reduce")
    show(page, drawn(full_table(VINAGAMES, 4, due="over", winner=0)))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(END), (width, height)
    assert page.locator(".centre__sum").inner_text() == "You won! +102"
    page.locator("#to-payout").click()
    assert not page.locator(".payout__lines").is_visible()
    page.get_by_text("How it adds up").click()
    assert page.locator(".payout__lines").is_visible()
    page.close()


COUNTED = """() => {
  const boxes = (where) => Array.from(document.querySelectorAll(where), (one) => one.getBoundingClientRect());
  const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const mat = document.getElementById("centre").getBoundingClientRect(), sets = boxes("#counted > li");
  const around = boxes("#active, .centre__words, #stock, #own, #actions");
  return sets.map((one, at) => one.top < mat.top || one.bottom > mat.bottom + 1 || one.left < mat.left
    || one.right > mat.right + 1 || !one.width || sets.concat(around).some((it) => it !== one && meets(one, it)));
}"""
"""Whether each counted set is cut off, out of sight, or over something."""


@pytest.mark.django_db
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_winning_hand_is_counted_set_by_set_in_the_middle_without_a_press(
    chromium: Browser, motion: Any
) -> None:
    page = chromium.new_page(java_script_enabled=False, reduced_motion=motion)
    show(page, drawn(full_table(VINAGAMES, 4, due="over")))
    counted = page.locator("#counted > li")
    expect(counted).to_have_count(page.locator("#payout .counted > li").count())
    for at, words in enumerate((("6", "= 6"), ("1", "= 7"), ("2", "= 9"), ("0", "= 9"))):
        one = counted.nth(at)
        shown = (
            one.locator(".set__points").inner_text(),
            one.locator(".counted__sum").inner_text(),
        )
        assert shown == words
    name = counted.first.evaluate("one => getComputedStyle(one).animationName")
    assert name == ("none" if motion == "reduce" else "counted")
    page.emulate_media(reduced_motion="reduce")
    wrong = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if any(found := page.evaluate(COUNTED)) or not found:
            wrong[f"{width}×{height}"] = found
        assert page.locator("#counted .card:visible").count() == 13, (width, height)
        assert not page.locator("#discards").is_visible()
    assert not wrong
    page.close()


AT_ONCE = """() => {
  const press = (event) => {
    const button = document.querySelector("[data-asked] .move[name=move]:not([aria-disabled])");
    if (!button || window.pressed) return;
    window.pressed = button.id;
    button.click();
  };
  document.addEventListener("htmx:afterSettle", press);
}"""
"""Presses a button the moment that the next own turn puts its meaning under the finger."""


def test_a_press_that_the_table_overtook_asks_again_and_the_next_one_acts(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="hoa")
    page.goto(own_table(site, "hoa", seats=2))
    page.evaluate(AT_ONCE)
    say_ready(page)
    page.wait_for_function("() => window.pressed", timeout=LONG)
    before = version(page)
    expect(page.locator("#messages")).to_contain_text("The table has changed. Press again.")
    asking = page.locator(".is-asking")
    expect(asking).to_have_count(1)
    make_a_move(page)
    assert version(page) != before
    # With the next state the question is gone.
    expect(page.locator("#messages")).to_have_text("")


def test_a_move_that_is_not_legal_says_why_where_it_is_pressed_and_moves_nothing(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="minh")
    page.goto(own_table(site, "minh", seats=2))
    say_ready(page)
    page.locator("[data-asked] #moves").wait_for(timeout=LONG)
    idle = page.locator(".move[aria-disabled]").first
    why, place, before = idle.get_attribute("data-why"), idle.bounding_box(), version(page)
    idle.click(force=True)  # it is there to be pressed, whatever its state says
    said, sign = re.sub(r"<[^>]+>", "", unescape(str(why))).split("\xa0")
    expect(page.locator("#messages")).to_have_text(f"{said} {sign}")
    box = page.locator("#messages").bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 844
    assert (idle.bounding_box(), version(page)) == (place, before)
