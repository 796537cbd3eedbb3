"""Results of which only numbers were entered: paid as any deal is, and refused where no hand has them."""

from dataclasses import replace
from random import Random

import pytest

from games.bots.match import play_match
from games.engine.real_cards.counted import CountedHand, possible_points
from games.engine.real_cards.results import HAND, Aside, BadResult, CardboardResult, settle
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.sets import SIZES, SetKind, kind_of
from tests.support.engine.text import cards
from tests.support.entered_deals import TABLES, entered

KHAP, QUAN, KHUI = Aside(SetKind.KHAP), Aside(SetKind.QUAN), Aside(SetKind.KHUI)
NONE: tuple[Aside, ...] = ()
FRENCH = replace(FOURSAC, key="french", loser_kongs="deduct")


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=[f"{r.key} {s}" for r, s in TABLES])
def test_the_numbers_of_a_deal_of_the_engine_pay_what_the_deal_paid(rules, seats):
    won = 0
    for played in play_match(rules, (["newcomer", "club"] * 2)[:seats], deals=40, random=Random(7)):
        assert played.state.ending is not None
        own = played.state.ending.original
        asked = entered(played.state, named=False)
        kinds = [shown.kind for shown in asked.sets]
        if own.winner is not None:
            hand = CountedHand(own.points, kinds.count(SetKind.QUAN), kinds.count(SetKind.KHUI))
            asked, won = replace(asked, sets=(), counted=hand), won + 1
        paid = settle(rules, asked)
        assert (paid.net, paid.lines, paid.points) == (own.net, own.lines, own.points)
    assert won > 20


@pytest.mark.parametrize(
    ("rules", "winner", "hand", "asides", "offender", "net"),
    [
        (VINAGAMES, 0, CountedHand(1), (NONE,) * 4, None, (42, -14, -14, -14)),
        (VINAGAMES, 0, CountedHand(7), (NONE,) * 4, None, (60, -20, -20, -20)),
        (VINAGAMES, 0, CountedHand(9, 0, 1), (NONE,) * 4, None, (102, -34, -34, -34)),
        (VINAGAMES, 1, CountedHand(19, 1, 1), (NONE,) * 4, None, (-54, 162, -54, -54)),
        (VINAGAMES, 0, CountedHand(5), (NONE, NONE, (KHAP,), NONE), None, (54, -21, -12, -21)),
        (
            VINAGAMES,
            0,
            CountedHand(5),
            (NONE, (QUAN, KHAP), NONE, (KHUI,)),
            None,
            (40, 6, -35, -11),
        ),
        (VINAGAMES, 0, CountedHand(7), (NONE,) * 4, 3, (60, 0, 0, -60)),
        (VINAGAMES, 0, CountedHand(9, 0, 1), (NONE, (KHAP,), NONE, (QUAN,)), 3, (94, -2, -11, -81)),
        (VINAGAMES, 2, CountedHand(5), ((KHUI,), NONE, NONE), None, (-6, -24, 30)),
        (VINAGAMES, 0, CountedHand(5), (NONE, (QUAN, KHAP)), None, (10, -10)),
        (FOURSAC, 0, CountedHand(7), (NONE,) * 4, None, (21, -7, -7, -7)),
        (FOURSAC, 0, CountedHand(7), (NONE, NONE, (KHUI,), NONE), None, (15, -13, 11, -13)),
        (FRENCH, 0, CountedHand(7), (NONE, NONE, (KHUI,), NONE), None, (15, -7, -1, -7)),
        (FOURSAC, 3, CountedHand(9), ((KHUI,), (QUAN,), NONE, NONE), None, (1, 9, -23, 13)),
        (FRENCH, 3, CountedHand(9), ((KHUI,), (QUAN,), NONE, NONE), None, (-3, -1, -9, 13)),
    ],
)
def test_the_worked_payments_of_the_rules_hold(rules, winner, hand, asides, offender, net):
    result = CardboardResult(winner, (), asides, offender, hand)
    assert settle(rules, result).net == net


