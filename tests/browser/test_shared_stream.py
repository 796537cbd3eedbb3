"""All tabs of a browser share one stream: any number of them may be open, and each hears of its own table or review."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import commands
from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays.commands.reviews import lead_review
from replays.queries.replay import OPEN, get_replay
from tests.support.deals import penalty_seed, stored_deal
from tests.support.faults.listening import open_streams
from tests.support.live_page import turn_page
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tests.support.tables import opened_table

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
TABLES = 8
WITHOUT_WORKER = "delete window.SharedWorker;"
WITHOUT_BOTH = WITHOUT_WORKER + "Object.defineProperty(navigator, 'locks', { value: undefined });"


def empty_tables(site: RunningSite, login: str, count: int) -> list[int]:
    """Return so many tables at which this member sits alone, with seats that are free."""
    with site.database():
        player = Player.objects.get(username=login)
        made = []
        for number in range(count):
            table = opened_table(
                by=player,
                name=f"Bàn {number}",
                rules=VINAGAMES,
                seats=4,
                now=timezone.now(),
            )
            commands.sit_down(by=player, table_id=table.pk, seat=0, now=timezone.now())
            made.append(table.pk)
        return made


def post(page: Page, address: str, **fields: object) -> None:
    """Send a form as this page's member, through the running club: its own processes tell the streams."""
    status = page.evaluate(
        """async ([address, fields]) => {
            const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
            const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token });
            return (await fetch(address, { method: "POST", body: body, redirect: "manual" })).type;
        }""",
        [address, {name: str(value) for name, value in fields.items()}],
    )
    assert status == "opaqueredirect", address


def close(site: RunningSite, tables: list[int]) -> None:
    """Close them: their notices would lie over the pages of the next tests."""
    with site.database():
        for table_id in tables:
            commands.close_table(by=None, table_id=table_id, now=timezone.now())


def nobody_listens(site: RunningSite) -> None:
    """Wait until the streams of earlier tests' pages, which are closed, are counted no more."""
    wait_until(lambda: open_streams(site) == 0, "no stream is open")


def stop_looking(page: Page) -> None:
    """Let the page look no more by the clock, so that only its stream tells it anything."""
    page.evaluate(
        "document.querySelectorAll('[data-look]').forEach((one) => { one.dataset.look = 1e6; })"
    )


def tabs(first: Page, addresses: list[str], script: str) -> list[Page]:
    """Return a tab for each address in the browser of this page."""
    first.context.add_init_script(script)
    made = []
    for address in addresses:
        page = first.context.new_page()
        page.goto(address)
        made.append(page)
    return made


@pytest.mark.parametrize("script", ["", WITHOUT_WORKER], ids=["by a worker", "by one of the tabs"])
def test_ten_tabs_hear_each_of_its_own_and_an_eleventh_opens(
    script: str, open_page: OpenPage, site: RunningSite
) -> None:
    with site.database(), transaction.atomic():
        lan, minh = (Player.objects.get(username=name) for name in ("lan", "minh"))
        deal: Deal = stored_deal(VINAGAMES, penalty_seed(), [lan, minh], name="Bàn học")
        now = timezone.now()
        at, then = (step.version for step in get_replay(deal.pk)[1].with_eyes(OPEN).steps[:2])
        review = lead_review(by=minh, deal_id=deal.pk, version=at, eyes=OPEN, now=now)
    made = empty_tables(site, "lan", TABLES)
    nobody_listens(site)
    first = open_page("desk", login="lan")
    pages = tabs(
        first,
        [f"/tables/{number}/" for number in made] + [f"/replays/reviews/{review.pk}/"] * 2,
        script,
    )
    wait_until(lambda: open_streams(site) == 1, "ten tabs share one stream")
    first.goto("/rules/")  # the eleventh page has a connection
    expect(first.locator("h1")).to_be_visible()
    for page in pages:
        stop_looking(page)
    other = open_page("desk", login="minh")
    other.goto("/")
    for number in made:
        post(other, f"/tables/{number}/sit", seat=2)
    post(other, f"/replays/reviews/{review.pk}/", at=then, **{"as": OPEN})
    for page in pages[:TABLES]:
        expect(page.locator("#table")).to_contain_text("Minh")
    for page in pages[TABLES:]:
        expect(page.locator("#review p[data-at]")).to_have_attribute("data-at", str(then))
    # Where a tab has taken the lead, or listens to more, the stream that was is counted until the club finds it left.
    wait_until(lambda: open_streams(site) == 1, "ten tabs still share one stream")
    # A tab that closes leaves the others their stream, also where it was the one that listened for all.
    first.close()
    pages.pop().close()
    post(other, f"/tables/{made[0]}/leave")
    expect(pages[0].locator("#table")).to_contain_text("Minh left")
    close(site, made)


def test_a_tab_out_of_sight_lets_its_stream_go_where_tabs_cannot_share_one(
    open_page: OpenPage, site: RunningSite
) -> None:
    made = empty_tables(site, "hoa", 1)
    nobody_listens(site)
    (page,) = tabs(open_page("phone", login="hoa"), [f"/tables/{made[0]}/"], WITHOUT_BOTH)
    wait_until(lambda: open_streams(site) == 1, "the tab in sight has a stream")
    turn_page(page, hidden=True)
    wait_until(lambda: open_streams(site) == 0, "out of sight it has none")
    expect(page.locator("#feed")).to_be_hidden()
    with site.database():
        minh = Player.objects.get(username="minh")
        commands.sit_down(by=minh, table_id=made[0], seat=2, now=timezone.now())
    turn_page(page, hidden=False)
    expect(page.locator("#table")).to_contain_text("Minh")
    wait_until(lambda: open_streams(site) == 1, "in sight it has one again")
    close(site, made)
