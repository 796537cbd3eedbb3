"""The casebook on a phone and a desk: searched by a stranger, reached from a replay and the referee's desk."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.axe import findings
from tests.support.deals import penalty_seed, stored_deal, taken_in
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
MEMBERS = ("lan", "minh", "hoa", "tuan")
OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Ruled(NamedTuple):
    """Two final rulings on the same position, and a dispute on it that waits."""

    upheld: Dispute
    reversed: Dispute
    waiting: Dispute


@pytest.fixture
def ruled(site: RunningSite) -> Ruled:
    long_ago = timezone.now() - timedelta(days=30)
    with site.database(), transaction.atomic():
        four = [Player.objects.get(username=login) for login in MEMBERS]
        referee = Player.objects.create_user(f"judge-{Dispute.objects.count()}", is_referee=True)

        def disputed(name: str) -> Dispute:
            deal: Deal = stored_deal(
                VINAGAMES, penalty_seed(), four, chips_per_point=0, name=name, now=long_ago
            )
            return rulings.file_dispute(
                by=four[0],
                deal_id=deal.pk,
                discard=taken_in(deal).version,
                reason="Why?",
                now=long_ago,
            )

        def rule(row: Dispute, outcome: str, reason: str) -> Dispute:
            return rulings.give_ruling(
                by=referee,
                dispute_id=row.pk,
                outcome=outcome,
                section="§10.3",
                reason=reason,
                now=long_ago,
            )

        return Ruled(
            rule(disputed("Bàn án 1"), "upheld", "The count is the count."),
            rule(disputed("Bàn án 2"), "reversed", "Nobody could see the dead cards."),
            disputed("Bàn án 3"),
        )


def fits(page: Page) -> None:
    assert page.evaluate(OVER) == 0, "the page is as wide as the screen"
    assert findings(page) == []


def test_a_stranger_reads_and_searches_it_on_a_phone(open_page: OpenPage, ruled: Ruled) -> None:
    page = open_page("phone")
    page.goto("/replays/casebook/")
    expect(page.locator("#differing")).to_contain_text("Final rulings differ on")
    page.locator(".casebook__search > summary").tap()
    page.fill("input[name=words]", "DEAD cards")
    fits(page)
    page.get_by_role("button", name="Search the casebook").tap()
    expect(page.locator(f"#case-{ruled.upheld.pk}")).to_have_count(0)
    case = page.locator(f"#case-{ruled.reversed.pk}")
    expect(case).to_contain_text("The penalty was lifted.")
    case.locator("summary").tap()
    expect(case.get_by_role("heading", name="Dead cards")).to_be_visible()
    fits(page)
    case.get_by_role("link", name=re.compile(r"case [0-9]+")).tap()
    expect(page.locator("#position")).to_contain_text("before the discard")
    expect(page.locator("main")).to_contain_text("shown without names")
    for login in MEMBERS:
        expect(page.locator("main")).not_to_contain_text(re.compile(rf"\b{login}\b", re.IGNORECASE))
    fits(page)


def test_replay_and_desk_lead_to_like_cases_that_stand_side_by_side(
    open_page: OpenPage, ruled: Ruled
) -> None:
    page = open_page("desk", login="lan")
    page.goto(f"/replays/{ruled.waiting.deal_id}/")
    page.locator("#like-cases a").click()
    expect(page.locator(f"#case-{ruled.upheld.pk}")).to_contain_text("ruled differently elsewhere")
    fits(page)
    page.goto("/replays/casebook/?unlike=on")
    expect(page.locator(".case__kind")).to_have_count(1)
    fits(page)
    admin = open_page("desk", login="referee")
    admin.goto(f"/admin/replays/dispute/{ruled.waiting.pk}/change/")
    expect(admin.locator("#alike")).to_contain_text("similar positions differ")
    for row in (ruled.upheld, ruled.reversed):
        expect(admin.locator(f'#alike a[href="/replays/casebook/{row.pk}/"]')).to_be_visible()
    fits(admin)
