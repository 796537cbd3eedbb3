"""What is lost on the way: no storm of looks follows it, and nothing is said or shown that is not so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.engine.rules import VINAGAMES
from tests.support.browser import show
from tests.support.felt import NOW, drawn, full_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

SIZES = ("normal", "large", "largest")
VERSION = 'data-version="9"'
NEXT_VERSION = 'data-version="10"'
REFUSAL = '<p class="notice notice--error">The table has moved on.</p>'
LOOK = "htmx.trigger('#looker', 'look')"

ROUND_TRIPS = """async (many) => {
  for (let n = 0; n < many; n += 1) await fetch("/nobody").catch(() => null);
}"""
"""So many requests one behind the other, all of which fail."""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A full table, on one's own turn, of which no request gets through."""
    found = chromium.new_page(viewport={"width": 1280, "height": 800})
    found.clock.set_fixed_time(NOW)  # what is said for some seconds stands as long as a test likes
    show(found, drawn(full_table(VINAGAMES, 4, due="turn")))
    yield found
    found.close()


def live(*, version: str = VERSION, said: str = "") -> str:
    """Return the table as a look brings it: at this version, with this in its messages."""
    body = drawn(full_table(VINAGAMES, 4, due="turn"), part="#live").replace(VERSION, version)
    head, mark, rest = body.partition('id="messages"')
    tag, end, after = rest.partition("></div>")
    assert version in head and mark and end
    return f"{head}{mark}{tag}>{said}</div>{after}"


def nothing_is_new(page: Page) -> None:
    """Looks get through, and bring nothing."""
    for looked in ("**/tables/1/?**", "**/turns*"):
        page.route(looked, lambda route: route.fulfill(status=204))


def looks_bring(page: Page, body: str) -> None:
    """Looks get through, and bring this; a press still fails."""
    nothing_is_new(page)
    page.route("**/tables/1/?**", lambda route: route.fulfill(body=body, content_type="text/html"))


def look(page: Page) -> None:
    """Look, and wait until what it brought is in its place."""
    page.evaluate(
        "() => new Promise((done) => { document.addEventListener('htmx:afterSettle', done, { once: true });"
        f" {LOOK}; }})"
    )


def test_a_press_without_a_network_is_followed_by_one_look_of_each_looker(page: Page) -> None:
    page.context.set_offline(True)
    failed = page.locator("#feed")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#move-hit").click()
    expect(failed).to_contain_text("will be sent as soon as")
    page.evaluate(ROUND_TRIPS, 30)
    others = ("/nobody", "/move", "/stream")
    looks = [url for url in asked if not url.endswith(others)]
    # One of each looker, and on a slow machine the next of its own time; a storm would be one a round trip.
    assert len(looks) <= 6, looks


def test_a_move_whose_answer_was_lost_is_not_to_be_pressed_again_once_it_shows(page: Page) -> None:
    looks_bring(page, live())
    page.locator("#move-hit").click()
    line = page.locator("#feed")
    expect(line).to_have_text(
        "No connection. Your move will be sent as soon as you're back online."
    )
    look(page)
    expect(line).to_contain_text("will be sent as soon as")  # the table is what it was
    looks_bring(page, live(version=NEXT_VERSION))
    look(page)
    expect(line).not_to_contain_text("not sent")
    expect(page.locator("#messages")).to_have_text("")


