"""Somebody without a phone confirms by the six digits of a card, on the phone of another player at the table."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Player
from tests.support.axe import findings
from tests.support.cardboard import V4, real_card_table
from tests.support.running_site import RunningSite
from tournaments import commands

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


@pytest.fixture
def entered(site: RunningSite, open_page: OpenPage) -> Iterator[tuple[str, list[str], str]]:
    """The page of a table whose first deal South has entered, who sits there, and the digits of East's card."""
    made, seats = real_card_table(site)
    with site.database():
        now = timezone.now()
        south, east = (Player.objects.get(username=login) for login in seats[:2])
        commands.enter_result(
            by=south,
            tournament_id=made,
            round_number=1,
            table=1,
            deal_number=1,
            lay=V4,
            now=now,
        )
        before = east.password
        Player.objects.filter(pk=east.pk).update(password=make_password(None))
    desk = open_page("desk", login="director")
    desk.goto("/club/members/cards/")  # the club seals digits under a key of its own
    desk.locator(f"input[name='players'][value='{east.pk}']").check()
    desk.get_by_role("button", name="Show the cards").click()
    digits = desk.locator(".slip__seat").inner_text().split("\n")[-1].replace(" ", "")
    yield f"/tournaments/{made}/rounds/1/tables/1/result", seats, digits
    with site.database():  # for the tests after it
        Player.objects.filter(pk=east.pk).update(password=before)


@pytest.mark.parametrize("javascript", [True, False])
def test_six_digits_on_the_phone_of_another_player_confirm(
    open_page: OpenPage, entered: tuple[str, list[str], str], javascript: bool
) -> None:
    address, seats, digits = entered
    page = open_page("phone", login=seats[0], javascript=javascript)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(address)
    page.get_by_text("No phone? Confirm with six digits …").tap()
    field = page.get_by_label("the six digits on the card")
    expect(field).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if javascript:
        assert findings(page) == []
    field.fill(f"{(int(digits) + 1) % 10**6:06}")
    page.get_by_role("button", name="Confirm with these digits").tap()
    expect(page.locator("#messages")).to_contain_text("not the six digits of this card")
    page.get_by_text("No phone? Confirm with six digits …").tap()
    page.get_by_label("the six digits on the card").fill(digits)
    page.get_by_role("button", name="Confirm with these digits").tap()
    expect(page.locator("#results")).to_contain_text("by six digits, on the phone of")
    expect(page.get_by_label("the six digits on the card")).to_have_count(0)
