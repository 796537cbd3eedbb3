"""A review with two browsers: one leads, the other's page goes along, leaves, comes back, and hears of the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays.models import SharedReview
from tests.support.deals import penalty_seed, stored_deal
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser


@pytest.fixture
def deal(site: RunningSite) -> Deal:
    with site.database(), transaction.atomic():
        four = [Player.objects.get(username=name) for name in ("lan", "minh", "hoa", "tuan")]
        return stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10, name="Bàn học")


def expect_step(page: Page, place: int) -> None:
    expect(page.locator(".stepper__where")).to_have_text(re.compile(rf"Step {place} of \d+"))


def test_one_leads_and_a_phone_follows(open_page: Callable[..., Page], deal: Deal) -> None:
    lan = open_page("desk", login="lan")
    lan.goto(f"/replays/{deal.pk}/")
    lan.click("[data-key=ArrowRight]")
    expect_step(lan, 2)
    lan.click("text=Review this deal with others")
    expect(lan.locator("#review")).to_contain_text("You're leading a review of this deal.")
    expect_step(lan, 2)  # a review begins where one is
    address = lan.input_value(".review__address")

    hoa = open_page("phone", login="hoa")
    hoa.goto(address)
    expect_step(hoa, 2)
    expect(hoa.locator("[data-goes-along]")).to_have_attribute("aria-pressed", "true")
    hoa.evaluate("window.sameDocument = true")
    expect(hoa.locator("#replay")).to_have_attribute("data-ready", "yes")
    expect(lan.locator("#replay")).to_have_attribute("data-ready", "yes")
    lan.keyboard.press("End")
    last = int(re.findall(r"\d+", lan.inner_text(".stepper__where"))[0])
    expect_step(hoa, last)
    assert hoa.evaluate("window.sameDocument"), "the page goes along without being loaded again"

    # Who steps by herself looks round alone, and comes back by one press.
    hoa.click("[data-key=ArrowLeft]")
    expect_step(hoa, last - 1)
    expect(hoa.locator("[data-goes-along]")).to_have_attribute("aria-pressed", "false")
    lan.keyboard.press("Home")
    expect_step(lan, 1)
    expect(hoa.locator("#review p[data-at]")).to_have_attribute(
        "data-at", lan.get_attribute(".moves [aria-current]", "data-at") or ""
    )
    expect_step(hoa, last - 1)
    hoa.click("[data-goes-along]")
    expect_step(hoa, 1)

    # Other eyes: her page is loaded with them.
    lan.click(".replay__looking summary")
    lan.click("text=As spectators saw it")
    expect(lan.locator("#review")).to_contain_text("You're leading a review of this deal.")
    lan.click("[data-key=ArrowRight]")
    expect(hoa).to_have_url(re.compile("as=public"))
    lan.click("text=End the review")
    expect(hoa.locator("#review")).to_contain_text("This review is over.")


def test_who_leads_on_where_it_is_over_reads_so(
    open_page: Callable[..., Page], site: RunningSite, deal: Deal
) -> None:
    lan = open_page("desk", login="lan")
    lan.goto(f"/replays/{deal.pk}/")
    lan.click("text=Review this deal with others")
    expect(lan.locator("#review")).to_contain_text("You're leading a review of this deal.")
    expect(lan.locator("#replay")).to_have_attribute("data-ready", "yes")
    with site.database():
        SharedReview.objects.all().delete()
    lan.keyboard.press("End")
    expect(lan.locator("#review")).to_contain_text("This review is over.")
    lan.click("#review a")
    expect(lan.locator("[data-begin]")).to_be_visible()


def test_without_scripts_a_review_is_led_and_followed_by_links(
    open_page: Callable[..., Page], deal: Deal
) -> None:
    lan = open_page("desk", login="lan", javascript=False)
    lan.goto(f"/replays/{deal.pk}/")
    lan.click("text=Review this deal with others")
    address = lan.input_value(".review__address")
    hoa = open_page("phone", login="hoa", javascript=False)
    hoa.goto(address)
    expect_step(hoa, 1)
    lan.click("[data-key=ArrowRight]")
    expect_step(lan, 2)
    lan.click("text=Show everyone this step")
    expect_step(lan, 2)
    hoa.click("text=Go to the step being shown")
    expect_step(hoa, 2)
