"""Pairs that are let go by who waits to win (§13.6)."""

from dataclasses import replace

import pytest

from games.engine.deal import let_pairs_go, may_turn_waiver
from games.engine.errors import IllegalMove
from games.engine.events import SeatGone, SeatUnseen, TimeRanOut
from games.engine.hands.hand import waits_to_win
from games.engine.rules import MIEN_NAM, VINAGAMES
from games.engine.sight import known, see
from tests.support.builders import DULL, position
from tests.support.engine.text import block

WAITING = "Ny Ny Gw"
LETTING = replace(VINAGAMES, key="A", pair_waived_when_waiting=True, penalty="none")


def turn(table, seat, *, on=True):
    return table.then(let_pairs_go(table.state, seat=seat, on=on))


def refused(table, seat, *, on=True):
    with pytest.raises(IllegalMove) as refusal:
        let_pairs_go(table.state, seat=seat, on=on)
    assert not may_turn_waiver(table.state, seat)
    return refusal.value.code


def discarding(hand=WAITING, rules=MIEN_NAM, *, seat=2, more=()):
    """Seat 0 is about to discard Ny; `hand` is the private block of a seat that may hold a pair of it."""
    hands = ["Ny Rw Mg Pw", DULL, DULL, DULL]
    hands[seat] = hand
    return position(rules, hands=hands, phase="discard", **dict(more))


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("", True),
        ("Ny Ny", True),
        ("Ny Ny Gw", True),
        ("Ny Ny Gw Rw", False),  # of two families
        ("Ny Ny Gw Mw", True),
        ("Ny Ny Gw Mr", False),
        ("Ny Ny Pr Pw", True),
        ("Ny Ny Rw Cw", True),
        ("Ny Ny Cw Nw", True),
        ("Ny Ny Rw Cr", False),
        ("Kw Kw Gw Mw", True),  # king, guard and minister, and a king
        ("Rw Rw Rw Cw Nw", True),
        ("Rw Cw Nw Rw Cw", True),
        ("Gw Gw Mw Mw Gr Mr", True),
        ("Gw Gw Gw Mw", True),  # the khap is locked
        ("Gw Gw Gw Mw Mr", False),
        ("Ny Ny Gw Rw Cr", False),
    ],
)
def test_a_block_waits_with_no_trash_with_one_card_or_with_two_that_go_together(hand, waits):
    assert waits_to_win(block(hand)) == waits


def test_a_pair_of_who_lets_pairs_go_is_let_go_and_all_are_told():
    table = discarding()
    assert turn(table, 2) == ["2 turns the switch on"]
    assert table.when(0, "discard Ny") == ["0 discards Ny", "2 lets the pair go"]
    assert table.state.turn == 1 and see(table.state, 3).waived == 2
    assert table.may(1) == ["hit"]


def test_without_the_switch_the_pair_is_forced_also_for_who_waits_for_two_cards():
    assert discarding().when(0, "discard Ny")[1:] == ["2 must meld Ny with Ny Ny: triple"]
    waits = "Ny Ny Rw Cw"
    assert discarding(waits).when(0, "discard Ny")[1:] == ["2 must meld Ny with Ny Ny: triple"]
    assert discarding(waits, VINAGAMES).when(0, "discard Ny")[1:] == []


def test_it_ends_with_the_seats_own_next_discard_and_no_other():
    table = discarding()
    turn(table, 2)
    table.when(0, "discard Pw")
    assert see(table.state, 2).lets_pairs_go
    table.when(1, "hit")
    assert see(table.state, 2).lets_pairs_go


def test_a_seat_melds_discards_and_has_to_say_it_anew():
    table = position(MIEN_NAM, hands=["Gr Ny Ny Gw Gw", DULL, DULL, DULL], active="Kr")
    turn(table, 0)
    table.when(0, "meld")
    assert see(table.state, 0).lets_pairs_go
    assert refused(table, 0, on=False) == "waiver.discarding"
    table.when(0, "discard Gr")
    assert not see(table.state, 0).lets_pairs_go
    assert turn(table, 0) == ["0 turns the switch on"]


