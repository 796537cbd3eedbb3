"""A replay, stepped by clicking, by key, by a link and without scripts."""

import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import commands
from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from tests.support.deals import penalty_seed, stored_deal, taken_in
from tests.support.live_page import own_table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser


@pytest.fixture
def deal(site: RunningSite) -> Deal:
    with site.database(), transaction.atomic():  # the club's own workers see it when it is over
        four = [Player.objects.get(username=name) for name in ("lan", "minh", "hoa", "tuan")]
        return stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10, name="Bàn xem lại")


def where(page: Page) -> tuple[int, int]:
    """Return the step that is shown, and how many there are."""
    text = page.locator(".stepper__where").inner_text()
    place, count = re.findall(r"\d+", text)
    return int(place), int(count)


def expect_step(page: Page, place: int) -> None:
    expect(page.locator(".stepper__where")).to_have_text(re.compile(rf"Step {place} of \d+"))
    expect(page.locator(".moves [aria-current=step] .replay__number")).to_have_text(str(place))


def test_a_replay_is_stepped_by_click_and_by_key_without_loading_the_page_again(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("desk", login="lan")
    page.goto(f"/replays/{deal.pk}/")
    expect_step(page, 1)
    _, last = where(page)
    page.evaluate("window.sameDocument = true")

    page.click("text=Forward")
    expect_step(page, 2)
    expect(page).to_have_url(re.compile(r"\?at=11$"))
    page.keyboard.press("ArrowRight")
    expect_step(page, 3)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 2)
    page.keyboard.press("End")
    expect_step(page, last)
    expect(page.locator(".seat--winner .marker--win")).to_be_visible()
    expect(page.locator(".stepper a[aria-disabled=true]")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect_step(page, last)
    # The list has scrolled by itself to the last move.
    expect(page.locator(".moves [aria-current=step]")).to_be_in_viewport()
    page.keyboard.press("Home")
    expect_step(page, 1)
    page.click("text=Last")
    expect_step(page, last)
    page.locator(".stepper").get_by_text("Back").click()
    expect_step(page, last - 1)
    page.locator(".moves a").nth(20).click()
    expect_step(page, 21)
    page.locator("#slide").fill("5")
    expect_step(page, 5)
    for _press in range(20):  # faster than anybody holds a key down
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    expect_step(page, 25)
    assert page.evaluate("window.sameDocument") is True
    expect(page).to_have_url(re.compile(r"\?at=34$"))
    page.reload()
    expect_step(page, 25)


def test_a_link_leads_to_the_judged_discard_with_its_verdict(
    open_page: Callable[..., Page], site: RunningSite, deal: Deal
) -> None:
    with site.database():
        judged = taken_in(deal).version
    for size in ("desk", "phone"):
        page = open_page(size, login="minh")
        page.goto(f"/replays/{deal.pk}/?at={judged}")
        expect(page.locator("#verdict")).to_contain_text("pays for all the losers")
        expect(page.locator("#verdict tbody tr")).not_to_have_count(0)
        expect(page.locator(".moves [aria-current=step]")).to_contain_text("penalty")
        width = page.evaluate("document.documentElement.scrollWidth - screen.width")
        assert size == "desk" or width <= 0


def test_on_a_phone_the_steps_stay_at_hand_and_nothing_is_wider_than_the_screen(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("phone", login="hoa")
    page.goto(f"/replays/{deal.pk}/")
    for place in range(2, 6):
        expect(page.locator(".stepper")).to_be_in_viewport()
        page.locator(".stepper").get_by_text("Forward").tap()
        expect_step(page, place)
        assert page.evaluate("document.documentElement.scrollWidth - screen.width") <= 0
        assert page.evaluate("window.scrollY") == 0


def swipe(page: Page, across: int, down: int = 0) -> None:
    """A finger over the board, as the browser itself makes touches."""
    box = page.locator(".replay__seats").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"], 300) / 2
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x - across / 2, "y": y - down / 2})
    for part in (-0.25, 0.0, 0.25, 0.5):
        send("touchMove", {"x": x + across * part, "y": y + down * part})
    send("touchEnd")
    touch.detach()


