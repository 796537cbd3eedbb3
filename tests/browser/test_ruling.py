"""A dispute and its ruling: a member files it beside the move, a referee rules at the desk, the chips move.

Once a penalty is lifted, and once one is imposed where the engine saw none (§10.8).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Coalesce
from playwright.sync_api import Page, expect

from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account
from games.ledger.models import Posting
from games.models import Deal, Player
from games.schema import stream_of
from tests.support.axe import findings
from tests.support.deals import ending_of, penalty_seed, safe_win_seed, stored_deal, taken_in
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until

pytestmark = pytest.mark.browser

MEMBERS = ("lan", "minh", "hoa", "tuan")


def new_deal(site: RunningSite, name: str, *, safe: bool = False) -> tuple[Deal, int, str]:
    """Return a finished deal, the version of the judged discard, and the login of who wants it ruled on.

    With a penalty it is the one who paid; of a `safe` discard it is another loser.
    """
    with site.database(), transaction.atomic():  # the club's own workers see it when it is over
        four = [Player.objects.get(username=login) for login in MEMBERS]
        seed = safe_win_seed() if safe else penalty_seed()
        deal = stored_deal(VINAGAMES, seed, four, chips_per_point=10, name=name)
        judged = taken_in(deal)
        losers = [seat for seat in range(4) if seat not in (judged.seat, deal.winner)]
    return deal, judged.version, MEMBERS[losers[0] if safe else judged.seat]


def chips(site: RunningSite, deal: Deal) -> list[int]:
    """Return by member, what this deal has paid so far; other tables of the club play on meanwhile."""
    with site.database():
        paid = Posting.objects.filter(transfer__stream=stream_of(deal.pk))
        return [
            paid.filter(
                account__code=member_account(Player.objects.get(username=login).pk)
            ).aggregate(sum=Coalesce(Sum("amount"), 0))["sum"]
            for login in MEMBERS
        ]


@dataclass(frozen=True)
class Case:
    """What is judged before the ruling, what it makes of that, and what the page says then."""

    safe: bool
    judged: str
    ruled: str
    box: str


LIFTED = Case(False, "pays for all the losers", "Penalty lifted", "The penalty is lifted")
IMPOSED = Case(
    True, "it was the card the hand needed least", "Penalty imposed", "The penalty applies"
)


@pytest.mark.parametrize(
    ("member_size", "referee_size", "case"),
    [("phone", "desk", LIFTED), ("desk", "phone", IMPOSED)],
    ids=["lifted", "imposed"],
)
def test_a_dispute_is_filed_and_reversed_and_every_chip_goes_its_way(
    open_page: Callable[..., Page],
    site: RunningSite,
    member_size: str,
    referee_size: str,
    case: Case,
) -> None:
    name = f"Bàn tranh chấp {member_size}"
    deal, judged, who = new_deal(site, name, safe=case.safe)
    before = chips(site, deal)

    page = open_page(member_size, login=who)
    page.goto(f"/replays/{deal.pk}/")
    page.click("text=The winning discard")
    page.fill("#dispute textarea", "The yellow minister was no better.")
    page.get_by_role("button", name="File the dispute").click()
    expect(page.locator("#messages")).to_contain_text("Your dispute is filed")
    expect(page.locator(".replay__ruling")).to_contain_text("is waiting for a referee")
    expect(page.locator("#dispute")).to_have_count(0)

    admin = open_page(referee_size, login="referee")
    admin.goto("/admin/")
    admin.locator("#queue").get_by_role("link", name=name).click()
    with admin.context.expect_page() as opened:
        admin.click("#replay-link")
    expect(opened.value).to_have_url(re.compile(rf"/replays/{deal.pk}/\?at={judged}$"))
    expect(opened.value.locator("#verdict")).to_contain_text(case.judged)
    expect(opened.value.locator("#dispute")).to_have_count(0)
    opened.value.close()

    expect(admin.locator("#position")).to_contain_text("before the discard")
    expect(admin.get_by_role("region", name="Payments for the deal, in points")).to_contain_text(
        "from "
    )
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert admin.evaluate(over) == 0, "the page is as wide as the screen"
    assert findings(admin) == []
    assert chips(site, deal) == before
    admin.get_by_label(f"{case.ruled}:").check()
    admin.select_option("select[name=section]", "§10.3")
    admin.fill("textarea[name=reason]", "Both cards were as good.")
    admin.click("text=Give the ruling")
    admin.click("[name=rule]")
    expect(admin.locator("#messages")).to_contain_text("The ruling has been given.")
    expect(admin.locator("#dispute-status")).to_have_text("reversed")

    page.reload()
    expect(page.locator(".replay__ruling")).to_contain_text(
        f"{case.box}, and the payout has been changed."
    )
    expect(page.locator("#verdict")).not_to_contain_text("it was the card the hand needed least")
    expect(page.locator(".replay__ruling")).to_contain_text("§10.3")
    expect(page.locator("#payout")).to_contain_text("Cancelled by the ruling")

    # The worker posts the countering transfers.
    with site.database():
        ending = ending_of(deal)
    moved = [
        10 * (new - old) for new, old in zip(ending.result.net, ending.original.net, strict=True)
    ]
    after = [held + change for held, change in zip(before, moved, strict=True)]
    assert after != before
    wait_until(lambda: chips(site, deal) == after, "the ruling is settled")
    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("taken back after a ruling")
    if not case.safe:  # of a penalty that is imposed the other losers pay nothing more
        expect(page.locator("main")).to_contain_text("payment changed by a ruling")


def test_an_upheld_dispute_changes_no_chip_and_its_referee_does_not_take_it_back(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    deal, judged, _ = new_deal(site, "Bàn giữ nguyên")
    before = chips(site, deal)
    page = open_page("desk", login="director")
    page.goto(f"/replays/{deal.pk}/?at={judged}")
    page.fill("#dispute textarea", "The house wants it looked at.")
    page.get_by_role("button", name="File the dispute").click()
    expect(page.locator(".replay__ruling")).to_contain_text("The director disputed this discard")

    admin = open_page("desk", login="referee")
    admin.goto("/admin/replays/dispute/")
    admin.locator("#queue").get_by_role("link", name="Bàn giữ nguyên").click()
    admin.check("input[value=upheld]")
    admin.select_option("select[name=section]", "§10.5")
    admin.fill("textarea[name=reason]", "It was not a worst card.")
    admin.click("text=Give the ruling")
    admin.click("[name=rule]")
    expect(admin.locator("#dispute-status")).to_have_text("upheld")
    page.reload()
    expect(page.locator(".replay__ruling")).to_contain_text("The penalty stands")
    expect(page.locator("#verdict")).to_contain_text("pays for all the losers")

    expect(admin.locator("[name=withdraw]")).to_have_count(0)  # nobody judges the own ruling
    assert chips(site, deal) == before
