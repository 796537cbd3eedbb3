"""Players without a seat at a friends' table read what they wait for, and whether the host removed them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.commands.deal.waiting import PATIENCE
from games.commands.people import guests
from games.commands.table import friends
from games.models import Deal, SeatWait
from tests.support.deals import play_to_the_end
from tests.support.friends import friends_table
from tests.support.play_pages import browser, member
from tests.support.table_page import HTMX

pytestmark = pytest.mark.django_db
SOON = "as soon as this deal is over"
FULL = "The table is full. You're watching, and you'll get the next free seat."
REMOVED = "The person who opened the table has removed you from it."


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def table(an):
    return friends_table(an)


def come(table, name):
    guest = guests.new_guest(now=timezone.now(), name=name)
    table.refresh_from_db()
    friends.come_by_link(by=guest, code=table.code, now=timezone.now())
    return guest


def deal_cards(table, *people):
    friends.start_now(by=table.opened_by, table_id=table.pk, now=timezone.now())
    deal = Deal.objects.get(table=table, ended_at=None)
    for one in people:
        commands.get_ready(by=one, deal_id=deal.pk, now=timezone.now())
    return deal


def sitting(table):
    return [seat.player for seat in table.seats.order_by("number").select_related("player")]


def page_of(player, table):
    return browser(player).get(f"/tables/{table.pk}/").content.decode()


def look_again(client, table, html):
    """What an open page gets when it looks at the table, after it showed `html`."""
    shown = html.split('name="shown" value="')[1].split('"')[0]
    return client.get(f"/tables/{table.pk}/", {"shown": shown}, headers=HTMX)


def test_the_fifth_person_reads_that_the_table_is_full_and_gets_the_first_seat_left(an, table):
    people = [an, *(come(table, name) for name in ("Tí", "Sửu", "Dần"))]
    deal = deal_cards(table, *people)
    fifth = come(table, "Mão")
    page = page_of(fifth, table)
    assert FULL in page and SOON not in page
    (form,) = re.findall(r'<form class="notice".*?</form>', page, re.S)
    assert 'name="csrfmiddlewaretoken"' in form
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert FULL in page_of(fifth, table)
    commands.leave_table(by=people[2], table_id=table.pk, now=timezone.now())
    assert sitting(table) == [an, people[1], fifth, people[3]]
    assert FULL not in page_of(fifth, table)


def test_more_people_wait_than_there_are_bots_and_each_reads_what_is_true(an, table):
    people = [an, come(table, "Tí"), come(table, "Sửu")]
    deal = deal_cards(table, *people)
    fourth, fifth = come(table, "Dần"), come(table, "Mão")
    for one, said, unsaid in ((fourth, SOON, FULL), (fifth, FULL, SOON)):
        page = page_of(one, table)
        assert said in page and unsaid not in page
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert sitting(table) == [*people, fourth]
    assert FULL in page_of(fifth, table)


def test_who_stops_waiting_at_a_full_table_gets_no_seat(an, table):
    people = [an, *(come(table, name) for name in ("Tí", "Sửu", "Dần"))]
    fifth = come(table, "Mão")
    browser(fifth).post(f"/tables/{table.pk}/leave")
    commands.leave_table(by=people[1], table_id=table.pk, now=timezone.now())
    assert sitting(table) == [an, None, *people[2:]] and not SeatWait.objects.exists()


@pytest.mark.parametrize("looks", [True, False])
def test_whoever_has_closed_the_page_for_long_is_not_seated(an, table, looks):
    people = [an, *(come(table, name) for name in ("Tí", "Sửu", "Dần"))]
    fifth = come(table, "Mão")
    SeatWait.objects.update(since=timezone.now() - PATIENCE - timedelta(minutes=1))
    if looks:
        page_of(fifth, table)
    commands.leave_table(by=people[1], table_id=table.pk, now=timezone.now())
    assert (sitting(table)[1] == fifth) is looks
    assert not SeatWait.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_guest_removed_while_waiting_reads_it_at_the_next_look(an, table):
    deal_cards(table, an)
    guest = come(table, "Tí")
    client = browser(guest)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert SOON in page and look_again(client, table, page).status_code == 204
    friends.remove_guest(by=an, table_id=table.pk, guest=guest, now=timezone.now())
    answer = look_again(client, table, page).content.decode()
    assert REMOVED in answer and SOON not in answer


@pytest.mark.django_db(transaction=True)
def test_a_guest_removed_from_a_seat_reads_it_until_they_come_by_the_new_link(an, table):
    guest = come(table, "Tí")
    assert REMOVED not in page_of(guest, table)
    friends.remove_guest(by=an, table_id=table.pk, guest=guest, now=timezone.now())
    assert REMOVED in page_of(guest, table)
    assert REMOVED not in page_of(guests.new_guest(now=timezone.now()), table)
    table.refresh_from_db()
    friends.come_by_link(by=guest, code=table.code, now=timezone.now())
    browser(guest).post(f"/tables/{table.pk}/leave")
    assert REMOVED not in page_of(guest, table)
