"""Play again: one press of anybody who played at a closed table leads all of them to the one that follows it."""

from dataclasses import fields

import pytest
from django.utils import timezone

from games import commands
from games.commands.people import guests
from games.commands.table import friends
from games.commands.table.tables import TableTerms, open_table, terms_of
from games.engine.rules import FOURSAC, VINAGAMES
from games.errors import Refused
from games.models import Deal, SeatWait, Table
from games.queries.play.tables import tables_by_use
from tests.support.deals import play_to_the_end, running_deal
from tests.support.friends import friends_table
from tests.support.play_pages import browser, dealt, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def guest(now):
    return guests.new_guest(now=now, name="Tí")


@pytest.fixture
def closed(an, guest, now):
    """A table for friends that is closed after a deal, with its code."""
    table = friends_table(an, now=now)
    assert table.code is not None
    friends.choose_bots(by=an, table_id=table.pk, bot="careful", now=now)
    friends.come_by_link(by=guest, code=table.code, now=now)
    friends.start_now(by=an, table_id=table.pk, now=now)
    deal = Deal.objects.get(table=table, ended_at=None)
    for one in (an, guest):
        commands.get_ready(by=one, deal_id=deal.pk, now=now)
    play_to_the_end(deal, now=now)
    commands.close_table(by=an, table_id=table.pk, now=now)
    table.refresh_from_db()
    return table


def sitting(table):
    return [seat.player for seat in table.seats.order_by("number").select_related("player")]


def press(player, table):
    return browser(player).post(f"/tables/{table.pk}/again")


def test_one_press_opens_a_table_on_the_same_terms_with_a_new_link(an, guest, closed):
    answer = press(an, closed)
    table = Table.objects.get(closed_at=None)
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/")
    same = ("name", "rules", "seat_count", "filler", "admission", "seconds_per_move", "pace")
    assert all(getattr(table, term) == getattr(closed, term) for term in same)
    assert table.code and table.code != closed.code and table.opened_by == an
    assert sitting(table) == [an, None, None, None] and table.waits_for_friends


def test_pressed_again_and_by_others_it_leads_to_the_same_table(an, guest, closed):
    for one in (guest, an, guest):
        press(one, closed)
    table = Table.objects.get(closed_at=None)
    assert set(sitting(table)) == {an, guest, None}


@pytest.mark.parametrize("where", ["", "scores"])
def test_the_closed_table_and_its_scores_offer_it_to_those_who_played(an, guest, closed, where):
    offers = [
        'id="play-again"' in browser(one).get(f"/tables/{closed.pk}/{where}").content.decode()
        for one in (an, guest, member("binh"), None)
    ]
    assert offers == [True, True, False, False]


def test_who_played_and_left_before_the_table_closed_is_led_there_too(an, closed):
    chi, now = member("chi"), timezone.now()
    deal = dealt(an, chi, chips_per_point=0)
    play_to_the_end(deal, now=now)
    for one in (chi, an):
        commands.leave_table(by=one, table_id=deal.table_id, now=now)
    press(an, deal.table)
    press(chi, deal.table)
    table = Table.objects.get(origin=f"after-{deal.table_id}")
    assert set(sitting(table)) == {an, chi, None}


def test_nobody_else_opens_the_next_table(closed):
    assert press(member("binh"), closed).status_code == 403
    assert press(None, closed).status_code == 302  # to log in
    with pytest.raises(Refused) as refused:
        friends.play_again(by=member("chi"), table_id=closed.pk, now=timezone.now())
    assert refused.value.code == "table.not-played"
    assert not Table.objects.filter(closed_at=None).exists()


def test_a_guest_whose_time_is_over_is_not_led_there(an, guest, closed):
    guest.is_active = False
    guest.save()
    press(an, closed)
    assert not Table.objects.get(closed_at=None).invited.filter(pk=guest.pk).exists()


