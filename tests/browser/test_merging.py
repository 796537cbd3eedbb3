"""An owner proposes at a desk that two accounts are one; the person confirms on a phone, with scripts and without."""

import secrets
from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.commands.club.chips import grant_first_chips
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

STAYS, ENDS = "merge-lan", "merge-lan2"
PASSWORD = "one-person-twice-7"  # of a club that ends with the tests
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def test_two_accounts_become_one_by_a_press_in_each(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    with site.database():
        hashed = Argon2PasswordHasher().encode(PASSWORD, secrets.token_hex(8))
        for name in (STAYS, ENDS):
            player = Player.objects.create_user(name)
            Player.objects.filter(pk=player.pk).update(password=hashed)
            grant_first_chips(player=player, now=timezone.now())
        owner = Player.objects.filter(is_superuser=True).order_by("pk")[0]
        stays, ends = (Player.objects.get(username=name).pk for name in (STAYS, ENDS))
        had = balance(member_account(stays)) + balance(member_account(ends))
    site.passwords |= dict.fromkeys((STAYS, ENDS), PASSWORD)

    desk = open_page("desk", login=owner.username)
    desk.goto(f"/members/{stays}/")
    desk.get_by_role("link", name="Merge them").click()
    desk.get_by_label("Account to close").select_option(str(ends))
    desk.get_by_role("button", name="Show what will happen").click()
    desk.get_by_label("How do you know it's the same person?").fill("Entered twice")
    desk.get_by_role("button", name="Propose the merge").click()
    expect(desk.get_by_role("heading", name=f"Merge {ENDS} into {STAYS}?")).to_be_visible()
    expect(desk.get_by_role("button", name="Take it back")).to_be_visible()

    phone = open_page("phone", login=STAYS)
    phone.goto("/account/merge/")
    assert not phone.evaluate(TOO_WIDE)
    phone.get_by_role("button", name="Both accounts are mine: confirm").click()
    expect(phone.locator("body")).to_contain_text("The other account still has to be confirmed")

    plain = open_page("phone", login=ENDS, javascript=False)
    plain.goto("/account/merge/")
    plain.get_by_role("button", name="Both accounts are mine: confirm").click()
    expect(plain.locator("body")).to_contain_text("The two accounts are now one")
    plain.get_by_label("Login name").fill(ENDS)
    plain.get_by_label("Password").fill(PASSWORD)
    plain.locator("main button[type=submit]").click()
    expect(plain.locator("main")).to_contain_text("This account is no longer used.")
    expect(plain.locator("main")).to_contain_text(STAYS)

    phone.goto("/account/")
    expect(phone.locator("main")).to_contain_text("Two accounts of one person were merged")
    with site.database():
        held = [balance(member_account(pk)) for pk in (stays, ends)]
    assert held == [had, 0]
