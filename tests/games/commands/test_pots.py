"""The pot of a lobby table (§13.14): paid into, taken, given back, and never a chip more or less."""

from dataclasses import replace

import pytest

from games import commands, tasks
from games.checks.ledger import check_ledger
from games.checks.log import owned_streams, unreadable_streams
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.club.pots import PotPaid, PotTaken, pot_stream
from games.commands.people.merging import follow_merged
from games.errors import Refused
from games.ledger.accounts import HOUSE, member_account
from games.ledger.commands import post
from games.ledger.models import Transfer
from games.ledger.queries import balance, trial_balance
from games.log import read
from games.models import Deal, Player, Table
from games.projections import rebuild_all
from games.queries.pots import pot_events, pot_of
from games.queries.required_balance import cost_of_deal, cover_of
from replays.commands import rulings
from tests.support.deals import NOW, get_ready, play_on, running_deal
from tests.support.merging import confirm, propose
from tests.support.play_pages import member
from tests.support.pots import (
    POT,
    in_pot,
    next_dealt,
    next_played,
    pot_dealt,
    pot_played,
)
from tests.support.rulings import chips_with_held, reverse_the_penalty
from tests.support.tables import opened_table

pytestmark = [pytest.mark.django_db, pytest.mark.cover]


@pytest.fixture
def four() -> list[Player]:
    start_with(10_000)
    people = [member(name) for name in ("an", "binh", "chi", "dung")]
    for one in people:
        commands.grant_first_chips(player=one, now=NOW)
    return people


def start_with(chips: int) -> None:
    """Let the accounts of new members begin with so many chips."""
    owner, _new = Player.objects.get_or_create(username="head", is_superuser=True)
    rules = HouseRules(start_chips=chips)
    commands.record(HouseRulesSet(rules), by=owner, now=NOW)


def held(player: Player) -> int:
    return chips_with_held(player.pk)


def all_is_right() -> None:
    assert list(check_ledger()) == []
    assert sum(trial_balance().values()) == 0


def nets(deal: Deal) -> list[int]:
    return [seat.net or 0 for seat in deal.seats.order_by("number")]


def test_every_seat_pays_before_the_cards_and_the_pot_stays_without_a_quan_or_khui(four) -> None:
    before = [held(one) for one in four]
    deal = pot_dealt(four, takes=False)
    assert in_pot(deal.table_id) == 28
    assert [held(one) for one in four] == [chips - 7 for chips in before]
    (paid,) = (event for _stored, event in pot_events(deal.table_id))
    assert paid == PotPaid(deal.pk, tuple(f"player:{one.pk}" for one in four), 7)
    play_on(deal.pk, now=NOW)
    commands.settle(deal_id=deal.pk, now=NOW)
    assert in_pot(deal.table_id) == 28
    second = next_played(deal, four, takes=None)
    commands.settle(deal_id=second.pk, now=NOW)
    assert in_pot(deal.table_id) == 56, "where nobody wins it stays as well"
    all_is_right()


def test_who_wins_with_a_quan_or_khui_takes_it_all_and_once(four) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    before = [held(one) for one in four]
    second = next_played(deal, four, takes=True)
    for _ in range(3):
        commands.settle(deal_id=second.pk, now=NOW)
        tasks.finish_deal(second.pk)
    expected = [chips - 7 + net for chips, net in zip(before, nets(second), strict=True)]
    assert second.winner is not None
    expected[second.winner] += 56
    assert [held(one) for one in four] == expected
    assert in_pot(deal.table_id) == 0
    all_is_right()


def test_a_deal_dealt_before_the_last_one_was_settled_leaves_that_winner_its_pot(four) -> None:
    first = pot_played(four, takes=True)
    second = next_played(first, four, takes=False)
    assert in_pot(first.table_id) == 28, "the first pot is taken, the second begun"
    assert pot_of(first.table_id).taken[first.pk].by == f"player:{four[first.winner or 0].pk}"
    commands.settle(deal_id=second.pk, now=NOW)
    commands.settle(deal_id=first.pk, now=NOW)
    assert in_pot(first.table_id) == 28
    all_is_right()


def test_bots_pay_and_take_for_the_house(four) -> None:
    an, binh = four[:2]
    house = balance(HOUSE)
    deal = running_deal(POT, 3, [an, binh], seats=4)
    assert in_pot(deal.table_id) == 28 and balance(HOUSE) == house - 14
    play_on(deal.pk, now=NOW)
    commands.settle(deal_id=deal.pk, now=NOW)
    commands.close_table(by=an, table_id=deal.table_id, now=NOW)
    assert in_pot(deal.table_id) == 0
    all_is_right()


