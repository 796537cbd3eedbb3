"""A finished deal keeps its players' names while seats change for the next one."""

import re

import pytest
from django.utils import timezone

from games import commands
from games.commands.people import guests
from games.commands.table import friends
from games.engine.rules import VINAGAMES
from games.models import Deal
from games.presenters.play.table import build_table_page
from games.queries.play.seen_table import see_table
from tests.support.deals import play_to_the_end
from tests.support.friends import friends_table
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def guest():
    return guests.new_guest(now=timezone.now(), name="Tí")


@pytest.fixture
def table(an, guest):
    """A table for friends between two deals: An and a guest with two bots."""
    now = timezone.now()
    table = friends_table(an, now=now)
    assert table.code is not None
    friends.come_by_link(by=guest, code=table.code, now=now)
    friends.start_now(by=an, table_id=table.pk, now=now)
    deal = Deal.objects.get(table=table, ended_at=None)
    for one in (an, guest):
        commands.get_ready(by=one, deal_id=deal.pk, now=now)
    play_to_the_end(deal, now=now)
    commands.prepare_deal(table_id=table.pk, now=now)
    return table


def felt_of(player, table):
    return build_table_page(see_table(table.pk, player), player, now=timezone.now())


def seats_of(player, table):
    """Each seat's name, who sits there next and whether it is marked as the viewer's, by number."""
    felt = felt_of(player, table)
    boxes = sorted([*felt.seats, felt.own], key=lambda box: box.number)
    return [(box.name, box.next, box.mine) for box in boxes]


def move(player, table, seat):
    commands.change_seat(by=player, table_id=table.pk, seat=seat, now=timezone.now())


def test_nothing_is_said_of_seats_that_stay_as_they_are(an, table):
    assert seats_of(an, table) == [
        ("Cô An", "", True),
        ("Tí", "", False),
        ("Huệ (bot)", "", False),
        ("Cúc (bot)", "", False),
    ]


def test_whoever_moves_keeps_their_hand_and_reads_where_they_sit_next(an, guest, table):
    move(guest, table, 3)
    assert seats_of(guest, table) == [
        ("Cô An", "", False),
        ("Tí", "Mai (bot) will sit here from the next deal.", True),
        ("Huệ (bot)", "", False),
        ("Cúc (bot)", "You'll sit here from the next deal.", False),
    ]
    felt = felt_of(guest, table)
    assert felt.own.number == 1 and felt.payout.rows[1].mine
    assert seats_of(an, table)[3] == (
        "Cúc (bot)",
        "Tí (guest) will sit here from the next deal.",
        False,
    )
    page = browser(an).get(f"/tables/{table.pk}/").content.decode()
    assert '<p class="seat__next">Tí (guest) will sit here from the next deal.</p>' in page


def test_two_who_swap_keep_their_names_over_their_cards(an, guest, table):
    for by, seat in ((an, 1), (guest, 0)):
        commands.ask_to_swap(by=by, table_id=table.pk, seat=seat, now=timezone.now())
    assert table.seats.get(number=0).player == guest
    assert seats_of(an, table)[:2] == [
        ("Cô An", "Tí (guest) will sit here from the next deal.", True),
        ("Tí", "You'll sit here from the next deal.", False),
    ]


def test_a_newcomer_in_a_bots_seat_gets_neither_its_cards_nor_its_payout(an, table):
    binh = member("binh")
    friends.come_by_link(by=binh, code=table.code, now=timezone.now())
    assert table.seats.get(number=2).player == binh
    assert seats_of(binh, table)[2] == ("Huệ (bot)", "You'll sit here from the next deal.", False)
    felt = felt_of(binh, table)
    assert felt.shown.view.viewer is None and felt.own.number == 2
    assert not felt.rows and not any(row.mine for row in felt.payout.rows)
    page = browser(binh).get(f"/tables/{table.pk}/").content.decode()
    assert 'id="hand"' not in page and "(you)" not in page


def test_a_newcomer_in_somebody_elses_seat_has_no_part_in_their_deal(an, guest, table):
    binh = member("binh")
    commands.leave_table(by=guest, table_id=table.pk, now=timezone.now())
    assert seats_of(an, table)[1] == ("Tí", "Mai (bot) will sit here from the next deal.", False)
    friends.come_by_link(by=binh, code=table.code, now=timezone.now())
    assert seats_of(an, table)[1] == ("Tí", "binh will sit here from the next deal.", False)
    felt = felt_of(binh, table)
    assert felt.shown.view.viewer is None and felt.page.disputable is None
    assert felt.own.name == "Tí" and not any(row.mine for row in felt.payout.rows)


def test_a_seat_that_nobody_has_next_is_free(an, guest, table):
    table.filler = ""
    table.save()
    commands.leave_table(by=guest, table_id=table.pk, now=timezone.now())
    assert seats_of(an, table)[1] == ("Tí", "This seat is free.", False)


def test_once_cards_are_dealt_everybody_sits_at_their_new_seat(an, guest, table):
    move(guest, table, 3)
    deal = Deal.objects.get(table=table, ended_at=None)
    for one in (an, guest):
        commands.get_ready(by=one, deal_id=deal.pk, now=timezone.now())
    assert seats_of(guest, table) == [
        ("Cô An", "", False),
        ("Mai (bot)", "", False),
        ("Huệ (bot)", "", False),
        ("Tí", "", True),
    ]
    assert felt_of(guest, table).own.number == 3


def test_a_closed_table_says_nothing_of_a_next_deal(an, guest, table):
    move(guest, table, 3)
    commands.close_table(by=an, table_id=table.pk, now=timezone.now())
    assert all(said == "" for _name, said, _mine in seats_of(an, table))


def test_a_phrase_over_another_players_cards_names_who_says_it(an, guest, table):
    binh = member("binh")
    friends.come_by_link(by=binh, code=table.code, now=timezone.now())
    for one in (binh, an):
        commands.say(by=one, table_id=table.pk, phrase="hello", now=timezone.now())
    felt = felt_of(guest, table)
    said = {box.number: box.said for box in (*felt.seats, felt.own)}
    assert (said[0], said[2]) == ("Hello", "binh: Hello")


def test_a_guest_has_a_mark_before_the_name_and_words_for_screen_readers(an, guest, table):
    page = browser(an).get(f"/tables/{table.pk}/").content.decode()
    (heading,) = re.findall(r'<h2 class="seat__name" id="seat-1-name"\s*>(.*?)</h2>', page, re.S)
    assert re.sub(r"\s+", " ", heading).strip() == (
        '<span class="seat__guest" data-sign="guest" aria-hidden="true">◇</span> <bdi>Tí</bdi> '
        '<span class="visually-hidden">(guest)</span>'
    )
    assert page.count('data-sign="guest"') == 1  # none at a member's seat nor a bot's


def test_a_guest_without_a_name_and_a_host_who_is_a_guest_are_marked_too():
    host = guests.new_guest(now=timezone.now())
    table = friends.open_for_friends(by=host, rules=VINAGAMES, now=timezone.now())
    assert (felt_of(host, table).own.name, felt_of(host, table).own.guest) == (
        f"Guest {host.pk}",
        "",
    )
    page = browser(host).get(f"/tables/{table.pk}/").content.decode()
    assert page.count('data-sign="guest"') == 1 and "(guest)" not in page
