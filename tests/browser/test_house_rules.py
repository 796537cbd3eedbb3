"""A club chooses Miền Nam on a phone, changes it, reads how it is played, and saves it: in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from tests.support.axe import findings
from tests.support.running_site import RunningSite
from tests.support.widths import CUT_OFF

pytestmark = pytest.mark.browser
NAME = "Nhà Tám"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_club_chooses_its_rules_on_a_phone_and_reads_how_it_plays(
    open_page: Callable[..., Page], site: RunningSite, javascript: bool
) -> None:
    with site.database():
        owner = Player.objects.filter(is_superuser=True).order_by("pk")[0].username
    page = open_page("phone", login=owner, javascript=javascript)
    page.goto("/house/rule-sets/")
    page.get_by_role("link", name="Miền Nam (southern rules)").click()
    page.get_by_label("Points for four pawns").fill("4")
    page.get_by_label(
        "If you draw a king and don't take it, it is dead: nobody may take it."
    ).check()
    if javascript:
        assert findings(page) == []
        assert page.evaluate(CUT_OFF) == []
    page.get_by_role("button", name="Show how this is played").click()
    shown = page.locator("details.how")
    expect(shown).to_contain_text("Each loser pays the winner 10 for a plain hand (tới trơn).")
    name = f"{NAME} {javascript}"
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Save the rule set").last.click()
    expect(page.locator(".messages")).to_contain_text(f"{name} is saved")
    page.goto(f"/rules/how-we-play/?rules={name}")
    expect(page.locator("h1")).to_have_text(f"Our rules: {name}")
    expect(
        page.get_by_role("img", name="Four pawns: red, yellow, green, white, 4 points").first
    ).to_be_visible()
    if javascript:
        assert findings(page) == []
        assert page.evaluate(CUT_OFF) == []
    page.goto(f"/house/rule-sets/compare/?one={name}&other=mien-nam")
    expect(page.locator("tbody tr")).to_have_count(2)
    if javascript:
        assert findings(page) == []
    page.goto("/house/rule-sets/")
    page.locator("section", has_text=name).get_by_role("button", name="Stop offering").click()
    expect(page.locator(".messages")).to_contain_text("no longer offered")
