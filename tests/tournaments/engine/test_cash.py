"""Money at the door: who paid, what was paid out, and what should be in the box."""

import pytest

from tests.support.corrections import refused
from tests.support.tournaments import Told
from tournaments.engine import decisions
from tournaments.engine.cash import deciding
from tournaments.engine.cash.events import BoxCounted, CashKind

FOUR = range(1, 5)


def told() -> Told:
    return Told(FOUR, entry_fee=0, door_fee=5)


def pay(evening: Told, *players: int) -> Told:
    for player in players:
        evening.then(deciding.decide_fee(evening.state, player=player, director=9))
    return evening


def test_a_fee_is_paid_once_and_with_the_amount_of_its_moment():
    evening = pay(told(), 1, 2)
    assert deciding.in_box(evening.state) == 10
    assert deciding.decide_fee(evening.state, player=1, director=9) == ()
    paid = deciding.payment_of(evening.state, CashKind.FEE, 1)
    assert paid is not None and (paid.amount, paid.director) == (5, 9)


def test_a_payment_that_is_taken_back_counts_no_longer_and_may_be_made_again():
    evening = pay(told(), 1)
    evening.then(deciding.decide_take_back(evening.state, number=1, director=9))
    assert deciding.in_box(evening.state) == 0
    assert deciding.decide_take_back(evening.state, number=1, director=9) == ()
    pay(evening, 1)
    assert list(evening.state.cash) == [2]
    refused("tournament.no-such-cash", deciding.decide_take_back, evening.state, number=3)


def test_the_prizes_proposed_divide_the_fees_by_the_shares():
    evening = pay(told(), *FOUR).start().play_all()
    assert deciding.proposed_prizes(evening.state) == {}
    evening.close()
    proposed = deciding.proposed_prizes(evening.state)
    first = evening.state.final[0].standing.participant
    assert sum(proposed.values()) == 20
    assert max(proposed, key=proposed.__getitem__) == int(first.removeprefix("player:"))
    assert all(row.prize == 0 for row in evening.state.final)


def test_a_prize_is_paid_out_of_the_box_when_the_standings_are_final():
    evening = pay(told(), *FOUR).start().play_all()
    refused(
        "tournament.cash-prize-early", deciding.decide_prize, evening.state, player=1, amount=10
    )
    evening.close()
    evening.then(deciding.decide_prize(evening.state, player=1, amount=10, director=9))
    assert deciding.in_box(evening.state) == 10
    assert deciding.decide_prize(evening.state, player=1, amount=10, director=9) == ()
    refused("tournament.cash-prize-paid", deciding.decide_prize, evening.state, player=1, amount=7)
    refused("tournament.not-entered", deciding.decide_prize, evening.state, player=77, amount=7)


@pytest.mark.parametrize("amount", [0, True, deciding.MOST + 1])
def test_a_prize_is_a_whole_number(amount):
    evening = told().start().play_all().close()
    refused(
        "tournament.cash-out-of-range",
        deciding.decide_prize,
        evening.state,
        player=1,
        amount=amount,
    )


def test_other_payments_say_what_they_were_for():
    evening = pay(told(), *FOUR)
    evening.then(deciding.decide_other(evening.state, amount=-8, words=" Tea ", director=9))
    evening.then(deciding.decide_other(evening.state, amount=50, words="Change", director=9))
    assert deciding.in_box(evening.state) == 62
    assert evening.state.cash[5].words == "Tea"
    for wrong, why in (
        ("", "tournament.cash-words-missing"),
        ("x" * 201, "tournament.cash-words-long"),
    ):
        refused(why, deciding.decide_other, evening.state, amount=1, words=wrong)
    refused(
        "tournament.cash-out-of-range",
        deciding.decide_other,
        evening.state,
        amount=0,
        words="Nothing",
    )


def test_a_count_keeps_what_should_have_been_there():
    evening = pay(told(), 1, 2, 3)
    evening.then(deciding.decide_count(evening.state, counted=14, director=9))
    pay(evening, 4)
    assert evening.state.counts == (BoxCounted(14, 15, 9),)
    refused("tournament.cash-count-out-of-range", deciding.decide_count, evening.state, counted=-1)


def test_no_fee_is_taken_where_none_is_set_or_of_who_has_not_entered_or_when_it_is_cancelled():
    refused("tournament.door-fee-none", deciding.decide_fee, Told(FOUR).state, player=1)
    evening = pay(told(), 1)
    refused("tournament.not-entered", deciding.decide_fee, evening.state, player=77)
    evening.then(decisions.decide_cancel(evening.state, reason="Rain."))
    refused("tournament.cancelled", deciding.decide_fee, evening.state, player=2)
    evening.then(deciding.decide_take_back(evening.state, number=1, director=9))
    assert deciding.in_box(evening.state) == 0
