"""A host and a director at work: invitations that show by themselves, and chips granted once by a double click."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.ledger.accounts import member_account
from games.ledger.models import Posting
from games.models import Player
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
LOOK = 11_000
"""Milliseconds by the page's own clock: the lobby looks every ten seconds."""


def test_the_lobby_shows_a_new_table_and_an_invitation_by_itself_and_keeps_the_focus(
    open_page: OpenPage,
) -> None:
    host, guest = open_page("desk", login="lan"), open_page("phone", login="minh")
    guest.clock.install()
    guest.goto("/")
    guest.evaluate("window.sameDocument = true")
    said = guest.locator("#lobby-said")

    host.goto("/tables/new")
    host.fill("input[name=name]", "Bàn kín")
    host.get_by_text("More options").click()
    host.select_option("select[name=admission]", "invited")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile(r"/tables/\d+/$"))
    number = host.url.rstrip("/").rpartition("/")[2]
    table = guest.locator(f"#table-{number}")
    guest.clock.run_for(LOOK)
    expect(table).to_be_visible()
    expect(table).not_to_contain_text("You are invited")
    expect(said).not_to_contain_text("Bàn kín")
    guest.focus(f"#look-{number}")

    host.goto("/")
    host.click(f"#invite-{number}")
    host.select_option("#id_player", label="Minh")
    host.focus("#id_player")
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(host.locator("#messages")).to_contain_text("Minh has been invited.")
    guest.clock.run_for(LOOK)
    expect(table).to_contain_text("You are invited")
    expect(said).to_contain_text("You are invited to: Bàn kín.")
    assert guest.evaluate("document.activeElement.id") == f"look-{number}"
    assert guest.evaluate("window.sameDocument") is True
    assert guest.evaluate("document.documentElement.scrollWidth - screen.width") <= 0

    host.get_by_role("button", name="Take back Minh's invitation").click()
    expect(host.locator("#messages")).to_contain_text("The invitation has been taken back.")
    guest.clock.run_for(LOOK)
    expect(table).not_to_contain_text("You are invited")


@pytest.mark.parametrize(("size", "javascript"), [("desk", True), ("phone", False)])
def test_a_double_click_grants_the_chips_once(
    open_page: OpenPage, site: RunningSite, size: str, javascript: bool
) -> None:
    def held() -> int:
        """Return what Hoa holds without what deals have paid; other tables of the club play on meanwhile."""
        with site.database():
            account = member_account(Player.objects.get(username="hoa").pk)
            postings = Posting.objects.filter(account__code=account)
            given = postings.exclude(transfer__stream__startswith="deal-")
            return sum(given.values_list("amount", flat=True))

    before = held()
    page = open_page(size, login="director", javascript=javascript)
    page.goto("/club/members/?q=hoa")
    page.check("input[name=players]")
    page.fill("input[name=amount]", "250")
    page.fill("input[name=reason]", "Tết")
    page.get_by_role("button", name="Grant").dblclick()
    expect(page.locator("#messages")).to_contain_text("granted")
    assert held() == before + 250

    page.locator("main table a").click()
    page.locator("summary", has_text="Was this a mistake?").first.click()
    page.locator("details[open] input[name=reason]").fill("wrong member")
    page.get_by_role("button", name="Take back").dblclick()
    expect(page.locator("#messages")).to_contain_text("aken back")
    assert held() == before


@pytest.mark.parametrize("language", ["en", "vi", "fr", "ja"])
def test_what_is_asked_of_all_fits_one_screen_of_a_phone_and_rare_choices_are_folded_away(
    open_page: OpenPage, language: str
) -> None:
    page = open_page("phone", login="hoa")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/tables/new")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    assert page.evaluate("document.documentElement.lang") == language
    for part in ("[name=name]", "[name=rules]", "[name=seats]", "[name=filler]", "form .button"):
        box = page.locator(f"main {part}").first.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 740, part
    main = page.locator("main").bounding_box()
    assert main is not None and main["height"] < 800  # 2,043 with all choices
    expect(page.locator("[name=seconds_per_move]")).to_be_hidden()
    page.locator(".more summary").click()
    page.fill("[name=seconds_per_move]", "5")
    page.evaluate("document.querySelector('form.form--short').noValidate = true")
    page.locator("main form .button").first.click()
    # What has to be corrected is not folded away.
    expect(page.locator("[name=seconds_per_move]")).to_be_visible()
