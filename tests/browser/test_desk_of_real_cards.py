"""Disputes of real cards in a browser: the hand is tapped in, and nothing at the desk is wider than the screen."""

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from games.models import FiledDispute, Player
from tests.support.cardboard import Table
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser

SCREENS = ((1280, 800), (360, 740), (740, 360))


@pytest.fixture
def case(site: RunningSite) -> Iterator[int]:
    """The number of a dispute that waits for a ruling; afterwards it is ruled on."""
    with site.database():
        people = {one.username: one for one in Player.objects.all()}
        with transaction.atomic():  # the club's own workers see it when it is over
            table = Table(
                people["director"],
                people=[people[name] for name in ("lan", "minh", "hoa", "tuan")],
                deals=1,
                entry_fee=0,
                appeal_minutes=10,
            )
            table.enter_confirmed(1)
            table.dispute(table.seats[2])
        filed = FiledDispute.objects.get(reported__tournament=table.id).pk
    yield filed
    with site.database():
        table.rule(people["referee"])


@pytest.fixture
def penalty(site: RunningSite) -> tuple[str, str]:
    """A penalty that nobody has disputed yet: where, and the login of a member at the table."""
    with site.database():
        people = {one.username: one for one in Player.objects.all()}
        with transaction.atomic():
            table = Table(
                people["director"],
                people=[people[name] for name in ("lan", "minh", "hoa", "tuan")],
                deals=1,
                entry_fee=0,
                appeal_minutes=10,
            )
            table.enter_confirmed(1)
        where = table.page.replace("/result", f"/deals/{table.score().deal_id}/discard")
        return where, table.seats[2].username


def test_taps_of_a_hand_within_a_moment_are_all_taken(
    open_page: Callable[..., Page], penalty: tuple[str, str]
) -> None:
    where, login = penalty
    page = open_page("phone", login=login)
    page.goto(f"{where}?seat=0&to=hand")
    page.evaluate(
        """(cards) => {
          for (const card of cards)
            document.querySelector(`#telling button[name="add"][value="${card}"]`).click();
        }""",
        ["Rr", "Cr", "Nr", "Pw"],
    )
    held = page.locator("#telling [name='drop']")
    expect(held).to_have_count(4)
    page.locator("#telling [name='add'][value='Rr']").tap()
    expect(held).to_have_count(5)


def test_the_queue_and_the_case_are_no_wider_than_the_screen(
    open_page: Callable[..., Page], case: int
) -> None:
    desk = open_page("desk", login="referee")
    for width, height in SCREENS:
        desk.set_viewport_size({"width": width, "height": height})
        for address in ("", f"real-cards/{case}/"):
            desk.goto(f"/admin/replays/dispute/{address}")
            expect(desk.locator(".desk").first).to_be_visible()
            assert desk.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