@pytest.mark.parametrize(
    ("hand", "code", "facts"),
    [
        (CountedHand(8), "cardboard.points-between", {"below": 7, "above": 9}),
        (CountedHand(0), "cardboard.points-range", {"least": 1, "most": 21}),
        (CountedHand(23), "cardboard.points-range", {"least": 1, "most": 21}),
        (CountedHand(7, 1), "cardboard.points-range", {"least": 9, "most": 25}),
        (CountedHand(41, 5, 1), "cardboard.kongs-too-many", {"quans": 5, "khuis": 1}),
        (CountedHand(37, 0, 6), "cardboard.kongs-too-many", {"quans": 0, "khuis": 6}),
        (CountedHand(9, 2, -1), "cardboard.unreadable", {}),
        (CountedHand(7, yellow_kings=-1), "cardboard.unreadable", {}),
        (CountedHand(7, yellow_kings=1), "cardboard.yellow-kings", {"most": 0}),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_what_can(hand, code, facts):
    with pytest.raises(BadResult) as refused:
        settle(VINAGAMES, CardboardResult(0, counted=hand))
    assert refused.value.code == code and facts.items() <= refused.value.facts.items()


def test_yellow_kings_are_counted_where_they_are_paid():
    hand = CountedHand(17, 1, yellow_kings=4)  # H11: a quan of yellow kings
    assert settle(MIEN_NAM, CardboardResult(0, counted=hand)).net == (120, -40, -40, -40)
    with pytest.raises(BadResult, match=r"cardboard\.yellow-kings"):
        settle(MIEN_NAM, CardboardResult(0, counted=replace(hand, yellow_kings=5)))


def test_the_most_that_five_kongs_leave_is_one_king():
    assert settle(VINAGAMES, CardboardResult(0, counted=CountedHand(41, 5))).net[0] == 3 * 98
    assert possible_points(VINAGAMES, CountedHand(0, 5), HAND) == {41}


def test_points_can_be_even_where_a_rule_set_makes_them_so():
    rules = replace(VINAGAMES, key="house", exposed_triple=2)
    assert 8 in possible_points(rules, CountedHand(8), HAND)
    assert not any(one % 2 == 0 for one in possible_points(VINAGAMES, CountedHand(8), HAND))


def test_cards_and_numbers_exclude_each_other():
    won = CardboardResult(1, asides=((),) * 4, counted=CountedHand(7))
    with pytest.raises(BadResult, match=r"cardboard\.nobody-pays"):
        settle(VINAGAMES, replace(won, winner=None))
    with pytest.raises(BadResult, match=r"cardboard\.winners-aside"):
        settle(VINAGAMES, replace(won, asides=((), (KHAP,), (), ())))
    with pytest.raises(BadResult, match=r"cardboard\.loser-cards"):
        settle(VINAGAMES, replace(won, asides=((QUAN,) * 6, (), (), ())))


EXAMPLES = {
    SetKind.KING: "Kr",
    SetKind.PAIR: "Nr Nr",
    SetKind.KHAP: "Nr Nr Nr",
    SetKind.TRIPLE: "Nr Nr Nr",
    SetKind.QUAN: "Nr Nr Nr Nr",
    SetKind.KHUI: "Nr Nr Nr Nr",
    SetKind.KGM: "Kr Gr Mr",
    SetKind.RCN: "Rr Cr Nr",
    SetKind.PAWNS3: "Pr Py Pg",
    SetKind.PAWNS4: "Pr Py Pg Pw",
}


@pytest.mark.parametrize("kind", SetKind)
def test_a_set_of_each_kind_has_as_many_cards_as_are_counted_for_it(kind):
    made = cards(EXAMPLES[kind])
    assert len(made) == SIZES[kind]
    assert kind_of(made, exposed=kind in (SetKind.TRIPLE, SetKind.KHUI)) is kind
