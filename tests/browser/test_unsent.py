"""What was typed into a form that did not arrive: it comes back to the member who typed it, and to nobody else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from tests.support.running_site import RunningSite
from tests.support.targets import OPENED
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
KEPT = "sessionStorage.getItem('unsent')"


def controlled(page: Page, where: str) -> None:
    """Open a page over which the service worker watches."""
    page.goto(where)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def lose(page: Page, button: str) -> None:
    """Press it while the club is not reached."""
    page.context.set_offline(True)
    page.get_by_role("button", name=button, exact=True).first.click()
    expect(page.get_by_text("Your last action may not have arrived.").first).to_be_visible()


def go_back(page: Page) -> None:
    page.context.set_offline(False)
    page.get_by_role("link", name="Go back", exact=True).first.click()


def announce(page: Page, name: str) -> None:
    """Fill a long form, its folded part too, and lose it."""
    controlled(page, "/tournaments/new")
    page.fill("input[name=name]", name)
    page.evaluate(OPENED)
    page.fill("input[name=prize_shares]", "100")
    page.select_option("select[name=format]", "swiss")
    page.fill("textarea[name=description]", "Bring tea.\nAnd cups.")
    page.check("input[name=check_in]")
    lose(page, "Announce the tournament")


def test_the_words_of_a_long_form_come_back_and_are_sent_once(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("desk", login="director")
    announce(page, "Đêm rằm")
    page.get_by_role("link", name="Go back", exact=True).first.click()
    expect(page.get_by_role("heading", name="Can't connect to the club").first).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").first.click()
    expect(page.locator("input[name=name]")).to_have_value("Đêm rằm")
    expect(page.locator("select[name=format]")).to_have_value("swiss")
    expect(page.locator("textarea[name=description]")).to_be_visible()
    expect(page.locator("textarea[name=description]")).to_have_value("Bring tea.\nAnd cups.")
    expect(page.locator("input[name=check_in]")).to_be_checked()
    expect(page.locator("#messages")).to_contain_text("Your text is still here.")
    assert page.evaluate(KEPT) is None
    page.reload()
    expect(page.locator("input[name=name]")).to_have_value("")

    announce(page, "Đêm rằm")
    go_back(page)
    expect(page.locator("input[name=name]")).to_have_value("Đêm rằm")
    key = page.locator("input[name=idempotency_key]").first.input_value()
    page.get_by_role("button", name="Announce the tournament").click()
    expect(page.get_by_role("heading", name="Đêm rằm")).to_be_visible()
    page.wait_for_load_state("domcontentloaded")
    assert page.evaluate(KEPT) is None
    # Had it arrived the first time, the same key would have brought the same tournament.
    page.goto("/tournaments/new")
    page.fill("input[name=name]", "Đêm rằm")
    page.evaluate(
        "key => document.querySelectorAll('[name=idempotency_key]').forEach(one => { one.value = key; })",
        key,
    )
    page.get_by_role("button", name="Announce the tournament").click()
    expect(page.get_by_role("heading", name="Đêm rằm")).to_be_visible()
    with site.database():
        assert Tournament.objects.filter(name="Đêm rằm").count() == 1


def test_nobody_else_at_the_device_gets_them_and_a_password_is_never_kept(
    open_page: OpenPage, site: RunningSite
) -> None:
    page = open_page("desk", login="director")
    announce(page, "Đêm mười bốn")
    kept = page.evaluate(KEPT)
    assert "Bring tea." in kept and "csrf" not in kept
    page.context.set_offline(False)
    with site.database():
        name = Player.objects.get(username="director").shown_name
    assert name in kept
    page.context.clear_cookies()
    page.goto("/")
    assert page.evaluate(KEPT) is None

    controlled(page, "/accounts/login/")
    page.fill("input[name=username]", "lan")
    page.fill("input[name=password]", "a very secret word")
    lose(page, "Log in")
    assert page.evaluate(KEPT) is None


def test_what_has_arrived_does_not_come_back(open_page: OpenPage) -> None:
    page = open_page("desk", login="director")
    controlled(page, "/tournaments/new")
    page.fill("input[name=name]", "Đêm mười sáu")
    page.get_by_role("button", name="Announce the tournament").click()
    expect(page.get_by_role("heading", name="Đêm mười sáu")).to_be_visible()
    page.wait_for_load_state("domcontentloaded")  # what is deferred runs behind the heading
    assert page.evaluate(KEPT) is None
    page.goto("/tournaments/new")
    expect(page.locator("input[name=name]")).to_have_value("")
