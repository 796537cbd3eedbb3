"""Another move, the picture and the analysis of a finished deal, by phone and desk."""

import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from tests.support.axe import findings
from tests.support.deals import penalty_seed, stored_deal, taken_in
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def deal(site: RunningSite) -> Deal:
    with site.database(), transaction.atomic():
        four = [Player.objects.get(username=login) for login in ("lan", "minh", "hoa", "tuan")]
        return stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn nếu", now=timezone.now())


def fits(page: Page) -> None:
    assert page.evaluate(OVER) == 0, "the page is as wide as the screen"
    assert findings(page) == []


@pytest.mark.parametrize("screen", ["phone", "desk"])
def test_another_move_is_tried_from_the_replay_and_played_on(
    open_page: OpenPage, deal: Deal, site: RunningSite, screen: str
) -> None:
    with site.database():
        judged = taken_in(deal).version
    page = open_page(screen, login="lan")
    page.goto(f"/replays/{deal.pk}/?at={judged}")
    expect(page.locator("#replay")).to_have_attribute("data-ready", "yes")
    page.locator("#what-if").click()
    expect(page.locator("main")).to_contain_text("Hypothetical.")
    fits(page)
    page.get_by_role("link", name=re.compile("^I play for ")).click()
    for _ in range(25):
        asked = page.locator(".what-if__moves a")
        if not asked.count():
            break
        asked.first.click()
    expect(page.locator("#compared")).to_contain_text("In the real deal:")
    fits(page)
    before = page.locator(".stepper__where").inner_text()
    page.get_by_role("link", name="Forward").click()
    expect(page.locator(".stepper__where")).not_to_have_text(before)


def test_an_analysis_is_asked_for_and_comes(open_page: OpenPage, deal: Deal) -> None:
    """By phone; it is made once, and the desk shows the same page before and afterwards."""
    phone, desk = (open_page(screen, login="lan") for screen in ("phone", "desk"))
    for page in (phone, desk):
        page.goto(f"/replays/{deal.pk}/analysis/")
        fits(page)
    phone.get_by_role("button", name=re.compile("analys", re.IGNORECASE)).click()
    for page in (phone, desk):
        if page is desk:
            page.reload()
        expect(page.get_by_role("heading", name="Decisions")).to_be_visible()
        fits(page)