def test_what_a_leaver_paid_stays_until_the_table_ends_and_then_comes_back(four) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    before = {one: held(one) for one in four}
    chi, dung = four[2:]
    commands.leave_table(by=chi, table_id=deal.table_id, now=NOW)
    assert in_pot(deal.table_id) == 28 and held(chi) == before[chi]
    for one in (four[0], four[1], dung):
        commands.leave_table(by=one, table_id=deal.table_id, now=NOW)
    assert Table.objects.get(pk=deal.table_id).closed_at is not None
    assert {one: held(one) for one in four} == {one: chips + 7 for one, chips in before.items()}
    assert in_pot(deal.table_id) == 0
    all_is_right()


def test_a_table_that_ends_before_its_last_deal_is_settled_gives_the_winner_the_pot(four) -> None:
    deal = pot_played(four, takes=True)
    before = [held(one) for one in four]
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    assert in_pot(deal.table_id) == 28, "the worker has still to say who gets it"
    commands.settle(deal_id=deal.pk, now=NOW)
    expected = [chips + net for chips, net in zip(before, nets(deal), strict=True)]
    expected[deal.winner or 0] += 28
    assert [held(one) for one in four] == expected and in_pot(deal.table_id) == 0
    all_is_right()


def test_a_table_that_ends_before_its_last_deal_is_settled_gives_back_what_nobody_took(
    four,
) -> None:
    deal = pot_played(four, takes=False)
    before = [held(one) for one in four]
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    commands.settle(deal_id=deal.pk, now=NOW)
    expected = [chips + net + 7 for chips, net in zip(before, nets(deal), strict=True)]
    assert [held(one) for one in four] == expected and in_pot(deal.table_id) == 0
    all_is_right()


def test_a_deal_that_is_called_off_takes_nothing(four) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    commands.prepare_deal(table_id=deal.table_id, now=NOW)
    second = deal.table.deals.get(ended_at=None)
    commands.get_ready(by=four[0], deal_id=second.pk, now=NOW)
    commands.leave_table(by=four[3], table_id=deal.table_id, now=NOW)
    second.refresh_from_db()
    assert second.cancelled and in_pot(deal.table_id) == 28
    all_is_right()


def test_a_void_ruling_makes_the_taker_give_the_pot_back_to_those_who_paid_it_in(four) -> None:
    first = pot_played(four, takes=False)
    commands.settle(deal_id=first.pk, now=NOW)
    before = [held(one) for one in four]
    second = next_played(first, four, takes=True)
    commands.settle(deal_id=second.pk, now=NOW)
    next_dealt(second, four, takes=None)
    assert in_pot(first.table_id) == 28, "the next pot has begun"
    dispute = reverse_the_penalty(second, four, void=True)
    for _ in range(2):
        commands.settle(deal_id=second.pk, now=NOW)
    assert in_pot(first.table_id) == 28
    # What the first and the third deal cost, each paid for once, and the first is given back.
    assert [held(one) for one in four] == before
    all_is_right()
    rulings.withdraw_ruling(
        by=member("other", is_referee=True), dispute_id=dispute.pk, reason="my error", now=NOW
    )
    commands.settle(deal_id=second.pk, now=NOW)
    second.refresh_from_db()
    expected = [chips - 14 + net for chips, net in zip(before, nets(second), strict=True)]
    expected[second.winner or 0] += 56
    assert [held(one) for one in four] == expected
    assert Transfer.objects.filter(key__startswith="pot:", counters__isnull=False).count() == 1
    all_is_right()


def test_a_void_ruling_before_the_settlement_and_after_the_table_ended_moves_it_all_the_same(
    four,
) -> None:
    before = [held(one) for one in four]
    deal = pot_played(four, takes=True)
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    reverse_the_penalty(deal, four, void=True)
    commands.settle(deal_id=deal.pk, now=NOW)
    assert [held(one) for one in four] == before and in_pot(deal.table_id) == 0
    all_is_right()


def test_a_void_ruling_on_a_deal_that_took_nothing_leaves_the_pot_alone(four) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    reverse_the_penalty(deal, four, void=True)
    commands.settle(deal_id=deal.pk, now=NOW)
    assert in_pot(deal.table_id) == 28
    all_is_right()


def test_a_pot_larger_than_somebodys_chips_is_refused_in_words(four) -> None:
    start_with(1000)
    poor = Player.objects.create_user("poor")
    dear = opened_table(
        by=poor, name="Bàn", rules=replace(POT, pot=700), seats=4, chips_per_point=1, now=NOW
    )
    assert cost_of_deal(dear) == 374 + 700
    with pytest.raises(
        Refused, match="1074 chips, including 700 for the pot, and you have only 1000"
    ) as refused:
        commands.sit_down(by=poor, table_id=dear.pk, seat=0, now=NOW)
    assert refused.value.code == "chips.no-cover"
    assert not Transfer.objects.filter(key__startswith="pot:").exists()


