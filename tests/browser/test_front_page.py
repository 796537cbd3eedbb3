"""A stranger on a phone: one press to the cards, a table joined by its code, and what is said without a network."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from games.models import Deal, Player
from tests.support.axe import findings
from tests.support.browser import open_menu
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


@pytest.mark.parametrize("javascript", [True, False])
def test_one_press_without_an_account_deals_the_cards(
    open_page: OpenPage, site: RunningSite, javascript: bool
) -> None:
    page = open_page("phone", javascript=javascript)
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth - screen.width") <= 0
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    expect(page.locator("#hand .held, #hand .card").first).to_be_visible()
    table = int(page.url.rstrip("/").rpartition("/")[2])
    with site.database():
        deal = Deal.objects.get(table=table)
        seat = deal.seats.select_related("player").get(number=0)
        assert seat.player is not None and seat.player.is_guest
        assert deal.started_at is not None
    page.goto("/")
    expect(page.locator("#lobby")).to_contain_text("You're at this table")


def test_a_stranger_sees_a_table_and_the_one_button_on_the_first_screen(
    open_page: OpenPage,
) -> None:
    page = open_page("phone", javascript=False)
    for width, height in ((740, 360), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        expect(page.locator(".front .card--xl")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("figure", name="A table in play")).to_have_count(1)
    assert page.get_by_role("img").count() == 0, "its cards are not read out one by one"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_light_or_dark_as_chosen_whatever_the_device_says(
    open_page: OpenPage, theme: str
) -> None:
    page = open_page("phone")
    page.emulate_media(color_scheme="dark" if theme == "light" else "light")
    ground = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    page.goto("/account/preferences/")
    before = page.evaluate(ground)
    with page.expect_response("**/account/preferences/"):
        page.locator(f"input[name=theme][value={theme}]").check()
    after = page.evaluate(ground)
    assert before != after
    assert findings(page) == []
    page.goto("/")
    assert page.evaluate(ground) == after
    assert findings(page) == []
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_a_code_that_the_host_made_brings_a_stranger_to_the_table(open_page: OpenPage) -> None:
    host, stranger = open_page("desk", login="lan"), open_page("phone")
    host.goto("/tables/new")
    host.fill("input[name=name]", "Bàn bạn bè")
    host.get_by_text("More options").click()
    host.fill("input[name=chips_per_point]", "0")
    host.select_option("select[name=filler]", "")
    host.select_option("select[name=admission]", "invited")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile(r"/tables/\d+/$"))
    address = host.url
    host.goto(f"{address}invitations")
    host.get_by_role("button", name="Make a code to join").click()
    code = host.locator("#code").inner_text()

    stranger.goto("/")
    stranger.click("#join")
    stranger.fill("#code", code.lower())
    stranger.keyboard.press("Enter")
    stranger.wait_for_url(address)
    stranger.goto("/")
    number = address.rstrip("/").rpartition("/")[2]
    expect(stranger.locator(f"#table-{number}")).to_contain_text("You're at this table")


def test_the_phone_keeps_the_offline_page_alone_and_shows_it_without_a_network(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("phone", login="hoa")
    with site.database():
        hoa = Player.objects.get(username="hoa")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for address in ("/", "/account/", f"/members/{hoa.pk}/", "/replays/", "/offline/"):
        page.goto(address)
    kept = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys())
                for (const request of await (await caches.open(name)).keys())
                    found.push(new URL(request.url).pathname);
            return found;
        }"""
    )
    assert "/offline/" in kept
    assert all(path == "/offline/" or path.startswith("/static/") for path in kept), kept

    page.context.set_offline(True)
    page.goto("/account/")
    expect(page.get_by_role("heading", name="Can't connect to the club").first).to_be_visible()
    assert "Hoa" not in page.content()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).display") != "inline"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").first.click()
    expect(page.get_by_role("heading", name="My account")).to_be_visible()

    page.goto("/replays/?whose=mine")
    page.context.set_offline(True)
    open_menu(page)
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("Your last action may not have arrived.").first).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Go back").first.click()
    page.wait_for_url("**/replays/?whose=mine")
    open_menu(page)
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def test_the_way_back_to_a_refused_form_keeps_what_was_typed(open_page: OpenPage) -> None:
    page = open_page("phone", login="director")
    page.goto("/tournaments/new")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.fill("input[name=name]", "Đêm mồng một")
    page.locator("summary", has_text="Fees and prizes").tap()
    page.fill("input[name=prize_shares]", "60, 60")
    page.get_by_role("button", name="Announce the tournament").click()
    expect(page.locator("input[name=prize_shares]")).to_have_value("60, 60")
    page.get_by_role("link", name="Back to the tournaments").click()
    page.wait_for_url("**/tournaments/")
    with pytest.raises(PlaywrightError, match="ERR_CACHE_MISS"):
        page.go_back()  # the browser's own page, which asks whether it is to send the form again
    for _again in range(20):  # it is no page of ours, and tells nobody when it is there
        try:
            page.reload()
            break
        except PlaywrightError:
            page.wait_for_timeout(500)
    expect(page.locator("input[name=prize_shares]")).to_have_value("60, 60")
    expect(page.locator("input[name=name]")).to_have_value("Đêm mồng một")
