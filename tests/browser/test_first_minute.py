"""The first minute on a phone: by taps from the list of lessons to a lesson, each step in one screen."""

from collections.abc import Callable

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.lessons import LESSONS
from games.lessons.first_minute import STEPS
from games.presenters.learning.first_minute import asked_at
from tests.support.lessons import form_of

OUT_OF_SIGHT = """() => {
  const scene = document.querySelector(".learn__scene"), main = document.querySelector("main");
  const shown = [...document.querySelectorAll("main .card, main button, .learn__words > *")];
  const out = shown.filter((one) => {
    const box = one.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight + 0.5 || box.left < -0.5 || box.right > innerWidth + 0.5) return true;
    return !main.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });
  return {out: out.map((one) => one.outerHTML.slice(0, 60)), scroll: scene.scrollHeight - scene.clientHeight,
    page: document.documentElement.scrollHeight - innerHeight};
}"""
IN_SIGHT = {"out": [], "scroll": 0, "page": 0}


def test_a_newcomer_finds_every_set_by_taps(open_page: Callable[..., Page]) -> None:
    page = open_page("phone")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/learn/")
    page.locator("#first-minute a").click()
    expect(page).to_have_url("/learn/first/1/")
    page.wait_for_load_state()  # its styles are there
    assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
    page.locator("#answer-go").click()
    for number in range(2, STEPS + 1):
        expect(page).to_have_url(f"/learn/first/{number}/")
        page.wait_for_load_state()
        assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
        page.locator("#answer-go").click()
        expect(page.locator("#wrong")).to_contain_text("Tap the cards first")
        page.wait_for_load_state()
        assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
        for code in asked_at(number).cards.split():
            page.locator(f"label:has(input[value={code}]:not(:checked))").first.click()
        page.locator("#answer-go").click()
        expect(page.locator(".learn__right")).to_contain_text("Correct: ")
    expect(page.locator("h1")).to_have_text("Every card belongs to a set")
    page.wait_for_load_state()
    assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT
    page.get_by_role("link", name="Start the lesson").click()
    expect(page).to_have_url("/learn/vinagames/1/")


@pytest.mark.parametrize("size", [(375, 667), (740, 360), (1280, 800)])
def test_each_step_fits_one_screen_without_scripts(
    open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = open_page("phone", javascript=False)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for number in range(1, STEPS + 2):
        page.goto(f"/learn/first/{number}/")
        assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT, number
        if 1 < number <= STEPS:
            page.locator("#answer-go").click()
            expect(page.locator("#wrong")).to_contain_text("Tap the cards first")
            assert page.evaluate(OUT_OF_SIGHT) == IN_SIGHT, f"{number}, wrong"


def test_a_step_has_no_barrier(desk_page: Page) -> None:
    for number in (1, 3):
        desk_page.goto(f"/learn/first/{number}/")
        assert Axe().run(desk_page)["violations"] == []


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_has_room_for_the_confirmation(open_page: Callable[..., Page], key: str) -> None:
    page = open_page("phone")
    page.set_viewport_size({"width": 360, "height": 740})
    for number, step in enumerate(LESSONS[key].steps[:-1], 1):
        page.goto(f"/learn/{key}/{number}/")
        page.context.add_cookies(
            [{"name": "right", "value": f"{key}.{number}", "url": page.url.split("/learn")[0]}]
        )
        page.goto(f"/learn/{key}/{number + 1}/")
        expect(page.locator(".learn__right")).to_have_count(
            int(form_of(step.asked) != {"go": "on"})
        )
        assert page.evaluate(OUT_OF_SIGHT.replace("main .card, ", "")) == IN_SIGHT, number