def test_the_pot_is_set_aside_until_it_is_paid(four) -> None:
    start_with(1000)
    poor = Player.objects.create_user("poor")
    deal = None
    people = [*four[:3], poor]
    table = opened_table(
        by=four[0], name="Bàn", rules=POT, seats=4, chips_per_point=1, now=NOW, filler=""
    )
    for number, one in enumerate(people):
        commands.sit_down(by=one, table_id=table.pk, seat=number, now=NOW)
    deal = table.deals.get()
    commands.get_ready(by=poor, deal_id=deal.pk, now=NOW)
    assert (cover_of(poor.pk).reserved, held(poor)) == (381, 1000)
    get_ready(deal, four[:3], ["a", "b", "c"])
    assert (cover_of(poor.pk).reserved, held(poor)) == (374, 993)


def test_at_a_table_for_honour_the_pot_plays_no_part(four) -> None:
    deal = pot_played(four, takes=True, chips_per_point=0)
    commands.settle(deal_id=deal.pk, now=NOW)
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    assert cost_of_deal(deal.table) == 0 and not read(pot_stream(deal.table_id))
    all_is_right()


def test_what_an_ended_account_paid_goes_to_the_one_that_stays(four) -> None:
    owner = Player.objects.create_superuser("owner")
    other = member("other")
    commands.grant_first_chips(player=other, now=NOW)
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    commands.leave_table(by=four[3], table_id=deal.table_id, now=NOW)
    propose(owner, other, four[3])
    for one in (other, four[3]):
        confirm(one, four[3])
    before = held(other)
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    assert held(four[3]) == 7
    follow_merged(now=NOW)
    assert (held(four[3]), held(other)) == (0, before + 7)
    all_is_right()


@pytest.mark.parametrize("behind_the_taker", [0, 1])
def test_a_void_pot_follows_a_seat_that_was_merged_behind_the_payout_there_and_back(
    four, behind_the_taker
) -> None:
    owner = Player.objects.create_superuser("owner")
    other = member("other")
    commands.grant_first_chips(player=other, now=NOW)
    first = pot_played(four, takes=False)
    commands.settle(deal_id=first.pk, now=NOW)
    deal = next_played(first, four, takes=True)
    commands.settle(deal_id=deal.pk, now=NOW)
    deal.refresh_from_db()
    commands.close_table(by=four[0], table_id=deal.table_id, now=NOW)
    seat = ((deal.winner or 0) + behind_the_taker) % 4
    ended, net = four[seat], nets(deal)[seat]
    propose(owner, other, ended)
    for one in (other, ended):
        confirm(one, ended)
    paid_out = held(other)
    dispute = reverse_the_penalty(deal, four, void=True)
    commands.settle(deal_id=deal.pk, now=NOW)
    follow_merged(now=NOW)
    back = 14 if behind_the_taker else 14 - 56
    assert held(ended) + held(other) == paid_out - net + back  # while it is disputed some is held
    assert balance(member_account(ended.pk)) == 0
    all_is_right()
    rulings.withdraw_ruling(
        by=member("judge", is_referee=True), dispute_id=dispute.pk, reason="my error", now=NOW
    )
    commands.settle(deal_id=deal.pk, now=NOW)
    follow_merged(now=NOW)
    assert held(ended) + held(other) == paid_out
    assert balance(member_account(ended.pk)) == 0
    all_is_right()


def test_its_stream_belongs_to_the_table_and_can_be_read(four) -> None:
    deal = pot_played(four, takes=True)
    commands.settle(deal_id=deal.pk, now=NOW)
    assert [stored.name for stored in read(pot_stream(deal.table_id))] == ["pot.paid", "pot.taken"]
    taken = [event for _stored, event in pot_events(deal.table_id)][1]
    assert taken == PotTaken(deal.pk, f"player:{four[deal.winner or 0].pk}")
    names = {pot_stream(deal.table_id), pot_stream(10**6)}
    assert owned_streams(names) == {pot_stream(deal.table_id)}
    assert list(unreadable_streams()) == []


def test_after_a_rebuild_of_every_row_the_ledger_is_right_and_play_goes_on(four) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    rebuild_all()
    all_is_right()
    second = next_played(deal, four, takes=True)
    commands.settle(deal_id=second.pk, now=NOW)
    assert in_pot(deal.table_id) == 0
    rebuild_all()
    commands.settle(deal_id=second.pk, now=NOW)
    all_is_right()


def test_a_deal_is_not_dealt_where_the_chips_are_gone(four) -> None:
    deal = pot_played(four, takes=False)
    commands.settle(deal_id=deal.pk, now=NOW)
    gone = held(four[0]) - 380
    post(key="y", memo="lost", postings={member_account(four[0].pk): -gone, HOUSE: gone}, now=NOW)
    commands.prepare_deal(table_id=deal.table_id, now=NOW)
    second = deal.table.deals.get(ended_at=None)
    with pytest.raises(Refused, match="including 7 for the pot"):
        commands.get_ready(by=four[0], deal_id=second.pk, now=NOW)
    assert in_pot(deal.table_id) == 28