def test_on_a_phone_a_swipe_steps_and_a_finger_that_scrolls_does_not(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("phone", login="hoa")
    page.goto(f"/replays/{deal.pk}/")
    expect(page.locator("#replay[data-ready=yes]")).to_be_attached()
    swipe(page, -160)
    expect_step(page, 2)
    swipe(page, -160)
    expect_step(page, 3)
    swipe(page, 160)
    expect_step(page, 2)
    swipe(page, -30)  # a tap that slipped
    swipe(page, -80, down=120)  # a scroll, not quite straight
    swipe(page, -160)
    expect_step(page, 3)


PLACES = """['.centre', '.replay__seats'].map((one) => {
    const at = document.querySelector(one).getBoundingClientRect();
    return [at.x, at.y + scrollY, at.width].map(Math.round).join();
}).join()"""
"""Where middle and hands are on the page, in JavaScript."""


def test_at_the_desk_middle_and_hands_stay_in_place_whatever_is_opened_or_judged(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("desk", login="lan")
    page.goto(f"/replays/{deal.pk}/")
    expect(page.locator("#replay[data-ready=yes]")).to_be_attached()
    place = page.evaluate(PLACES)
    while not page.locator(".verdict__all").count():
        page.keyboard.press("ArrowRight")
        assert page.evaluate(PLACES) == place
    page.locator(".verdict__all > summary").click()
    expect(page.locator(".verdict__all")).to_have_attribute("open", "")
    assert page.evaluate(PLACES) == place
    page.locator(".replay__looking > summary").click()
    assert page.evaluate(PLACES) == place


def test_a_replay_plays_by_itself_to_its_end_and_stops_where_it_is_told(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("desk", login="lan")
    page.clock.install()
    page.goto(f"/replays/{deal.pk}/")
    expect(page.locator("#replay[data-ready=yes]")).to_be_attached()
    _, last = where(page)
    pace = int(page.locator("#pace").input_value())
    play = page.locator("#play")
    expect(play).to_have_attribute("aria-pressed", "false")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(3 * pace)
    expect_step(page, 4)
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(5 * pace)
    expect_step(page, 4)
    fastest = min(page.locator("#pace option").evaluate_all("all => all.map((one) => +one.value)"))
    page.locator("#pace").select_option(str(fastest))
    play.click()
    page.clock.run_for((last - 3) * fastest)
    expect_step(page, last)
    expect(play).to_have_attribute("aria-pressed", "false")
    page.locator(".stepper").get_by_text("Back").click()
    expect_step(page, last - 1)


def test_on_a_phone_sentence_hands_and_steps_are_on_one_screen_and_the_moves_are_folded_away(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("phone", login="hoa")
    page.set_viewport_size({"width": 360, "height": 740})
    for place in ("", "?at=30", "?at=60"):
        page.goto(f"/replays/{deal.pk}/{place}")
        top = page.locator(".replay__steps").bounding_box()
        assert top is not None and top["y"] + top["height"] <= 741
        for part in (".centre__how", ".replay__seats"):
            box = page.locator(part).bounding_box()
            assert box is not None and box["y"] >= 0, part
            assert box["y"] + box["height"] <= top["y"] + 1, (part, place, box, top)
        expect(page.locator(".moves")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") < 4000
    page.get_by_text("All moves").click()
    expect(page.locator(".moves [aria-current=step]")).to_be_visible()
    page.locator(".stepper").get_by_text("Back").tap()
    expect(page.locator(".moves")).to_be_visible()


def test_a_notice_of_ones_turn_lies_over_neither_a_step_nor_the_board_nor_a_hand(
    open_page: Callable[..., Page], site: RunningSite, deal: Deal
) -> None:
    # Two notices share the line.
    other = own_table(site, "tuan", "minh", name="Bàn kia", seats=2)
    address = own_table(site, "tuan", "minh", name="Bàn chờ", seats=2)
    page = open_page("phone", login="tuan")
    for width, height in ((360, 740), (360, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/replays/{deal.pk}/")
        notice = page.locator(".turns__notice", has_text="Bàn chờ")
        expect(notice).to_be_visible()
        for scrolled in (0, 300):
            page.evaluate(f"scrollTo(0, {scrolled})")
            pill = notice.bounding_box()
            assert pill is not None
            parts = page.locator(".centre, .replay .seat, .replay__steps, .replay__head h1")
            for box in [part.bounding_box() for part in parts.all()]:
                assert box is not None
                across = (
                    pill["x"] < box["x"] + box["width"] and box["x"] < pill["x"] + pill["width"]
                )
                down = (
                    pill["y"] < box["y"] + box["height"] and box["y"] < pill["y"] + pill["height"]
                )
                hidden = pill["y"] + pill["height"] <= 0
                assert hidden or not (across and down), (width, scrolled, pill, box)
    with site.database():
        for one in (address, other):
            number = int(one.strip("/").rpartition("/")[2])
            commands.close_table(by=None, table_id=number, now=timezone.now())


def test_without_scripts_the_links_do_the_same(open_page: Callable[..., Page], deal: Deal) -> None:
    page = open_page("desk", login="tuan", javascript=False)
    page.goto(f"/replays/{deal.pk}/")
    page.click("text=Forward")
    expect_step(page, 2)
    page.click("text=Last")
    place, count = where(page)
    assert place == count


def test_the_record_is_downloaded_from_the_replay(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("desk", login="lan")
    page.goto(f"/replays/{deal.pk}/")
    page.click("#verify summary")
    with page.expect_download() as found:
        page.click("text=Download the record")
    assert found.value.suggested_filename == f"deal-{deal.pk}.json"


def test_the_picture_is_of_the_step_that_is_shown_and_a_browser_draws_it(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("phone", login="lan")
    page.goto(f"/replays/{deal.pk}/?as=public")
    page.locator(".stepper").get_by_text("Forward").click()
    expect_step(page, 2)
    page.locator(".replay__looking summary").click()
    for kind in ("svg", "png"):
        link = page.get_by_role("link", name=kind.upper(), exact=True)
        expect(link).to_be_visible()
        expect(link).to_have_attribute(
            "href",
            re.compile(
                rf"^/replays/{deal.pk}/picture\.{kind}\?(as=public&at=\d+|at=\d+&as=public)$"
            ),
        )
        drawn = """async (address) => {
            const image = new Image();
            image.src = address;
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
        }"""
        assert page.evaluate(drawn, link.get_attribute("href")) == [1200, 630]


def test_at_the_desk_all_hands_and_the_board_are_on_one_screen_at_every_step(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    page = open_page("desk", login="lan")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/replays/{deal.pk}/")
    _, last = where(page)
    for place in (1, 2, last // 2, last):
        page.locator(".moves a").nth(place - 1).click()
        expect_step(page, place)
        page.evaluate("scrollTo(0, 0)")
        ends = page.locator(".replay .seat").evaluate_all(
            "seats => seats.map((one) => one.getBoundingClientRect().bottom)"
        )
        assert len(ends) == 4 and max(ends) <= 800, (place, ends)
