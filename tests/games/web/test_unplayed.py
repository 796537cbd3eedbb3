"""Deals that nobody played: what can be told of them, to the member whose name they bear and to the owner."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.engine.rules import VINAGAMES
from games.models import BrowserOfMember, Deal, Player
from games.queries.club.unplayed import MOST_OF_ALL, played_by_nobody, unplayed_by
from tests.support.deals import get_ready, play_on, prepared_deal
from tests.support.forger import forge
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db

PEOPLE = ("an", "binh", "chi", "dung")


@pytest.fixture
def four() -> list[Player]:
    return [member(name) for name in PEOPLE]


def played(four: list[Player], *, own_seeds: bool, seen: bool) -> Deal:
    """Return a deal that is over; with `seen` every member had logged in that day."""
    now = timezone.now() - timedelta(hours=1)
    deal = prepared_deal(VINAGAMES, 1, four, now=now)
    if own_seeds:
        get_ready(deal, four, [f"seed-{seat}" for seat in range(4)], now=now)
    else:
        for player in four:
            commands.get_ready(by=player, deal_id=deal.pk, now=now)
    play_on(deal.pk, now=now)
    for player in four:
        at = now - timedelta(
            hours=3 if seen else 24 * 60
        )  # a login lasts; that one is over for long
        BrowserOfMember.objects.create(player=player, browser=player.username, seen_at=at)
    deal.refresh_from_db()
    assert deal.ended_at is not None
    return deal


def logins(player: Player) -> str:
    return browser(player).get("/account/logins/").content.decode()


def flows() -> str:
    owner = Player.objects.create_superuser("owner", password="not a secret")
    return browser(owner).get("/club/flows/").content.decode()


def test_a_deal_made_up_while_nobody_was_there_is_told_to_member_and_owner(
    four: list[Player],
) -> None:
    deal = played(four, own_seeds=False, seen=False)
    page = logins(four[0])
    assert "Deals played without your devices" in page
    # With the class that makes it high enough for a thumb.
    assert f'<a class="way" href="/replays/{deal.pk}/">' in page
    assert "You were not logged in." in page
    assert "careful forgery" in page
    page = flows()
    assert "played without a member's device" in page
    assert page.count(f"/replays/{deal.pk}/") == 4


@pytest.mark.parametrize(("own_seeds", "seen"), [(True, False), (True, True), (False, True)])
def test_a_deal_of_which_nothing_is_missing_is_in_no_list(
    four: list[Player], own_seeds: bool, seen: bool
) -> None:
    """Also of members whose browsers run no scripts: the server makes their seeds."""
    played(four, own_seeds=own_seeds, seen=seen)
    assert "Deals played without your devices" not in logins(four[0])
    assert "played without a member" not in flows()


def test_a_deal_whose_moves_came_from_nobody_is_told_though_all_were_seen(
    four: list[Player],
) -> None:
    deal = played(four, own_seeds=False, seen=True)
    forge("UPDATE log_event SET metadata = '{}' WHERE stream = %s", deal.stream)
    assert "None of the moves came from you." in logins(four[2])
    assert "None of the moves came from this member." in flows()


def test_an_absent_member_reads_that_no_move_was_theirs_and_the_owner_of_no_such_deal(
    four: list[Player],
) -> None:
    deal = played(four, own_seeds=False, seen=True)
    absent = four[1]
    since = timezone.now() - timedelta(days=1)
    assert unplayed_by(absent, since=since) == []
    BrowserOfMember.objects.filter(player=absent).delete()
    (told,) = unplayed_by(absent, since=since)
    assert (told.deal, told.seen) == (deal, False)
    assert played_by_nobody(since=since) == []


def test_however_many_members_it_asks_a_fixed_number_of_questions_beside_the_deals(
    four: list[Player], django_assert_max_num_queries
) -> None:
    played(four, own_seeds=False, seen=False)
    with django_assert_max_num_queries(5):
        found = played_by_nobody(since=timezone.now() - timedelta(days=1))
    assert len(found) == 4 and MOST_OF_ALL == 100
