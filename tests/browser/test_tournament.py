"""A tournament by clicking: announced, entered, played to the end by whoever is there, closed and paid."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import commands as club
from games.commands.club.chips import confirm_grant, grant_chips
from games.commands.people.cards import evening_of, make_cards
from games.ledger.accounts import member_account, pot_account
from games.ledger.models import Posting
from games.ledger.queries import balance, trial_balance
from games.models import Deal, Player
from games.queries.club.grants import waiting_wishes
from tests.support.axe import findings
from tests.support.running_site import RunningSite
from tests.support.targets import OPENED
from tournaments import commands as tournaments
from tournaments.schema import stream_of

OpenPage = Callable[..., Page]


def fits(page: Page) -> bool:
    """Return whether nothing sticks out to the right."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def paid_to(name: str, tournament: int) -> list[int]:
    """Return what a tournament has paid a member, and taken as the fee; other tables of the club play on meanwhile."""
    account = member_account(Player.objects.get(username=name).pk)
    postings = Posting.objects.filter(account__code=account, transfer__stream=stream_of(tournament))
    return list(postings.values_list("amount", flat=True))


def announce(page: Page, name: str, **fields: str) -> int:
    """Announce a tournament of one deal by the form; its id."""
    page.goto("/tournaments/")
    page.get_by_role("link", name="Announce a tournament").click()
    page.wait_for_url("**/new")
    page.evaluate(OPENED)
    told = {"name": name, "rounds": "1", "deals_per_round": "1", "seconds_per_move": "10", **fields}
    for field, value in told.items():
        page.fill(f"[name={field}]", value)
    page.get_by_role("button", name="Announce the tournament").click()
    page.wait_for_url(lambda url: "/new" not in url)
    return int(page.url.rstrip("/").rpartition("/")[2])


def play_to_the_end(site: RunningSite, tournament: int) -> None:
    """Let the time of everybody who is not there run out, as often as it takes."""
    ahead = timezone.now()
    with site.database():
        deal = Deal.objects.get(table__origin=f"tournament-{tournament}/1/1")
        for _ in range(400):
            ahead += timedelta(seconds=61)
            with transaction.atomic():
                club.start_deal(deal_id=deal.pk, now=ahead)
            club.play_bots(deal_id=deal.pk, clock=partial(max, ahead, ahead))
            club.time_out(deal_id=deal.pk, now=ahead)
            deal.refresh_from_db()
            if deal.ended_at is not None:
                return
    raise AssertionError("the deal did not end")


def test_a_tournament_from_its_announcement_to_the_prizes(
    open_page: OpenPage, site: RunningSite
) -> None:
    with site.database():
        # Other tests of this club play for high stakes and may have left them below the fee.
        chief = Player.objects.get(username="director")
        grant_chips(
            by=chief,
            players=Player.objects.filter(username__in=("lan", "minh")),
            amount=100_000,
            idempotency_key=uuid4(),
            now=timezone.now(),
        )
        second = Player.objects.create_user("second-director", is_director=True)
        for waiting in waiting_wishes():  # more than one person grants alone
            confirm_grant(by=second, wish=waiting.wish.key, now=timezone.now())
    director = open_page("desk", login="director")
    tournament = announce(director, "Giải thứ sáu", entry_fee="25", prize_shares="70, 30")

    phone = open_page("phone", login="lan")
    phone.goto("/tournaments/")
    phone.get_by_role("link", name="Giải thứ sáu").first.click()
    phone.get_by_role("button", name="Enter for 25 chips").click()
    expect(phone.locator("#messages")).to_contain_text("You have entered.")
    assert fits(phone)
    without_scripts = open_page("desk", login="minh", javascript=False)
    without_scripts.goto(f"/tournaments/{tournament}/")
    without_scripts.get_by_role("button", name="Enter for 25 chips").click()
    expect(without_scripts.get_by_text("2 people have entered")).to_be_visible()

    # Nobody reloads the director's page: it asks for what is new.
    expect(director.get_by_role("heading", name="2 people have entered")).to_be_visible()
    director.get_by_role("link", name="Start …").click()
    director.get_by_role("button", name="Start and draw the tables").click()
    expect(director.get_by_role("heading", name="Tables of round 1 of 1")).to_be_visible()

    phone.get_by_role("link", name="Go to your table").click()
    phone.wait_for_url("**/tables/*/")
    expect(phone.get_by_role("heading", name="Round 1, table 1 · Giải thứ sáu")).to_be_visible()
    play_to_the_end(site, tournament)

    # The worker lets the tournament count the deal, and the page shows it by itself.
    expect(director.get_by_text("1 of 1 deals", exact=True)).to_be_visible()
    director.get_by_role("link", name="Close and pay the prizes …").click()
    director.get_by_role("button", name="Close and pay the prizes").click()
    expect(director.get_by_role("heading", name="Final standings")).to_be_visible()
    phone.goto(f"/tournaments/{tournament}/")
    expect(phone.locator("tr.is-own")).to_contain_text("Lan")
    assert fits(phone)
    phone.goto(f"/tournaments/{tournament}/log")
    drawn = phone.locator(".chronicle details li").first
    assert not drawn.evaluate("it => it.checkVisibility()")
    phone.emulate_media(media="print")
    assert drawn.evaluate("it => it.checkVisibility()")
    with site.database():
        assert balance(pot_account(tournament)) == 0
        paid = [paid_to(name, tournament) for name in ("lan", "minh")]
        assert all(-25 in amounts for amounts in paid)
        assert sum(map(sum, paid)) == 0
        assert sum(trial_balance().values()) == 0


