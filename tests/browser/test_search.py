"""The search in a real browser: from the list of replays to one's own mistake, by a phone and by a desk."""

from collections.abc import Callable

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays.index import indexer
from replays.models import FoundDeal
from replays.queries.replay import get_replay
from replays.queries.steps import StepKind
from tests.support.axe import findings
from tests.support.deals import penalty_seed, stored_deal
from tests.support.running_site import RunningSite
from tests.support.widths import CUT_OFF

pytestmark = pytest.mark.browser

NAMES = ("lan", "minh", "hoa", "tuan")


@pytest.fixture
def mistaken(site: RunningSite) -> tuple[Deal, str]:
    """A deal with a penalty that can be found, and who made a mistake in it."""
    with site.database():
        with transaction.atomic():
            four = [Player.objects.get(username=name) for name in NAMES]
            deal = stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn có lỗi")
        indexer.index_new()  # so that nothing waits for the worker's turn
        if not FoundDeal.objects.filter(deal=deal).exists():
            indexer.index_new()
        steps = get_replay(deal.pk)[1].steps
        seat = next(step.decided_by for step in steps if StepKind.MISTAKE in step.kind)
    assert seat is not None
    return deal, NAMES[seat]


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_member_finds_an_own_mistake_and_keeps_the_search(
    size: str, open_page: Callable[..., Page], mistaken: tuple[Deal, str]
) -> None:
    deal, who = mistaken
    page = open_page(size, login=who)
    page.goto("/replays/")
    page.get_by_role("link", name="Search deals").click()
    page.wait_for_url("**/replays/search")
    assert findings(page) == []
    page.get_by_label("My mistakes").select_option("any")
    page.locator(".more > summary").click()
    page.get_by_label("Penalty").select_option("yes")
    page.get_by_role("button", name="Search", exact=True).click()
    page.wait_for_url("**mistakes=any**")
    link = page.locator(f'a[href="/replays/{deal.pk}/?by=mistake"]')
    expect(link).to_be_visible()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_label("Name of this search").fill(f"Đền {size}")
    page.get_by_role("button", name="Save this search").click()
    page.get_by_role("link", name=f"Đền {size}").click()
    expect(link).to_be_visible()
    page.get_by_role("button", name=f"Remove the saved search Đền {size}").click()
    expect(page.get_by_role("link", name=f"Đền {size}")).to_have_count(0)
    page.goto("/replays/search?mistakes=any")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "by=mistake" in page.url


def test_no_list_of_the_form_is_cut_off_on_a_desk(open_page: Callable[..., Page]) -> None:
    page = open_page("desk", login="lan")
    page.goto("/replays/search")
    assert page.evaluate(CUT_OFF) == []


def test_what_is_wrong_is_said_at_its_field_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page("phone", login="lan")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/replays/search?paid_least=9&paid_most=3")
    expect(page.get_by_role("alert")).to_be_visible()
    field = page.get_by_label("Points paid in the deal: maximum")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert findings(page) == []
