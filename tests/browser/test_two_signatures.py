"""A ruling above the club's limit: proposed at a desk, signed on a phone, void in ledger and replay (§10.8)."""

import secrets
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.commands import record, set_house_rules
from games.commands.club.chips import grant_first_chips
from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from games.queries.club.house import house_rules
from replays.commands import rulings
from tests.support.deals import penalty_seed, stored_deal, taken_in
from tests.support.rulings import chips_with_held
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until

pytestmark = pytest.mark.browser

PEOPLE = ("ky-an", "ky-binh", "ky-chi", "ky-dung")
FIRST, SECOND = "first-signs", "second-signs"
PASSWORD = "two-names-below-it-7"  # of a club that ends with the tests


@pytest.fixture
def case(site: RunningSite) -> Iterator[Deal]:
    """A disputed penalty at a table for chips, in a club where one referee moves one chip alone."""
    now = timezone.now()
    with site.database():
        with transaction.atomic():  # the club's own workers see it when it is over
            four = [Player.objects.create_user(name) for name in PEOPLE]
            for name in (FIRST, SECOND):
                Player.objects.create_user(name, is_referee=True, is_staff=True)
            # As the site hashes them, which is not as tests do.
            hashed = Argon2PasswordHasher().encode(PASSWORD, secrets.token_hex(8))
            Player.objects.filter(username__in=(FIRST, SECOND)).update(password=hashed)
            for player in four:
                grant_first_chips(player=player, now=now)
            deal = stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10, now=now)
            at = taken_in(deal).version
            rulings.file_dispute(
                by=four[0], deal_id=deal.pk, discard=at, reason="The card was marked.", now=now
            )
        owner = Player.objects.filter(is_superuser=True).order_by("pk")[0]
        before = house_rules()
        set_house_rules(by=owner, rules=HouseRules(second_signature_chips=1), now=now)
    site.passwords |= dict.fromkeys((FIRST, SECOND), PASSWORD)
    yield deal
    with site.database():
        # Not by the form: to switch the limit off again two owners are needed, or a week.
        record(HouseRulesSet(before), by=owner, now=timezone.now())


def test_two_referees_declare_a_deal_void_one_page_each(
    open_page: Callable[..., Page], site: RunningSite, case: Deal
) -> None:
    def chips() -> list[int]:
        """Return what each has, with what the dispute holds of it: whether the worker was there changes nothing."""
        with site.database():
            people = Player.objects.filter(username__in=PEOPLE).order_by("username")
            return [chips_with_held(one.pk) for one in people]

    wait_until(lambda: len(set(chips())) > 1, "the deal is paid")
    paid = chips()
    with site.database():
        address = f"/admin/replays/dispute/{case.disputes.get().pk}/change/"

    desk = open_page("desk", login=FIRST)
    desk.goto(address)
    expect(desk.locator("#court")).to_contain_text(SECOND)
    desk.check("input[value=voided]")
    desk.select_option("select[name=section]", "§10.8")
    desk.fill("textarea[name=reason]", "The yellow rook was marked.")
    desk.click("text=Give the ruling")
    desk.click("[name=rule]")
    expect(desk.locator("#messages")).to_contain_text("Nothing changes until a second")
    expect(desk.locator("#signature_form")).to_contain_text("Take the proposal back")
    assert chips() == paid

    phone = open_page("phone", login=SECOND)
    phone.goto("/admin/replays/dispute/")
    phone.locator("#queue a", has_text="Bàn").first.wait_for()
    phone.goto(address)
    expect(phone.locator("#proposed")).to_have_text("Deal void")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("summary", has_text="Sign it").click()
    phone.get_by_role("button", name="Yes, sign it").click()
    expect(phone.locator("#messages")).to_contain_text(
        "The ruling has been signed and is now in effect"
    )

    wait_until(lambda: len(set(chips())) == 1, "every payment is taken back")
    phone.goto(f"/replays/{case.pk}/")
    phone.click("text=The winning discard")
    for words in (
        "nobody pays anything for this deal",
        f"{SECOND} signed it as the second referee",
        "The yellow rook was marked.",
    ):
        expect(phone.locator("main")).to_contain_text(words)