def test_the_host_stays_the_host_whoever_presses_first(an, guest, closed):
    press(guest, closed)
    table = Table.objects.get(closed_at=None)
    assert table.opened_by == an and sitting(table) == [guest, None, None, None]


def test_a_guest_whom_the_host_removed_is_not_led_there(an, guest, closed):
    closed.invited.remove(guest)
    assert 'id="play-again"' not in browser(guest).get(f"/tables/{closed.pk}/").content.decode()
    assert press(guest, closed).status_code == 403
    press(an, closed)
    assert not Table.objects.get(closed_at=None).invited.filter(pk=guest.pk).exists()


def test_each_term_of_the_table_goes_along(an):
    terms = TableTerms(
        name="Bàn ba",
        rules=FOURSAC,
        seats=4,
        filler="careful",
        seconds_per_move=45,
        bank_seconds=90,
        chips_per_point=0,
        coach=False,
        admission=Table.Admission.INVITED,
        spectators=False,
        spectator_delay=30,
        starts_itself=True,
        cardboard=True,
        pace=Table.Pace.SLOW,
        wants_bots=True,
        waits_for_friends=True,
    )
    plain = TableTerms(name="", rules=VINAGAMES, seats=3)
    assert [
        one.name for one in fields(terms) if getattr(terms, one.name) == getattr(plain, one.name)
    ] == []
    table = open_table(by=an, terms=terms, now=timezone.now())
    assert terms_of(table) == terms


def test_an_open_table_leads_to_itself_and_a_tournaments_to_nowhere(an):
    deal = dealt(an)
    assert press(an, deal.table)["Location"] == f"/tables/{deal.table_id}/"
    Table.objects.filter(pk=deal.table_id).update(admission="fixed")
    assert press(an, deal.table).status_code == 403
    assert Table.objects.count() == 1


def test_where_chips_are_played_each_accepts_the_stake_by_sitting_down(four, now):
    deal = running_deal(VINAGAMES, 1, four[:2], chips_per_point=1)
    play_to_the_end(deal, now=now)
    commands.close_table(by=four[0], table_id=deal.table_id, now=now)
    press(four[1], deal.table)
    table = Table.objects.get(closed_at=None)
    assert sitting(table) == [None] * 4 and table.chips_per_point == 1 and not table.held


def test_who_comes_when_cards_are_dealt_waits_for_the_next_deal(an, guest, closed, now):
    press(an, closed)
    table = Table.objects.get(closed_at=None)
    friends.start_now(by=an, table_id=table.pk, now=now)
    deal = Deal.objects.get(table=table, ended_at=None)
    commands.get_ready(by=an, deal_id=deal.pk, now=now)
    press(guest, closed)
    assert SeatWait.objects.get().player == guest


def test_where_no_bots_fill_up_the_next_table_waits_for_every_seat_as_before(four, now):
    deal = running_deal(VINAGAMES, 1, four, chips_per_point=0)
    play_to_the_end(deal, now=now)
    commands.close_table(by=four[0], table_id=deal.table_id, now=now)
    for one in four:
        press(one, deal.table)
    table = Table.objects.get(closed_at=None)
    assert not table.held and set(sitting(table)) == set(four)
    assert Deal.objects.filter(table=table, ended_at=None).exists()


def test_an_evening_with_friends_is_in_the_lobby_of_those_alone_whom_it_knows(an, guest, closed):
    press(an, closed)
    again, first = Table.objects.get(closed_at=None), friends_table(member("binh"))
    chi, dora = member("chi"), member("dora", is_director=True)
    commands.invite(by=an, table_id=again.pk, players=[chi])
    listed = {one: set(tables_by_use(one)) for one in (an, guest, chi, dora, None)}
    assert listed == {an: {again}, guest: {again}, chi: {again}, dora: set(), None: set()}
    assert f"/tables/{first.pk}/" not in browser(None).get("/").content.decode()
    assert browser(dora).get(f"/tables/{first.pk}/").status_code == 200, "its link shows it"