def test_the_switch_as_it_stood_when_the_card_became_active_decides():
    rules = replace(LETTING, win_claim="offered")
    table = discarding(rules=rules)
    assert table.when(0, "discard Ny")[1:] == [
        "offered ",
        "nobody claims",
        "2 must meld Ny with Ny Ny: triple",
    ]
    table = discarding(rules=rules, more={"public": ()})
    table.state = replace_hand(table, 1, "Ry Cy Gw Gw")
    turn(table, 2)
    assert table.when(0, "discard Ny")[1:] == ["offered 1 win"]
    assert turn(table, 2, on=False) == ["2 turns the switch off"]
    assert table.when(1, "pass") == ["1 declines", "nobody claims", "2 lets the pair go"]
    table = discarding(rules=rules)
    table.state = replace_hand(table, 1, "Ry Cy Gw Gw")
    table.when(0, "discard Ny")
    turn(table, 2)
    assert table.when(1, "pass")[2:] == ["2 must meld Ny with Ny Ny: triple"]
    table.when(2, "discard Gw")
    assert not see(table.state, 2).lets_pairs_go


def replace_hand(table, seat, hand):
    hands = ["Ny Rw Mg Pw", DULL, WAITING, DULL]
    hands[seat] = hand
    return position(table.state.rules, hands=hands, phase="discard").state


def test_who_let_a_pair_go_may_take_the_card_in_its_turn_though_not_as_a_triple():
    hands = ["Mg Rw Gr Cr", "Pr Pr Py Pg Pw Gw", DULL, DULL]
    for on in (False, True):
        table = position(LETTING, hands=hands, active="Mr", stock="Pr Ky")
        turn(table, 1, on=on)
        happened = table.when(0, "hit")
        assert happened[1:] == (
            ["1 lets the pair go"] if on else ["1 must meld Pr with Pr Pr: triple"]
        )
    table.when(0, "pass")
    assert table.may(1) == ["meld Pr", "meld Py Pg Pw", "hit"]
    assert table.refused(1, "meld Pr Pr") == "meld.waived"
    table.when(1, "hit")
    assert see(table.state, 0).waived is None


def test_only_a_pair_that_would_be_forced_is_let_go():
    turned = discarding("Ny Ny Gw", seat=1)
    turn(turned, 1)
    assert turned.when(0, "discard Ny") == ["0 discards Ny"]  # its own turn: nothing was forced
    assert "meld Ny Ny" in turned.may(1)
    wins = discarding("Ny Ny")
    turn(wins, 2)
    assert wins.when(0, "discard Ny")[1:] == ["2 must meld Ny with Ny Ny: triple", "2 wins 1"]
    khap = discarding("Ny Ny Ny Gw")
    turn(khap, 2)
    assert khap.when(0, "discard Ny")[1:] == ["2 must meld Ny with Ny Ny Ny: khui"]


def test_a_declined_win_by_a_pair_that_is_let_go_is_none():
    rules = replace(LETTING, win_claim="offered")
    table = discarding("Ny Ny", rules)
    turn(table, 2)
    assert table.when(0, "discard Ny")[1:] == ["offered 2 win"]
    assert table.when(2, "pass")[2:] == ["2 lets the pair go"]


def test_turning_it_twice_changes_nothing():
    table = discarding()
    assert let_pairs_go(table.state, seat=2, on=False) == ()
    turn(table, 2)
    assert let_pairs_go(table.state, seat=2, on=True) == ()
    assert turn(table, 2, on=False) == ["2 turns the switch off"]
    assert table.when(0, "discard Ny")[1:] == ["2 must meld Ny with Ny Ny: triple"]


def test_who_may_not_turn_it_is_told_why():
    table = discarding()
    assert refused(table, 0) == "waiver.discarding"
    assert refused(table, 1) == "waiver.not-waiting"
    assert refused(discarding(rules=VINAGAMES), 2) == "waiver.not-here"
    with pytest.raises(IllegalMove) as refusal:
        let_pairs_go(table.state, seat=7, on=True)
    assert refusal.value.code == "seat.unknown"


@pytest.mark.parametrize("gone", [SeatGone, SeatUnseen])
def test_it_is_off_for_a_seat_that_is_not_there(gone):
    table = discarding()
    turn(table, 2)
    table.then((gone(2),))
    assert not see(table.state, 2).lets_pairs_go
    assert table.when(0, "discard Ny")[1:] == ["2 must meld Ny with Ny Ny: triple"]
    alone = discarding()
    before = alone.state
    alone.then((gone(2), TimeRanOut(1)))
    assert alone.state.waivers is None and alone.state.version == before.version + 2


def test_nobody_else_sees_it_before_the_end():
    table = discarding()
    turn(table, 2)
    for viewer in (0, 1, 3, None):
        view = see(table.state, viewer)
        assert not view.lets_pairs_go and view.waived is None
        assert known(table.events, viewer, over=False) == [False]
        assert known(table.events, viewer, over=True) == [True]
    assert known(table.events, 2, over=False) == [True]
    assert see(table.state, 2).may_turn_waiver and not see(table.state, None).may_turn_waiver
