"""A newcomer on a phone, without an account: a lesson by taps, from the lobby to its end."""

from collections.abc import Callable

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.lessons import LESSONS
from games.lessons.script import Pick, Play, Reckon


def select(page: Page, cards: str) -> None:
    """Tap these cards of the hand, equal ones one after the other."""
    for code in cards.split():
        free = page.locator(f".learn__hand label:has(input[value={code}]:not(:checked))")
        free.first.click()


@pytest.mark.parametrize("key", LESSONS)
def test_a_newcomer_plays_a_lesson_by_taps(open_page: Callable[..., Page], key: str) -> None:
    page = open_page("phone")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/")
    page.locator("#learn").click()
    page.locator(f"#lesson-{key} a.button").click()
    for number, step in enumerate(LESSONS[key].steps, 1):
        expect(page).to_have_url(f"/learn/{key}/{number}/")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        match step.asked:
            case Play(move):
                verb, _, cards = move.partition(" ")
                if verb in ("discard", "meld"):
                    select(page, cards)
                    move = verb
                page.locator(f'#answer button[value="{move}"]').click()
            case Pick(cards):
                page.locator("#answer button").click()
                expect(page.locator("#wrong")).to_be_visible()
                select(page, cards)
                page.locator("#answer button").click()
            case Reckon(right, _):
                page.locator(f'#answer button[value="{right}"]').click()
            case _:
                page.locator("#answer button").click()
    expect(page.locator("h1")).to_have_text("Well done!")
    page.go_back()
    expect(page).to_have_url(f"/learn/{key}/{len(LESSONS[key].steps)}/")


OUT_OF_SIGHT = """() => {
  const scene = document.querySelector(".learn__scene");
  const out = [...document.querySelectorAll(".learn__hand .card, .learn__buttons button")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight + 0.5 || box.left < -0.5 || box.right > innerWidth + 0.5;
  });
  return {out: out.length, scroll: scene.scrollHeight - scene.clientHeight,
    page: document.documentElement.scrollHeight - innerHeight};
}"""


@pytest.mark.parametrize("key", LESSONS)
def test_each_step_fits_one_screen(open_page: Callable[..., Page], key: str) -> None:
    page = open_page("phone")
    for number in range(1, len(LESSONS[key].steps) + 1):
        page.goto(f"/learn/{key}/{number}/")
        for width, height in ((360, 740), (375, 667), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(OUT_OF_SIGHT)
            assert found == {"out": 0, "scroll": 0, "page": 0}, (number, width)


@pytest.mark.parametrize("key", LESSONS)
def test_a_phone_held_sideways_shows_hand_and_buttons_beside_the_words(
    open_page: Callable[..., Page], key: str
) -> None:
    page = open_page("phone")
    for width, height in ((740, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for number in range(1, len(LESSONS[key].steps) + 1):
            page.goto(f"/learn/{key}/{number}/")
            found = page.evaluate(OUT_OF_SIGHT)
            # Where the winner's hand is laid out, this scrolls above the button.
            if page.locator(".learn__hand").count():
                assert found == {"out": 0, "scroll": 0, "page": 0}, (number, width)
                assert (
                    page.locator(".learn__hand .card").first.evaluate("one => one.clientWidth") > 24
                )
            assert (found["out"], found["page"]) == (0, 0), (number, width)


@pytest.mark.parametrize("number", [2, 7, 11, 14])
def test_a_step_has_no_barrier(desk_page: Page, number: int) -> None:
    desk_page.goto(f"/learn/vinagames/{number}/")
    assert Axe().run(desk_page)["violations"] == []


COVERED = """size => {
  document.documentElement.dataset.size = size;
  const hand = document.querySelector(".learn__hand"), picks = [...hand.querySelectorAll(".pick")];
  const covered = picks.filter((one) =>
    one.getBoundingClientRect().width < one.querySelector(".card").getBoundingClientRect().width - 1);
  hand.scrollLeft = hand.scrollWidth;
  return {covered: covered.length, out: picks.at(-1).getBoundingClientRect().right > innerWidth + 1,
    page: document.documentElement.scrollWidth - innerWidth};
}"""


@pytest.mark.parametrize("size", ["large", "largest"])
def test_no_large_card_of_a_lesson_covers_another_or_lies_beside_the_page(
    open_page: Callable[..., Page], size: str
) -> None:
    page = open_page("phone")
    for width, height in ((360, 740), (390, 844), (844, 390), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/learn/vinagames/6/")
        found = page.evaluate(COVERED, size)
        assert found == {"covered": 0, "out": False, "page": 0}, (width, height)
