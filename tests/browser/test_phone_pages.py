"""A phone: nothing of an analysis is cut off, and what a member or a referee presses is 44 pixels high."""

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import commands
from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Table
from replays.analysis import whole
from replays.commands.analysing import analyse_now
from replays.commands.rulings import file_dispute
from replays.models import Dispute
from tests.support.axe import findings
from tests.support.browser import open_menu
from tests.support.deals import penalty_seed, stored_deal, taken_in
from tests.support.running_site import RunningSite
from tests.support.tables import opened_table
from tests.support.targets import CUT, LOW, OPENED

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES = ("lan", "minh", "hoa", "tuan")


@pytest.fixture
def deal(site: RunningSite) -> Deal:
    """A deal with a penalty, ended just now."""
    with site.database(), transaction.atomic():
        four = [Player.objects.get(username=name) for name in NAMES]
        return stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn có phạt", now=timezone.now())


@pytest.fixture
def waiting(site: RunningSite) -> Iterator[None]:
    """A table in the lobby at which somebody sits."""
    with site.database(), transaction.atomic():
        minh = Player.objects.get(username="minh")
        table = opened_table(
            by=minh,
            name="Bàn cao",
            rules=VINAGAMES,
            seats=4,
            filler="",
            admission=Table.Admission.OPEN,
            invited=[],
            now=timezone.now(),
        )
        commands.sit_down(by=minh, table_id=table.pk, seat=1, now=timezone.now())
    yield
    with site.database(), transaction.atomic():
        commands.leave_table(by=minh, table_id=table.pk, now=timezone.now())


def test_an_analysis_is_read_on_a_phone_with_all_four_seats(
    site: RunningSite, open_page: OpenPage, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each part is the same work, only less of it.
    monkeypatch.setattr(whole, "EFFORT", whole.Effort(decision=24, deal=8, draw=4, choice=8))
    with site.database():
        analyse_now(deal_id=deal.pk, now=timezone.now)
    page = open_page("phone", login="lan")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/replays/{deal.pk}/analysis/")
    seats = page.locator(".sheet--parts tbody tr")
    expect(seats).to_have_count(4)
    expect(seats.first).to_contain_text("Lan")
    assert page.evaluate("document.documentElement.scrollHeight") < 4200
    assert findings(page) == []
    page.evaluate(OPENED)
    for language in ("en", "vi", "fr", "ja"):
        open_menu(page)
        page.locator(f"button[name=language][value={language}]").click()
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        page.evaluate(OPENED)
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(CUT) == [], (language, width)
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(LOW) == []


@pytest.mark.parametrize(
    "where",
    [
        "/replays/",
        "/replays/search?penalty=yes",
        "/replays/casebook/",
        "/replays/{deal}/",
        "/account/",
        "/account/logins/",
        "/account/tokens/",
        "/",
    ],
)
@pytest.mark.usefixtures("waiting")
def test_what_a_member_presses_on_a_phone_is_high_enough(
    where: str, open_page: OpenPage, deal: Deal
) -> None:
    page = open_page("phone", login="lan")
    page.goto(where.format(deal=deal.pk))
    page.evaluate(OPENED)
    assert page.evaluate(LOW) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_what_a_referee_presses_at_the_desk_is_high_enough(
    site: RunningSite, open_page: OpenPage, deal: Deal
) -> None:
    with site.database():
        objecting = deal.seats.get(number=0).player
        assert objecting is not None
        dispute: Dispute = file_dispute(
            by=objecting,
            deal_id=deal.pk,
            discard=taken_in(deal).version,
            reason="Look again.",
            now=timezone.now(),
        )
    page = open_page("phone", login="referee")
    for where in ("/admin/replays/dispute/", f"/admin/replays/dispute/{dispute.pk}/change/"):
        page.goto(where)
        assert page.evaluate(LOW) == []
    radio = page.locator("#ruling_form input[type=radio]").first.bounding_box()
    assert radio is not None and min(radio["width"], radio["height"]) >= 24
    page.get_by_text("Penalty: As judged automatically").tap()
    expect(page.locator("#ruling_form input[type=radio]").first).to_be_checked()


def test_a_phone_shows_the_list_of_accounts_whole_and_the_reason_beside_what_needs_it(
    open_page: Callable[..., Page], site: RunningSite
) -> None:
    with site.database():
        owner = Player.objects.filter(is_superuser=True).order_by("pk")[0].username
        Player.objects.filter(username="tuan").update(is_bot=True)
    page = open_page("phone", login=owner)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/admin/games/player/")
    wide = page.locator("#changelist .results").evaluate("e => e.scrollWidth - e.clientWidth")
    assert wide <= 0
    expect(page.locator("tr:has-text('tuan') .field-status")).to_have_text("program's account")
    page.locator("#result_list a", has_text="tuan").click()
    reason, last, save = (
        page.locator(where).bounding_box()
        for where in ("#id_reason", "#id_is_superuser", "input[name=_save]")
    )
    assert reason and last and save
    assert last["y"] < reason["y"] < save["y"] < last["y"] + 740  # all of it on one screen
    with site.database():
        Player.objects.filter(username="tuan").update(is_bot=False)
