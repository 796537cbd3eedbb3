"""Two people swap seats between deals: one asks, the other agrees, and nobody is moved who has not agreed."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import commands, queries
from games.models import Deal, Seat, Table
from games.queries.finished.histories import current
from tests.support.deals import get_ready, play_to_the_end
from tests.support.friends import friends_table
from tests.support.play_pages import browser, dealt, member, table_with
from tests.support.refused import refused
from tests.support.threads import outcomes_of

pytestmark = pytest.mark.django_db
WANTS = "would like to swap seats with you"


@pytest.fixture
def four():
    return [member(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def table(four):
    return table_with(*four, chips_per_point=0, filler="")


def sitting(table):
    return [seat.player for seat in table.seats.order_by("number").select_related("player")]


def ask(by, table, seat):
    return commands.ask_to_swap(by=by, table_id=table.pk, seat=seat, now=timezone.now())


def answer(by, table, seat, *, agree):
    now = timezone.now()
    return commands.answer_swap(by=by, table_id=table.pk, seat=seat, agree=agree, now=now)


def requests(table):
    asking = table.seats.exclude(swap_with=None).order_by("number")
    return list(asking.values_list("number", "swap_with"))


def page_of(player, table):
    return browser(player).get(f"/tables/{table.pk}/").content.decode()


def press(player, table, **form):
    return browser(player).post(f"/tables/{table.pk}/swap", form).status_code


def test_two_of_four_people_swap_when_both_want_it(four, table):
    an, binh, chi, dung = four
    old = table.deals.get(ended_at=None)
    assert "Swap with chi" in page_of(an, table) and WANTS not in page_of(chi, table)
    assert press(an, table, seat="2") == 303
    assert sitting(table) == four
    assert WANTS in page_of(chi, table) and "You asked chi" in page_of(an, table)
    assert WANTS not in page_of(binh, table) and "You asked" not in page_of(binh, table)
    assert press(chi, table, seat="0", answer="yes") == 303
    assert sitting(table) == [chi, binh, an, dung]
    assert requests(table) == []
    old.refresh_from_db()
    assert old.cancelled and not old.seats.exclude(called_off_at=None).exists()
    ending = current(old.pk).state.ending
    assert ending is not None and ending.cancelled == "seats changed"
    new = table.deals.get(ended_at=None)
    assert current(new.pk).state.setup.players == tuple(
        f"player:{one.pk}" for one in sitting(table)
    )


def test_no_leaves_everybody_where_they_are_and_so_does_taking_it_back(four, table):
    an, binh, chi, _dung = four
    prepared = table.deals.get(ended_at=None)
    for who, seat in ((chi, 0), (an, 2)):
        ask(an, table, 2)
        for _ in range(2):
            assert press(who, table, seat=str(seat), answer="no") == 303
        assert requests(table) == []
        with refused("swap.over"):
            answer(chi, table, 0, agree=True)
    ask(an, table, 2)
    answer(binh, table, 0, agree=False)
    assert requests(table) == [(0, 2)]  # no business of theirs
    assert sitting(table) == four and table.deals.get(ended_at=None) == prepared


def test_one_request_takes_the_place_of_the_other_and_who_asks_the_asker_agrees(four, table):
    an, binh, chi, dung = four
    ask(an, table, 1)
    ask(an, table, 2)
    ask(dung, table, 2)
    assert requests(table) == [(0, 2), (3, 2)]
    assert page_of(chi, table).count(WANTS) == 2
    with refused("swap.over"):
        answer(binh, table, 0, agree=True)
    ask(chi, table, 3)
    assert sitting(table) == [an, binh, dung, chi]
    assert requests(table) == []


def test_players_who_are_ready_stay_ready_where_nothing_is_at_stake(four, table):
    an, binh, chi, _dung = four
    prepared = table.deals.get(ended_at=None)
    for player in (an, binh):
        commands.get_ready(by=player, deal_id=prepared.pk, now=timezone.now())
    ask(an, table, 2)
    answer(chi, table, 0, agree=True)
    ready = [seat.player for seat in table.seats.filter(ready=True).order_by("number")]
    assert ready == [binh, an]


def test_a_request_ends_when_the_deal_begins(four, table):
    an, _binh, chi, _dung = four
    deal = table.deals.get(ended_at=None)
    ask(an, table, 2)
    get_ready(deal, four, [f"seed-of-{player.username}" for player in four], now=timezone.now())
    assert requests(table) == []
    for act in (partial(ask, an, table, 2), partial(answer, chi, table, 0, agree=True)):
        with refused("seat.playing"):
            act()
    assert "Swap with" not in page_of(an, table)
    play_to_the_end(deal, now=timezone.now())
    commands.prepare_deal(table_id=table.pk, now=timezone.now())
    assert WANTS not in page_of(chi, table) and "Swap with chi" in page_of(an, table)


def test_a_request_ends_when_either_leaves_or_moves_and_lasts_while_others_do():
    an, binh, chi = people = [member(name) for name in ("an", "binh", "chi")]
    table, now = table_with(*people, chips_per_point=0), timezone.now()
    where: dict[str, Any] = {"table_id": table.pk, "now": now}
    ask(an, table, 1)
    commands.change_seat(by=chi, seat=3, **where)
    assert WANTS in page_of(binh, table)
    commands.leave_table(by=binh, **where)
    assert "You asked" not in page_of(an, table)
    commands.sit_down(by=binh, seat=1, **where)
    assert requests(table) == [] and WANTS not in page_of(binh, table)
    ask(an, table, 1)
    commands.change_seat(by=an, seat=2, **where)
    assert WANTS not in page_of(binh, table)
    commands.sit_down(by=member("dung"), seat=0, **where)
    assert WANTS not in page_of(binh, table)
    with refused("swap.over"):
        answer(binh, table, 0, agree=True)


def test_guests_swap_before_the_first_deal_of_a_table_for_friends():
    an = member("an")
    table = friends_table(an)
    guests = [Client(), Client()]
    for guest, name in zip(guests, ("Tí", "Sửu"), strict=True):
        assert guest.post("/join/", {"code": table.code, "name": name}).status_code == 302
    old, at = sitting(table), f"/tables/{table.pk}/"
    assert guests[0].post(at + "swap", {"seat": "2"}).status_code == 303
    assert WANTS in guests[1].get(at).content.decode()
    assert guests[1].post(at + "swap", {"seat": "1", "answer": "yes"}).status_code == 303
    assert sitting(table) == [old[0], old[2], old[1], None]
    table.refresh_from_db()
    assert table.waits_for_friends and not Deal.objects.exists()


def test_for_chips_both_answer_for_others_who_were_ready(four, settings):
    settings.TUSAC_LIMITS = True
    an, binh, chi, _dung = four
    table, now = table_with(*four, chips_per_point=1), timezone.now()

    def swap(first, second):
        prepared = table.deals.get(ended_at=None)
        commands.get_ready(by=binh, deal_id=prepared.pk, now=now)
        ask(first, table, table.seats.get(player=second).number)
        answer(second, table, table.seats.get(player=first).number, agree=True)
        assert not table.seats.filter(ready=True).exists()  # each deal is a new consent
        return {seat.player for seat in prepared.seats.exclude(called_off_at=None)}

    assert [swap(an, chi), swap(chi, an), swap(an, chi), swap(an, chi)] == [{an, chi}] * 4
    for player, other in ((an, 1), (chi, 1)):
        with refused("seat.called-off"):
            ask(player, table, other)


def test_swapping_alone_keeps_nobody_waiting_for_chips(four, settings):
    settings.TUSAC_LIMITS = True
    an, _binh, chi, _dung = four
    table = table_with(*four, chips_per_point=1)
    prepared = table.deals.get(ended_at=None)
    commands.get_ready(by=an, deal_id=prepared.pk, now=timezone.now())
    ask(an, table, 2)
    answer(chi, table, 0, agree=True)
    assert not prepared.seats.exclude(called_off_at=None).exists()


def test_nobody_swaps_with_a_bot_or_themselves_or_without_a_seat_or_in_a_tournament(four):
    an, binh, chi, _dung = four
    table = table_with(an, binh, chips_per_point=0)
    for seat, code in ((2, "swap.nobody"), (0, "swap.nobody"), (9, "seat.unknown")):
        with refused(code):
            ask(an, table, seat)
    with refused("seat.none"):
        ask(chi, table, 0)
    commands.get_ready(by=an, deal_id=table.deals.get(ended_at=None).pk, now=timezone.now())
    Deal.objects.filter(ended_at=None).update(phase="reveal")
    with refused("seat.revealing"):
        ask(an, table, 1)
    Table.objects.filter(pk=table.pk).update(admission="fixed")
    with refused("seat.fixed"):
        ask(an, table, 1)
    assert "Swap with" not in page_of(an, table)


def test_the_winner_of_the_last_deal_starts_the_next_one_after_swapping(four):
    an, binh, _chi, _dung = four
    deal = dealt(*four, chips_per_point=0)
    play_to_the_end(deal, now=timezone.now())
    deal.refresh_from_db()
    Deal.objects.filter(pk=deal.pk).update(turn=1)  # Bình won, say
    commands.prepare_deal(table_id=deal.table_id, now=timezone.now())
    ask(an, deal.table, 1)
    answer(binh, deal.table, 0, agree=True)
    prepared = Deal.objects.get(table=deal.table_id, ended_at=None)
    assert current(prepared.pk).state.setup.starter == 0


def test_programs_ask_and_answer_and_see_who_asks(four, table):
    an, _binh, chi, dung = four
    at = f"/api/v1/tables/{table.pk}/"

    def send(player, **asked):
        body = json.dumps(asked)
        return browser(player).post(at + "swap/", body, content_type="application/json")

    assert send(an, seat=2).json()["swap_with"] == 2
    assert browser(chi).get(at).json()["swap_requests"] == [0]
    assert browser(dung).get(at).json()["swap_requests"] == []
    assert send(chi, seat=0, agree=False).json()["swap_requests"] == []
    assert send(chi, seat=0, agree=True).status_code == 409
    send(an, seat=2)
    assert send(chi, seat=0, agree=True).json()["my_seat"] == 0
    assert sitting(table)[2] == an


@pytest.mark.django_db(transaction=True)
@pytest.mark.only_on("postgresql")
def test_who_ask_each_other_at_the_same_moment_swap_once(four, table):
    an, _binh, chi, _dung = four
    assert outcomes_of(partial(ask, an, table, 2), partial(ask, chi, table, 0)) == ["done", "done"]
    assert sitting(table)[0] == chi and sitting(table)[2] == an
    assert table.deals.filter(ended_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("also", ["ready", "leave", "back", "move"])
def test_agreeing_races_whatever_ends_the_request(also):
    an, binh, chi = people = [member(name) for name in ("an", "binh", "chi")]
    table, now = table_with(*people, chips_per_point=0), timezone.now()
    deal = table.deals.get(ended_at=None)
    for player in (an, binh):
        commands.get_ready(by=player, deal_id=deal.pk, now=now)
    ask(an, table, 2)
    rivals: dict[str, Callable[[], object]] = {
        "ready": partial(commands.get_ready, by=chi, deal_id=deal.pk, now=now),
        "leave": partial(commands.leave_table, by=an, table_id=table.pk, now=now),
        "back": partial(answer, an, table, 2, agree=False),
        "move": partial(commands.change_seat, by=an, table_id=table.pk, seat=3, now=now),
    }
    said = outcomes_of(partial(answer, chi, table, 0, agree=True), rivals[also])
    assert set(said) <= {
        "done",
        "swap.over",
        "swap.nobody",
        "seat.playing",
        "seat.none",
        "deal.called-off",
    }
    assert "done" in said and requests(table) == []
    seated = [seat.player_id for seat in Seat.objects.filter(table=table) if seat.player_id]
    assert len(seated) == len(set(seated)) == (2 if also == "leave" else 3)
    running = table.deals.get(ended_at=None)
    assert [row.player_id for row in running.seats.order_by("number")] == [
        seat.player_id for seat in table.seats.order_by("number")
    ]


def test_the_requests_are_the_twos_own(four, table):
    an, binh, chi, _dung = four
    ask(an, table, 2)
    seen = {player: queries.see_table(table.pk, player) for player in (an, binh, chi, None)}
    assert [(page.swap_with, page.swap_requests) for page in seen.values()] == [
        (2, ()), (None, ()), (None, (0,)), (None, ()),
    ]  # fmt: skip
