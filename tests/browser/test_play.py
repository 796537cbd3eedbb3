"""Playing by clicking: a real browser, a real server, a real worker."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import Deal, Table
from tests.support.browser import (
    LONG,
    TURN_OR_END,
    make_a_move,
    open_table,
    play_a_deal,
    say_ready,
)
from tests.support.running_site import RunningSite

OpenPage = Callable[..., Page]


def test_a_whole_deal_against_three_bots_by_clicking(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("desk", login="lan")
    table = open_table(page, "By clicking")
    expect(page.locator("#shuffle-1 code").first).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    say_ready(page)
    number = play_a_deal(page)
    expect(page.locator("#payout .rule").first).to_have_attribute("aria-label", re.compile("§"))
    expect(page.locator(".seat__hand")).to_have_count(4)
    expect(page.locator(f"#shuffle-{number}")).to_contain_text("The secret number is published")
    with site.database():
        assert Deal.objects.get(table=table, number=number).ended_at is not None
    # The worker settles the deal and prepares the next one, and the page says so by itself.
    page.get_by_role("button", name="I am ready").wait_for(timeout=LONG)
    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("Chips granted by the club")
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0


def test_on_a_phone_without_scripts_a_deal_begins_and_goes_on(open_page: OpenPage) -> None:
    page = open_page("phone", login="tuan", javascript=False)
    open_table(page, "Without scripts", seats="2")
    say_ready(page)
    for _ in range(3):
        for _ in range(60):
            if page.locator(TURN_OR_END).count():
                break
            page.reload()
        if not page.locator("[data-asked]").count():
            break
        if page.locator("#move-discard:not([aria-disabled])").count():
            for chosen in page.locator(".held input:checked").all():
                chosen.uncheck(force=True)
            page.locator(".held[data-verdict] input").first.check(force=True)
            page.locator("#move-discard").click()
        else:
            page.locator(
                "#move-hit:not([aria-disabled]), #move-pass:not([aria-disabled])"
            ).first.click()
        page.wait_for_url(re.compile(r"/tables/\d+/$"))
    # What opens over the table opens without scripts as well.
    page.locator("#menu-button").click()
    page.get_by_role("button", name="History").click()
    assert page.locator(".history li").count() > 3
    assert page.locator("#history").is_visible()


def test_the_move_of_another_member_shows_without_reloading(
    open_page: OpenPage, site: RunningSite
) -> None:
    minh, hoa = open_page("desk", login="minh"), open_page("phone", login="hoa")
    table = open_table(minh, "Two of us", seats="2")
    hoa.goto("/")
    hoa.locator(f"#table-{table}").get_by_role("button", name="Sit here").click()
    # Minh's page learns by itself that Hoa has sat down.
    expect(minh.locator("#seats")).to_contain_text("Hoa")
    say_ready(minh)
    say_ready(hoa)
    mine, other = minh, hoa
    expect(minh.locator("#history")).to_contain_text("The cards are dealt")
    for _ in range(4):
        if minh.locator("#payout").count():
            break
        mine, other = (minh, hoa) if minh.locator("[data-asked]").count() else (hoa, minh)
        mine.locator(TURN_OR_END).first.wait_for(state="attached", timeout=LONG)
        if mine.locator("#payout").count():
            break
        make_a_move(mine)
        # Its first sentence: the second may judge the discard, which is private until the end.
        said = str(mine.locator(".history li").first.text_content()).split(".")[0]
        expect(other.locator("#history")).to_contain_text(said)
    overflow = hoa.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert overflow <= 0
    with site.database():
        assert Table.objects.get(pk=table).closed_at is None
