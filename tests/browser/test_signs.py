"""On a phone a tap on a sign says what it is, Enter says it too, and the cards keep their taps."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import transaction
from playwright.sync_api import Browser, Page, expect

from games.engine.rules import VINAGAMES
from games.models import Player
from games.presenters.signs import SIGNS
from tests.support.browser import say_ready, show
from tests.support.deals import penalty_seed, stored_deal
from tests.support.felt import drawn, full_table
from tests.support.live_page import get_asked, own_table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

IN_SIGHT = """() => { const box = document.getElementById("sign").getBoundingClientRect();
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; }"""


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (740, 360)])
def test_signs_explain_themselves(
    open_page: Callable[..., Page], site: RunningSite, wide: int, high: int
) -> None:
    page = open_page("phone", login="lan")
    page.set_viewport_size({"width": wide, "height": high})
    page.goto(own_table(site, "lan", seats=4))
    say_ready(page)
    get_asked(page)
    says = page.locator("#sign")
    for where, sign in (
        ("#stock .centre__count", "stock"),
        (".seats .seat__count >> nth=0", "count"),
        ("#clock [data-seconds]", "clock"),
    ):
        page.locator(where).tap()
        expect(says).to_be_visible()
        expect(says).to_have_text(str(SIGNS[sign].says))
        assert page.evaluate(IN_SIGHT)
        page.keyboard.press("Escape")
        expect(says).to_be_hidden()
    page.locator(".seats .seat__name:has([data-short$='⚙'])").first.tap(position={"x": 8, "y": 8})
    expect(says).to_have_text(str(SIGNS["bot"].says))
    page.keyboard.press("Escape")
    asks = page.locator("#stock .asks")
    asks.focus()
    page.keyboard.press("Enter")
    expect(says).to_have_text(str(SIGNS["stock"].says))
    page.keyboard.press("Escape")
    expect(asks).to_be_focused()
    first = page.locator("#hand input").first
    page.locator("#hand .held").first.tap(position={"x": 6, "y": 10})
    expect(first).to_be_checked()
    expect(says).to_be_hidden()


@pytest.mark.django_db
def test_a_set_says_its_own_name_and_the_pot_what_it_is(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    show(page, drawn(full_table(replace(VINAGAMES, key="Đậu heo", pot=20), 4)))
    says, laid = page.locator("#sign"), page.locator(".seats .set").first
    laid.tap()
    expect(says).to_have_text(laid.get_attribute("title") or "none")
    page.keyboard.press("Escape")
    page.locator("#pot").tap(position={"x": 4, "y": 6})
    expect(says).to_have_text(str(SIGNS["pot"].says))
    page.close()


def test_a_section_opens_its_rule_and_says_what_it_is_at_a_replay_too(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    page = open_page("phone", login="lan")
    with site.database(), transaction.atomic():
        four = [Player.objects.get(username=name) for name in ("lan", "minh", "hoa", "tuan")]
        deal = stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=0, name="Bàn luật")
    page.goto(f"/replays/{deal.pk}/?at=judged")
    page.locator("#verdict a.rule").first.tap()
    sheet = page.locator("#sheet-rule")
    expect(sheet.locator("#rule-text")).not_to_be_empty()
    expect(sheet).to_contain_text(str(SIGNS["section"].says))
    section = page.locator("#verdict a.rule").first.get_attribute("href") or ""
    assert "#s10-" in section
    expect(sheet.locator("#rule-book")).to_have_attribute("href", re.compile(re.escape(section)))
    sheet.locator(".sheet-card__close").tap()
    expect(sheet).to_be_hidden()
