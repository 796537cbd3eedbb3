"""Somebody closes the page when it is their turn: the other one sees when a bot plays, and the owner takes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine.attendance import LOOKED_AWAY
from games.models import Deal, Seat
from tests.support.browser import say_ready
from tests.support.live_page import get_asked, own_table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser


def test_who_closes_the_page_at_their_turn_is_waited_for_shortly_and_comes_back_with_one_press(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    here, gone = open_page("phone", login="lan"), open_page("desk", login="minh")
    address = own_table(site, "minh", "lan", name="Bàn vắng", seats=2)  # Minh begins
    number = int(address.strip("/").rpartition("/")[2])
    for page in (here, gone):
        page.goto(address)
        say_ready(page)
    get_asked(gone)
    left = here.locator("#bot-plays")

    def be_quiet() -> None:
        """Minh's page has looked, and is closed for a while."""
        gone.goto("about:blank")
        with site.database():
            seat = Seat.objects.filter(table=number, player__username="minh")
            seat.update(seen_at=timezone.now() - LOOKED_AWAY)

    be_quiet()
    expect(left).to_be_visible()
    expect(left).to_contain_text("A bot will play in")
    gone.goto(address)  # out of the tunnel: the page looks, and nothing was lost
    expect(left).to_have_count(0)
    get_asked(gone)

    be_quiet()
    expect(left).to_be_visible()
    with site.database():
        soon = timezone.now() + timedelta(seconds=1)
        Deal.objects.filter(table=number, ended_at=None).update(unseen_until=soon)
    expect(here.locator(".marker", has_text="Gone")).to_be_visible()
    gone.goto(address)
    gone.get_by_role("button", name="I am back").first.click()
    expect(here.locator(".marker", has_text="Gone")).to_have_count(0)