def test_a_press_without_a_network_is_sent_once_when_the_table_is_what_it_was(page: Page) -> None:
    page.context.set_offline(True)
    sent: list[str] = []
    page.on(
        "requestfailed",
        lambda one: sent.append(one.post_data or "") if one.url.endswith("/move") else None,
    )
    page.locator("#move-hit").click()
    expect(page.locator("#feed")).to_contain_text("will be sent as soon as")
    assert len(sent) == 1
    nothing_is_new(page)
    arrived: list[str] = []

    def take(route: Route) -> None:
        arrived.append(route.request.post_data or "")
        route.fulfill(body=live(version=NEXT_VERSION), content_type="text/html")

    page.route("**/move", take)
    page.context.set_offline(False)
    expect(page.locator("#table")).to_have_attribute("data-version", "10")
    assert arrived == sent  # with the same version, and the same number of the move
    page.evaluate(LOOK)
    page.evaluate(ROUND_TRIPS, 10)
    assert len(arrived) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_press_that_met_the_club_while_it_was_replaced_is_sent_once_more(
    page: Page, status: int
) -> None:
    arrived: list[str] = []

    def take(route: Route) -> None:
        arrived.append(route.request.post_data or "")
        if len(arrived) == 1:
            route.fulfill(status=status, body="The club is away for a moment.")
        else:
            route.fulfill(body=live(version=NEXT_VERSION), content_type="text/html")

    nothing_is_new(page)
    page.route("**/move", take)
    with page.expect_response("**/move"):
        page.locator("#move-hit").click()
    page.evaluate("document.activeElement.blur()")  # htmx forgets the button then
    page.evaluate(LOOK)
    expect(page.locator("#table")).to_have_attribute("data-version", "10")
    assert len(arrived) == 2 and arrived[0] == arrived[1]
    expect(page.locator("#messages")).to_have_text("")


def test_a_press_that_waits_is_not_sent_with_other_cards_than_it_had(page: Page) -> None:
    arrived: list[str] = []

    def take(route: Route) -> None:
        arrived.append(route.request.post_data or "")
        route.fulfill(status=503, body="The club is away for a moment.")

    nothing_is_new(page)
    page.route("**/move", take)
    with page.expect_response("**/move"):
        page.locator("#move-hit").click()
    page.locator("#hand input").first.evaluate("(one) => { one.checked = !one.checked; }")
    page.evaluate(LOOK)
    expect(page.locator("#messages")).to_contain_text("your move was not sent")
    page.evaluate(ROUND_TRIPS, 10)
    assert len(arrived) == 1


def test_what_the_club_itself_cannot_do_now_is_said_and_not_sent_again(page: Page) -> None:
    said = '<p class="notice notice--error">The disk is full. Ask an owner.</p>'
    arrived: list[str] = []

    def take(route: Route) -> None:
        arrived.append(route.request.post_data or "")
        route.fulfill(
            status=503,
            body=live(said=said),
            content_type="text/html",
            headers={"HX-Retarget": "#table"},
        )

    nothing_is_new(page)
    page.route("**/move", take)
    page.locator("#move-hit").click()
    expect(page.locator("#messages")).to_have_text("The disk is full. Ask an owner.")
    page.evaluate(LOOK)
    page.evaluate(ROUND_TRIPS, 10)
    assert len(arrived) == 1


def test_a_press_without_a_network_is_not_sent_where_anything_has_happened_since(
    page: Page,
) -> None:
    page.context.set_offline(True)
    page.locator("#move-hit").click()
    expect(page.locator("#feed")).to_contain_text("will be sent as soon as")
    arrived: list[str] = []
    page.on("request", lambda one: arrived.append(one.url) if one.url.endswith("/move") else None)
    looks_bring(page, live(version=NEXT_VERSION))
    page.context.set_offline(False)
    expect(page.locator("#messages")).to_contain_text("your move was not sent")
    page.evaluate(ROUND_TRIPS, 10)
    assert arrived == []


@pytest.mark.parametrize(("status", "said"), [(409, "your move was not sent"), (200, "")])
def test_a_press_that_perhaps_arrived_is_asked_after_once_by_its_own_number_and_old_state(
    page: Page, status: int, said: str
) -> None:
    failed: list[str] = []
    page.on(
        "requestfailed",
        lambda one: failed.append(one.post_data or "") if one.url.endswith("/move") else None,
    )
    page.locator("#move-hit").click()
    expect(page.locator("#feed")).to_contain_text("will be sent as soon as")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.post_data or "")
        route.fulfill(status=status, body=live(version=NEXT_VERSION), content_type="text/html")

    page.route("**/move", answer)
    looks_bring(page, live(version=NEXT_VERSION))
    with page.expect_response("**/move"):
        look(page)
    expect(page.locator("#messages")).to_contain_text(said)
    look(page)
    page.evaluate(ROUND_TRIPS, 10)
    assert (page.locator("#messages").inner_text() != "") is (status == 409)
    assert [parse_qs(text) for text in asked] == [parse_qs(failed[0])]


