"""Somebody without a phone confirms by the six digits of a card, on the phone of another player at the table."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Player
from tests.support.axe import findings
from tests.support.cardboard import PEOPLE, V4, real_card_table
from tests.support.running_site import RunningSite
from tournaments import commands

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


NO_PHONE = "no-phone"


@pytest.fixture
def entered(site: RunningSite, open_page: OpenPage) -> tuple[str, str, str]:
    """The page of a table with a deal that was entered, who entered it, and the digits of who has no phone."""
    with site.database():
        other = Player.objects.get_or_create(username=NO_PHONE)[0]
        other.set_unusable_password()
        other.save()
    made, seats = real_card_table(site, (*PEOPLE[:3], NO_PHONE))
    who = next(login for login in seats if login != NO_PHONE)
    with site.database():
        commands.enter_result(
            by=Player.objects.get(username=who),
            tournament_id=made,
            round_number=1,
            table=1,
            deal_number=1,
            lay=V4,
            now=timezone.now(),
        )
    desk = open_page("desk", login="director")
    desk.goto("/club/members/cards/")  # the club seals digits under a key of its own
    desk.locator(f"input[name='players'][value='{other.pk}']").check()
    desk.get_by_role("button", name="Show the login cards").click()
    digits = desk.locator(".slip__seat").inner_text().split("\n")[-1].replace(" ", "")
    return f"/tournaments/{made}/rounds/1/tables/1/result", who, digits


@pytest.mark.parametrize("javascript", [True, False])
def test_six_digits_on_the_phone_of_another_player_confirm(
    open_page: OpenPage, entered: tuple[str, str, str], javascript: bool
) -> None:
    address, who, digits = entered
    page = open_page("phone", login=who, javascript=javascript)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(address)
    page.get_by_text("No phone? Confirm with six digits …").tap()
    field = page.get_by_label("login card")
    expect(field).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if javascript:
        assert findings(page) == []
    field.fill(f"{(int(digits) + 1) % 10**6:06}")
    page.get_by_role("button", name="Confirm with these digits").tap()
    expect(page.locator("#messages")).to_contain_text(
        "These are not the six digits on this login card"
    )
    page.get_by_text("No phone? Confirm with six digits …").tap()
    page.get_by_label("login card").fill(digits)
    page.get_by_role("button", name="Confirm with these digits").tap()
    expect(page.locator("#results")).to_contain_text("with six digits, on")
    expect(page.get_by_label("login card")).to_have_count(0)
