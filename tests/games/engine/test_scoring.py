"""Payments (§9): the worked tables, and that every line has its reason."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import Card
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.engine.scoring import Reason, Result, ScoreLine, hand_points, no_winner, score
from games.engine.sets import CardSet, SetKind
from tests.support.builders import DULL, position, sets

KING = CardSet(SetKind.KING, (Card(0),))
QUAN, KHUI = SetKind.QUAN, SetKind.KHUI
DEDUCT = replace(FOURSAC, key="french", loser_kongs="deduct")


def paid(
    rules: RuleSet,
    seats: int,
    winner: int,
    points: int,
    *,
    kongs: dict[int, tuple[SetKind, ...]] | None = None,
    khaps: dict[int, int] | None = None,
    offender: int | None = None,
) -> Result:
    """Return the result of a deal that `winner` has won with these points; what the seats hold besides, by seat."""
    return score(
        rules,
        winner=winner,
        sets=(KING,) * points,  # only their points matter here
        kongs=[(kongs or {}).get(seat, ()) for seat in range(seats)],
        khaps=[(khaps or {}).get(seat, 0) for seat in range(seats)],
        offender=offender,
    )


WORKED = {
    "V1": (paid(VINAGAMES, 4, 0, 1), 14, (42, -14, -14, -14)),
    "V2": (paid(VINAGAMES, 4, 0, 7), 20, (60, -20, -20, -20)),
    "V3": (paid(VINAGAMES, 4, 0, 9, kongs={0: (KHUI,)}), 34, (102, -34, -34, -34)),
    "V4": (paid(VINAGAMES, 4, 1, 19, kongs={1: (QUAN, KHUI)}), 54, (-54, 162, -54, -54)),
    "V5": (paid(VINAGAMES, 4, 0, 5, khaps={2: 1}), 18, (54, -21, -12, -21)),
    "V6": (
        paid(VINAGAMES, 4, 0, 5, kongs={1: (QUAN,), 3: (KHUI,)}, khaps={1: 1}),
        18,
        (40, 6, -35, -11),
    ),
    "V7": (paid(VINAGAMES, 4, 0, 7, offender=3), 20, (60, 0, 0, -60)),
    "V8": (
        paid(VINAGAMES, 4, 0, 9, kongs={0: (KHUI,), 3: (QUAN,)}, khaps={1: 1}, offender=3),
        34,
        (94, -2, -11, -81),
    ),
    "V9": (paid(VINAGAMES, 3, 2, 5, kongs={0: (KHUI,)}), 18, (-6, -24, 30)),
    "V10": (paid(VINAGAMES, 2, 0, 5, kongs={1: (QUAN,)}, khaps={1: 1}), 18, (10, -10)),
    "F2": (paid(FOURSAC, 4, 0, 7), 7, (21, -7, -7, -7)),
    "F4": (paid(FOURSAC, 4, 0, 7, kongs={2: (KHUI,)}), 7, (15, -13, 11, -13)),
    "F4 deduct": (paid(DEDUCT, 4, 0, 7, kongs={2: (KHUI,)}), 7, (15, -7, -1, -7)),
    "F6": (paid(FOURSAC, 4, 3, 9, kongs={0: (KHUI,), 1: (QUAN,)}), 9, (1, 9, -23, 13)),
    "F6 deduct": (paid(DEDUCT, 4, 3, 9, kongs={0: (KHUI,), 1: (QUAN,)}), 9, (-3, -1, -9, 13)),
}


@pytest.mark.parametrize("case", WORKED)
def test_9_the_worked_tables(case):
    result, amount, net = WORKED[case]
    assert result.amount == amount
    assert result.net == net


@pytest.mark.parametrize("case", WORKED)
def test_9_7_the_lines_make_the_net_and_the_net_sums_to_zero(case):
    result = WORKED[case][0]
    net = [0] * len(result.net)
    for line in result.lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
        assert line.payer != line.payee
    assert tuple(net) == result.net
    assert sum(net) == 0


def test_9_1_a_is_doubled_once_however_many_kongs_the_winner_has():
    for kongs in ((QUAN,), (KHUI,), (QUAN, KHUI), (KHUI, KHUI, QUAN)):
        assert paid(VINAGAMES, 4, 0, 19, kongs={0: kongs}).amount == (3 + 19) * 2 + 10


def test_9_1_a_kong_of_a_loser_doubles_nothing():
    assert paid(VINAGAMES, 4, 0, 5, kongs={1: (QUAN,)}).amount == 3 + 5 + 10


def test_9_1_every_loser_pays_a_for_the_hand():
    assert paid(VINAGAMES, 3, 1, 1).lines == (
        ScoreLine(Reason.HAND, 0, 1, 14),
        ScoreLine(Reason.HAND, 2, 1, 14),
    )


def test_9_2_side_payments_go_to_a_loser_from_each_other_seat():
    lines = paid(VINAGAMES, 4, 0, 1, kongs={1: (QUAN, KHUI)}, khaps={1: 2}).lines
    side = [line for line in lines if line.reason is not Reason.HAND]
    assert all(line.payee == 1 for line in side)
    assert [(line.payer, line.reason, line.amount) for line in side] == [
        (0, Reason.QUAN, 8),
        (0, Reason.KHUI, 6),
        *((2, reason, amount) for reason, amount in SIDE),
        *((3, reason, amount) for reason, amount in SIDE),
    ]


SIDE = ((Reason.QUAN, 8), (Reason.KHUI, 6), (Reason.KHAP, 3), (Reason.KHAP, 3))


def test_9_2_the_winner_gets_no_side_payment_and_pays_none_for_khaps():
    result = paid(VINAGAMES, 4, 0, 1, kongs={0: (QUAN,)}, khaps={0: 2, 1: 1})
    assert {line.reason for line in result.lines if 0 in (line.payee, line.payer)} == {Reason.HAND}


def test_9_3_the_offender_pays_a_for_every_loser_and_the_others_pay_none():
    result = paid(VINAGAMES, 4, 1, 1, offender=3)
    assert result.offender == 3
    assert result.lines == tuple(
        ScoreLine(Reason.PENALTY, 3, 1, 14, instead_of=loser) for loser in (0, 2, 3)
    )


def test_9_3_side_payments_stay():
    lines = paid(VINAGAMES, 4, 0, 9, kongs={3: (QUAN,)}, khaps={1: 1}, offender=3).lines
    assert [line for line in lines if line.reason is Reason.QUAN] == [
        ScoreLine(Reason.QUAN, payer, 3, 8) for payer in (0, 1, 2)
    ]
    assert [line for line in lines if line.reason is Reason.KHAP] == [
        ScoreLine(Reason.KHAP, payer, 1, 3) for payer in (2, 3)
    ]


def test_9_4_points_are_worth_a_unit_each():
    assert paid(replace(FOURSAC, unit=5), 4, 0, 7).net == (105, -35, -35, -35)


def test_9_5_kongs_of_a_loser_are_worth_units_too():
    result = paid(replace(FOURSAC, unit=5), 4, 0, 7, kongs={2: (QUAN,)})
    assert result.net == (105 - 40, -35 - 40, -35 + 120, -35 - 40)
    result = paid(replace(DEDUCT, unit=5), 4, 0, 9, kongs={2: (KHUI,)})
    assert result.net == (45 + 45 + 15, -45, -15, -45)


def test_9_5_what_is_taken_off_is_never_more_than_the_loser_owes():
    assert paid(DEDUCT, 4, 0, 5, kongs={2: (QUAN,)}).net == (10, -5, 0, -5)


def test_9_5_a_kong_of_the_winner_is_in_its_points_only():
    assert paid(FOURSAC, 4, 0, 7, kongs={0: (QUAN,)}).net == (21, -7, -7, -7)


def test_9_5_khaps_of_a_loser_are_worth_nothing_in_4sac():
    assert paid(FOURSAC, 4, 0, 7, khaps={1: 2}).net == (21, -7, -7, -7)


def test_8_2_no_winner_no_payments():
    assert no_winner(3) == Result(None, 0, 0, (), None, (), (0, 0, 0))


@pytest.mark.parametrize(("rules", "triple"), [(VINAGAMES, 1), (FOURSAC, 3)], ids=["v", "4"])
def test_2_the_points_of_every_set(rules, triple):
    values = {
        "Kr": 1,
        "Rr Rr": 0,
        "Rr Rr Rr": triple,
        "Rr*4": 8,
        "Rr Rr Rr Rr": 6,
        "Kr Gr Mr": 1,
        "Rr Cr Nr": 1,
        "Pr Py Pg": 1,
        "Pr Py Pg Pw": 2,
    }
    for text, points in values.items():
        assert hand_points(rules, sets(text)) == points
    assert hand_points(rules, [CardSet(SetKind.KHAP, sets("Rr Rr Rr")[0].cards)]) == 3


@pytest.mark.parametrize(("rules", "points"), [(VINAGAMES, 8), (FOURSAC, 10)], ids=["v", "4"])
def test_9_1_points_count_the_public_sets_and_the_private_block(rules, points):
    table = position(
        rules,
        hands=[DULL, "Rr Nr Kr Gw Gw Gw", DULL, DULL],
        public=["", "Mw Mw Mw, Pr Py Pg Pw"],
        active="Cr",
        turn=1,
    )
    table.when(1, "meld Rr Nr")
    assert table.result.points == points
    assert [made.kind for made in table.result.sets] == [
        "triple",
        "four-pawns",
        "rook-cannon-knight",
        "king",
        "khap",
    ]


def test_9_2_khaps_and_kongs_are_read_from_the_table():
    table = position(
        hands=["Mg Mg Mg Gr", "Rr Nr", "Cg Cg Cg My My My Gr", "Gy"],
        public=["Ny*4", "", "", "Pw Pw Pw Pw, Pr Pr Pr"],
        active="Cr",
        turn=1,
    )
    table.when(1, "meld Rr Nr")
    lines = [line for line in table.result.lines if line.reason is not Reason.HAND]
    assert {(line.payee, line.reason, line.amount) for line in lines} == {
        (0, Reason.QUAN, 8),
        (0, Reason.KHAP, 3),
        (2, Reason.KHAP, 3),
        (3, Reason.KHUI, 6),
    }
    assert table.result.net == (
        -14 + 24 + 6 - 6 - 6,
        42 - 8 - 6,
        -14 - 8 - 3 + 12 - 6,
        -14 - 8 - 3 - 6 + 18,
    )


def test_9_1_a_khui_made_by_the_winning_card_doubles_a():
    table = position(hands=["Ny Rw", "Ny Ny Ny Gw Gw", DULL], phase="discard")
    assert table.when(0, "discard Ny")[-1] == "1 wins 6"
    assert table.result.amount == (3 + 6) * 2 + 10


kinds = st.lists(st.sampled_from([QUAN, KHUI]), max_size=3).map(tuple)


@given(
    st.sampled_from([VINAGAMES, FOURSAC, DEDUCT, replace(FOURSAC, unit=7)]),
    st.integers(2, 4),
    st.integers(0, 40),
    st.lists(kinds, min_size=4, max_size=4),
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
    st.integers(0, 3),
    st.booleans(),
)
def test_9_7_payments_are_integers_that_sum_to_zero(
    rules, seats, points, kongs, khaps, winner, penalised
):
    winner %= seats
    offender = (winner + 1) % seats if penalised and rules is VINAGAMES else None
    result = score(
        rules,
        winner=winner,
        sets=(KING,) * points,
        kongs=kongs[:seats],
        khaps=khaps[:seats],
        offender=offender,
    )
    assert sum(result.net) == 0
    assert all(type(amount) is int for amount in result.net)
    assert all(line.amount >= 0 for line in result.lines)