def test_what_was_said_aloud_of_the_network_is_gone_when_it_is_back(page: Page) -> None:
    said = page.get_by_role("status").filter(has_text="No connection. Trying again …")
    expect(said).to_have_count(1)
    nothing_is_new(page)
    page.evaluate(LOOK)
    expect(said).to_have_count(0)


def refuse_a_press(page: Page) -> None:
    """Press Hit, which is refused."""
    page.route(
        "**/move",
        lambda route: route.fulfill(
            status=409,
            body=live(version=NEXT_VERSION, said=REFUSAL),
            content_type="text/html",
            headers={"HX-Retarget": "#table"},
        ),
    )
    page.locator("#move-hit").click()
    expect(page.locator("#messages")).to_have_text("The table has moved on.")


def test_a_refusal_stands_over_looks_until_the_next_press(page: Page) -> None:
    refuse_a_press(page)
    looks_bring(page, live(version='data-version="11"'))
    look(page)
    expect(page.locator("#table")).to_have_attribute("data-version", "11")
    expect(page.locator("#messages")).to_have_text("The table has moved on.")
    page.route("**/move", lambda route: route.fulfill(body=live(), content_type="text/html"))
    page.locator("#move-hit").focus()
    page.keyboard.press("Enter")
    if page.locator("#move-hit.is-asking").count():
        page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_have_text("")


def test_a_refusal_that_was_read_goes_with_a_look(page: Page) -> None:
    refuse_a_press(page)
    looks_bring(page, live(version='data-version="11"'))
    page.clock.set_fixed_time(NOW + timedelta(seconds=9))
    look(page)
    expect(page.locator("#messages")).to_have_text("")


def test_a_preference_that_was_not_kept_is_not_shown_and_can_be_pressed_again(page: Page) -> None:
    page.evaluate("document.getElementById('sheet-settings').showPopover()")
    root = page.locator("html")
    size = page.locator("#sheet-settings input[name=size]")
    normal, large, largest = (size.and_(page.locator(f"[value={value}]")) for value in SIZES)
    for _ in range(2):
        with page.expect_request("**/preferences/"):
            large.click()
        expect(normal).to_be_checked()
        expect(root).to_have_attribute("data-size", "normal")

    # While one is on its way another one waits.
    held: list[Route] = []
    page.route("**/preferences/", lambda route: held.append(route))
    with page.expect_request("**/preferences/"):
        largest.click()
    large.click()
    with page.expect_request("**/preferences/"):
        held[0].fulfill(status=204)
    expect(large).to_be_checked()
    held[1].abort()
    expect(largest).to_be_checked()
    expect(root).to_have_attribute("data-size", "largest")


def test_a_sheet_of_the_menu_has_the_focus_and_gives_it_back(page: Page) -> None:
    here = (
        "() => [document.activeElement.closest('[popover]')?.id, document.activeElement.className]"
    )
    ways = page.locator("#menu [popovertarget^=sheet-]").evaluate_all(
        "all => all.map((one) => one.getAttribute('popovertarget'))"
    )
    assert "sheet-settings" in ways and "sheet-share" in ways
    button = page.locator("#menu-button")
    button.focus()
    for sheet in ways:
        page.keyboard.press("Enter")
        way = page.locator(f"#menu [popovertarget={sheet}]")
        expect(way).to_be_visible()
        while not way.evaluate("one => one === document.activeElement"):
            page.keyboard.press("Tab")
            assert page.evaluate(here)[0] == "menu"
        page.keyboard.press("Enter")
        expect(page.locator(f"#{sheet}")).to_be_visible()
        assert page.evaluate(here) == [sheet, "sheet-card__close"]
        page.keyboard.press("Enter")
        expect(page.locator(f"#{sheet}")).to_be_hidden()
        expect(button).to_be_focused()
