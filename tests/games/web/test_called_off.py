"""Deals that were called off: who stayed is told why, and strangers are told no names."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, queries
from games.engine.shuffle import commit_seed
from tests.support.deals import play_to_the_end
from tests.support.play_pages import browser, member, table_with

pytestmark = pytest.mark.django_db

SEEDS = {"an": "a" * 64, "binh": "b" * 64}


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def binh():
    return member("binh")


@pytest.fixture
def withheld(an, binh):
    """A deal in which both were bound and only An opened the seed."""
    deal = table_with(an, binh).deals.get(ended_at=None)
    for player in (an, binh):
        commands.get_ready(
            by=player,
            deal_id=deal.pk,
            commitment=commit_seed(SEEDS[player.username]),
            now=timezone.now(),
        )
    commands.reveal_seed(by=an, deal_id=deal.pk, seed=SEEDS["an"], now=timezone.now())
    deal.refresh_from_db()
    assert deal.deadline is not None
    commands.start_deal(deal_id=deal.pk, now=deal.deadline + timedelta(seconds=1))
    deal.refresh_from_db()
    assert deal.cancelled
    return deal


def shown(player, address):
    return browser(player).get(address).content.decode()


def test_who_stays_is_told_at_the_table_who_did_not_open_the_seed(an, withheld):
    table = f"/tables/{withheld.table_id}/"
    html = shown(an, table)
    assert "The deal was called off: the shuffle was not finished in time (binh)." in html
    assert f'href="/replays/{withheld.pk}/"' in html
    html = shown(None, table)
    assert "was called off: a device did not finish the shuffle in time" in html
    assert (
        "binh" not in html.partition('id="called-off"')[2][:300]
        and "/replays/" not in html.partition('id="called-off"')[2][:300]
    )


def test_the_page_of_the_deal_shows_what_was_opened_and_who_kept_it_back(an, withheld):
    html = shown(an, f"/replays/{withheld.pk}/")
    state = queries.load_state(withheld.pk)
    for published in (state.setup.commitment, SEEDS["an"], commit_seed(SEEDS["binh"])):
        assert published in html
    assert state.ending is not None and state.ending.secret and state.ending.secret in html
    assert SEEDS["binh"] not in html
    assert "The shuffle was not finished in time (binh)." in html


def test_a_change_of_seats_is_no_news(an, binh):
    table = table_with(an)
    commands.sit_down(by=binh, table_id=table.pk, seat=1, now=timezone.now())
    assert table.deals.filter(cancelled=True).exists()
    assert 'id="called-off"' not in shown(an, f"/tables/{table.pk}/")


def test_the_count_names_members_to_members_only(an, binh, withheld):
    html = shown(an, "/fairness/")
    assert "<bdi>binh</bdi>" in html and f'href="/replays/{withheld.pk}/"' in html
    html = shown(None, "/fairness/")
    assert "In 1 of them somebody did not open" in html
    told = html.partition('id="called-off"')[2].partition("</main>")[0]
    assert "binh" not in html and "/replays/" not in told


def test_a_deal_that_was_called_off_leaves_its_number_to_the_next(an, binh, withheld):
    table = withheld.table
    commands.sit_down(by=binh, table_id=table.pk, seat=1, now=timezone.now())
    assert set(table.deals.values_list("number", flat=True)) == {1}
    assert table.deals.filter(cancelled=True).count() > 1
    first = table.deals.get(ended_at=None)
    for player in (an, binh):
        commands.get_ready(by=player, deal_id=first.pk, now=timezone.now())
    html = shown(an, f"/tables/{table.pk}/")
    assert "deal 1" in html.casefold() and "deal 2" not in html.casefold()
    play_to_the_end(first)
    commands.settle(deal_id=first.pk)
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert table.deals.get(ended_at=None).number == 2
    # Called off before the one that was played: no news any more, whatever its number.
    withheld.number = 7
    withheld.save(update_fields=["number"])
    html = shown(an, f"/tables/{table.pk}/")
    assert "deal 2" in html.casefold() and 'id="called-off"' not in html