def test_shares_that_do_not_add_up_are_said_at_the_field(open_page: OpenPage) -> None:
    page = open_page("phone", login="director")
    page.goto("/tournaments/new")
    page.fill("[name=name]", "Giải thứ bảy")
    page.locator("summary", has_text="Fees and prizes").tap()
    page.fill("[name=prize_shares]", "50, 30")
    page.get_by_role("button", name="Announce the tournament").click()
    wrong = page.locator(".field--wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text("add up to 80")
    assert fits(page)
    page.fill("[name=prize_shares]", "50, 50")
    page.get_by_role("button", name="Announce the tournament").click()
    expect(page.get_by_role("heading", name="Giải thứ bảy")).to_be_visible()


def test_the_director_cancels_on_a_second_page_with_a_reason(open_page: OpenPage) -> None:
    page = open_page("desk", login="director", javascript=False)
    announce(page, "Giải chủ nhật")
    page.locator("summary", has_text="Cancel the tournament").click()
    page.get_by_role("link", name="Cancel …").click()
    page.get_by_role("button", name="Cancel the tournament").click()
    expect(page.locator(".field--wrong")).to_be_visible()
    page.fill("[name=reason]", "Mất điện.")
    page.get_by_role("button", name="Cancel the tournament").click()
    expect(page.get_by_text("Cancelled: Mất điện.")).to_be_visible()


def test_the_director_sees_one_step_and_at_most_three_actions_and_what_is_opened_stays_open(
    open_page: OpenPage,
) -> None:
    page = open_page("desk", login="director")
    tournament = announce(page, "Giải có bước kế", entry_fee="0")
    panel = page.locator(".director")
    page.locator("summary", has_text="People").click()
    expect(panel.get_by_role("link", name="Substitutes …")).to_be_visible()
    phone = open_page("phone", login="lan", javascript=False)
    phone.goto(f"/tournaments/{tournament}/")
    phone.get_by_role("button", name="Enter", exact=True).click()
    # The page asks for what is new and leaves open what was opened.
    expect(panel.get_by_text("1 person has entered.")).to_be_visible()
    expect(panel.get_by_role("link", name="Substitutes …")).to_be_visible()
    page.locator("summary", has_text="People").click()
    for width, height in ((360, 740), (740, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        expect(panel.get_by_role("link", name="Start …")).to_be_in_viewport()
        assert 2 <= panel.locator(".button:visible").count() <= 4
        assert fits(page)
    page.evaluate(OPENED)
    assert findings(page) == []
    without_scripts = open_page("phone", login="director", javascript=False)
    without_scripts.goto(f"/tournaments/{tournament}/")
    without_scripts.locator("summary", has_text="Printouts and files").tap()
    expect(without_scripts.get_by_role("link", name="Hall screen").first).to_be_visible()


def test_a_guest_plays_on_a_phone_that_a_card_logs_in(
    open_page: OpenPage, site: RunningSite
) -> None:
    director = open_page("desk", login="director")
    tournament = announce(director, "Bàn của khách", seconds_per_move="60")
    director.goto(f"/tournaments/{tournament}/entries/")
    director.fill("[name=name]", "Cô Bảy")
    director.get_by_role("button", name="Enter as a guest").click()
    expect(director.get_by_text("This guest has no phone yet")).to_be_visible()
    with site.database():
        guest = Player.objects.get(is_guest=True, display_name="Cô Bảy")
        now = timezone.now()
        [card] = make_cards(
            by=Player.objects.get(username="director"),
            players=[guest],
            evening=evening_of(now),
            now=now,
        )
    phone = open_page("phone")
    phone.goto(f"/card/?key={card.key}")
    phone.get_by_role("button", name="Log in as Cô Bảy").click()
    expect(phone.get_by_text("Your table will appear on this page.")).to_be_visible()
    assert fits(phone) and findings(phone) == []
    director.reload()
    expect(director.get_by_text("This guest has no phone yet")).to_have_count(0)
    with (
        site.database()
    ):  # a member of their own: the table stays, and others of the club open one in later tests
        mate = Player.objects.create_user("mate-of-a-guest")
        tournaments.enter(by=mate, tournament_id=tournament, now=timezone.now())
    director.goto(f"/tournaments/{tournament}/start")
    director.get_by_role("button", name="Start and draw the tables").click()

    # Nobody reloaded the lobby; other tournaments of the club have a first table, too.
    phone.locator("a[href^='/tables/']", has_text="Bàn của khách").first.click()
    phone.wait_for_url("**/tables/*/")
    phone.get_by_role("button", name="I am ready").click()
    expect(phone.get_by_role("button", name="I am ready")).to_have_count(0)
    assert fits(phone)
