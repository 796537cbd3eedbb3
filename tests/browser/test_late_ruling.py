"""A ruling behind the prizes: upheld, paid out, appealed from a phone, reversed, and all of it to be read."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.commands.club.chips import grant_first_chips
from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account, pot_account
from games.ledger.models import Posting
from games.ledger.queries import balance
from games.models import Deal, Player
from tests.support.deals import place_losing_seed, stored_deal, taken_in
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tests.support.tournament_pages import announced
from tournaments import commands, queries
from tournaments.engine.participants import player_id
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.schema import stream_of

pytestmark = pytest.mark.browser

PEOPLE = ("muon-an", "muon-binh", "muon-chi", "muon-dung")
SECOND = "second-referee"
PASSWORD = "a-late-evening-7"  # of a club that ends with the tests


@dataclass
class Night:
    """A tournament of one deal with a penalty, over and counted."""

    deal: Deal
    tournament: int
    offender: str


@pytest.fixture
def night(site: RunningSite) -> Night:
    now = timezone.now()
    with site.database():
        with transaction.atomic():  # the club's own workers see it when it is over
            four = [Player.objects.create_user(name) for name in PEOPLE]
            Player.objects.create_user(SECOND, is_referee=True, is_staff=True)
            # As the site hashes them, which is not as tests do.
            hashed = Argon2PasswordHasher().encode(PASSWORD, secrets.token_hex(8))
            Player.objects.filter(username__in=(*PEOPLE, SECOND)).update(password=hashed)
            for player in four:
                grant_first_chips(player=player, now=now)
            director = Player.objects.get(username="director")
            tournament = announced(
                director, *four, rounds="1", deals_per_round="1", name="Giải muộn"
            )
            commands.start(by=director, tournament_id=tournament, now=now)
            drawn = RoundTable.objects.get(tournament=tournament).seats
            four = [Player.objects.get(pk=player_id(label)) for label in drawn]
            deal = stored_deal(VINAGAMES, place_losing_seed(), four, chips_per_point=0, now=now)
            deal.table.origin = queries.origin_of(tournament, 1, 1)
            deal.table.save()
        offender = four[taken_in(deal).seat].username
    site.passwords |= dict.fromkeys((*PEOPLE, SECOND), PASSWORD)
    return Night(deal, tournament, offender)


def rule(page: Page, night: Night, outcome: str, reason: str) -> None:
    """From the login on: the case in the queue, the outcome with what it would do, the signature."""
    page.goto("/admin/replays/dispute/")
    page.locator("#queue").get_by_role("link", name=re.compile("Giải muộn|Bàn 1")).first.click()
    expect(page.locator("#effects")).to_contain_text("Prizes")
    page.check(f"input[value={outcome}]")
    page.select_option("select[name=section]", "§10.3")
    page.fill("textarea[name=reason]", reason)
    page.click("text=Give the ruling")
    page.click("[name=rule]")
    expect(page.locator("#messages")).to_contain_text("The ruling has been given.")


def test_a_ruling_that_is_reversed_after_the_prizes_moves_them_and_says_why(
    open_page: Callable[..., Page], site: RunningSite, night: Night
) -> None:
    def paid() -> dict[str, int]:
        with site.database():
            return {
                row.player.username: row.prize or 0
                for row in Standing.objects.filter(tournament=night.tournament).select_related(
                    "player"
                )
                if row.player is not None
            }

    def counted() -> bool:
        with site.database():
            return Tournament.objects.get(pk=night.tournament).rounds_closed == 1

    wait_until(counted, "the deal is counted")
    replay, page_of = f"/replays/{night.deal.pk}/", f"/tournaments/{night.tournament}/"

    phone = open_page("phone", login=night.offender)
    phone.goto(replay)
    phone.click("text=The winning discard")
    phone.fill("#dispute textarea", "The yellow minister was no better.")
    phone.get_by_role("button", name="File the dispute").click()
    expect(phone.locator(".replay__ruling")).to_contain_text("is waiting for a referee")

    desk = open_page("desk", login="director")
    desk.goto(f"{page_of}close")
    expect(desk.locator("main")).to_contain_text("t playing in it to rule on them")

    rule(open_page("desk", login="referee"), night, "upheld", "It was not a worst card.")
    desk.goto(f"{page_of}close")
    desk.get_by_role("button", name="Close and pay the prizes").click()
    expect(desk.locator("main")).to_contain_text("Final")
    first = paid()
    assert sum(first.values()) > 0 and first[night.offender] == 0

    phone.goto(replay)
    phone.click("text=The winning discard")
    phone.fill(
        "#appeal textarea, form[action$='appeal/'] textarea", "Look at the yellow minister again."
    )
    phone.get_by_role("button", name=re.compile("[Aa]ppeal")).click()
    expect(phone.locator("#messages")).to_contain_text("Another referee will decide it.")
    rule(open_page("desk", login=SECOND), night, "reversed", "Both cards were as good.")

    wait_until(lambda: paid() != first, "the prizes are corrected")
    then = paid()
    assert sum(then.values()) == sum(first.values())
    with site.database():
        assert balance(pot_account(night.tournament)) == 0
        for name, prize in then.items():
            account = member_account(Player.objects.get(username=name).pk)
            held = Posting.objects.filter(
                account__code=account, transfer__stream=stream_of(night.tournament)
            )
            fee = Tournament.objects.get(pk=night.tournament).entry_fee
            assert sum(held.values_list("amount", flat=True)) == prize - fee
        call_command("check_ledger", verbosity=0)

    phone.goto(replay)
    phone.click("text=The winning discard")
    for words in (
        "It was not a worst card.",
        "Look at the yellow minister again.",
        "Both cards were as good.",
    ):
        expect(phone.locator("main")).to_contain_text(words)
    phone.goto("/account/")
    expect(phone.locator("main")).to_contain_text("ruling")
    phone.goto(page_of)
    expect(phone.locator("main")).to_contain_text(re.compile("[Cc]orrect"))
    stranger = open_page("desk")
    stranger.goto(f"{page_of}log")
    expect(stranger.locator("main")).to_contain_text(f"Prizes corrected: {night.offender} +")
