"""Scores across the deals of a table: what stands in the deals, by who played them, and for everybody who was there."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.commands.people.guests import play_now
from games.engine.rules import VINAGAMES
from games.models import Deal, DealSeat, Seat, Table
from games.queries.finished.scores import scores_of
from tests.support.deals import exhausted_seed, penalty_seed, play_to_the_end, stored_deal
from tests.support.play_pages import browser, member
from tests.support.rulings import reverse_the_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def table(an):
    """A table at which three deals were played, by An with three bots."""
    table = play_now(by=an, rules=VINAGAMES, now=timezone.now())
    for _ in range(3):
        deal = Deal.objects.get(table=table, ended_at=None)
        if deal.started_at is None:
            commands.get_ready(by=an, deal_id=deal.pk, now=timezone.now())
        play_to_the_end(deal, now=timezone.now())
        commands.prepare_deal(table_id=table.pk, now=timezone.now())
    return table


def test_scores_add_up_to_what_the_deals_say(an, table):
    scores = scores_of(table)
    seats = DealSeat.objects.filter(deal__table=table, net__isnull=False)
    mine = seats.filter(player=an).select_related("deal")
    [own] = [one for one in scores if one.player == an.pk]
    assert own.points == sum(seat.net or 0 for seat in mine)
    assert own.deals == 3
    assert own.won == sum(seat.deal.winner == seat.number for seat in mine)
    assert sum(one.points for one in scores) == 0 and len(scores) == 4
    assert [one.points for one in scores] == sorted((one.points for one in scores), reverse=True)
    won = Deal.objects.filter(table=table, winner__isnull=False)
    assert sum(one.won for one in scores) == won.count()
    assert max(one.best for one in scores) == max((deal.points for deal in won), default=0)


def test_a_deal_that_was_called_off_or_is_sealed_counts_nothing(table):
    before = scores_of(table)
    last = Deal.objects.filter(table=table, ended_at__isnull=False).latest("pk")
    for field in ("cancelled", "sealed"):
        Deal.objects.filter(pk=last.pk).update(**{field: True})
        assert scores_of(table)[0].deals == before[0].deals - 1
        Deal.objects.filter(pk=last.pk).update(**{field: False})


def test_a_deal_that_a_ruling_voided_counts_nothing_and_one_without_a_winner_counts():
    four = [member(name) for name in ("binh", "chi", "dung", "giang")]
    deal = stored_deal(VINAGAMES, penalty_seed(), four)
    assert {one.deals for one in scores_of(deal.table)} == {1}
    reverse_the_penalty(deal, four, void=True)
    assert scores_of(deal.table) == []
    drawn = stored_deal(VINAGAMES, exhausted_seed(), four)
    assert {(one.deals, one.won) for one in scores_of(drawn.table)} == {(1, 0)}


def test_the_page_shows_them_to_who_was_there_and_the_table_between_two_deals(an, table):
    address = f"/tables/{table.pk}/scores"
    page = browser(an).get(address).content.decode()
    assert page.count('scope="row"') == 4
    for deal in Deal.objects.filter(table=table, ended_at__isnull=False):
        assert f"/replays/{deal.pk}/" in page
    assert not table.spectators and Client().get(address).status_code == 404
    assert 'href="' + address in browser(an).get(f"/tables/{table.pk}/").content.decode()


def test_a_tournaments_table_has_its_standings_and_no_scores_of_its_own(an, table):
    Table.objects.filter(pk=table.pk).update(admission=Table.Admission.FIXED)
    assert browser(an).get(f"/tables/{table.pk}/scores").status_code == 404


def test_another_evening_begins_from_nothing(an, table):
    deals = Deal.objects.filter(table=table, ended_at__isnull=False).order_by("number")
    Deal.objects.filter(pk=deals[0].pk).update(ended_at=timezone.now() - timedelta(days=7))
    assert {one.deals for one in scores_of(table)} == {2}
    page = browser(an).get(f"/tables/{table.pk}/scores").content.decode()
    assert f"/replays/{deals[0].pk}/" not in page and f"/replays/{deals[1].pk}/" in page


def test_who_sits_there_since_the_last_deal_reads_them_too(an, table):
    binh = member("binh")
    assert browser(binh).get(f"/tables/{table.pk}/scores").status_code == 404
    Seat.objects.filter(table=table, number=1).update(player=binh)
    assert browser(binh).get(f"/tables/{table.pk}/scores").status_code == 200


@pytest.mark.parametrize("watched", [True, False])
def test_the_page_has_a_link_to_send_and_says_who_can_open_it(an, table, watched):
    Table.objects.filter(pk=table.pk).update(spectators=watched)
    address = f"/tables/{table.pk}/scores"
    page = browser(an).get(address).content.decode()
    assert 'data-copy="link"' in page and address in page
    assert ("Anyone with the link" in page) == watched
    assert Client().get(address).status_code == (200 if watched else 404)
