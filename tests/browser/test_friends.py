"""Friends at one table by one link: after the host's press nobody presses anything until the cards are there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser


def test_friends_who_sat_down_get_cards_when_the_host_starts_and_their_pages_draw_the_seeds(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    host, friend = open_page("desk", login="hoa"), open_page("phone")
    host.goto("/")
    host.locator("#play-friends").first.click()
    host.wait_for_url(re.compile(r"/tables/\d+/invitations$"))
    number = int(host.url.split("/")[-2])
    code = host.locator("#code").inner_text()
    host.get_by_role("link", name="Go to the table").click()
    expect(host.locator("#starts")).to_have_count(0)
    friend.goto(f"/join/?code={code}")
    friend.fill("#name", "Tí")
    friend.get_by_role("button", name="Sit down").click()
    for page in (host, friend):
        expect(page.locator("#starts")).to_contain_text("The game starts in")
    start = host.get_by_role("button", name="Start now")
    start.click()
    if host.locator("#start-now.is-asking").count():
        start.click()  # the friend sat down just now
    for page in (host, friend):
        expect(page.locator("#hand .held").first).to_be_visible()
    with site.database():
        deal = Table.objects.get(pk=number).deals.get(ended_at=None)
    friend.goto(f"/tables/{number}/")
    friend.locator("#menu-button").click()
    friend.get_by_role("button", name="Check the shuffle").click()
    kept = friend.locator("#sheet-shuffle").get_by_text(
        "the club's computer makes and keeps this number"
    )
    assert deal.started_at is not None
    expect(kept).to_have_count(2)  # those of the bots
