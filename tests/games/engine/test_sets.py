from itertools import combinations_with_replacement

import pytest

from games.engine.cards import CARD_NAMES, CARDS
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import CardSet, SetKind, kind_of, points
from tests.support.engine import oracle
from tests.support.engine.text import cards


@pytest.mark.parametrize(
    ("kind", "vinagames", "foursac"),
    [
        pytest.param(SetKind.KING, 1, 1, id="2.1"),
        pytest.param(SetKind.PAIR, 0, 0, id="2.2"),
        pytest.param(SetKind.KHAP, 3, 3, id="2.3"),
        pytest.param(SetKind.TRIPLE, 1, 3, id="2.4"),
        pytest.param(SetKind.QUAN, 8, 8, id="2.5"),
        pytest.param(SetKind.KHUI, 6, 6, id="2.6"),
        pytest.param(SetKind.KGM, 1, 1, id="2.7"),
        pytest.param(SetKind.RCN, 1, 1, id="2.8"),
        pytest.param(SetKind.PAWNS3, 1, 1, id="2.9"),
        pytest.param(SetKind.PAWNS4, 2, 2, id="2.10"),
    ],
)
def test_2_each_set_has_its_points_in_both_rule_sets(kind, vinagames, foursac):
    assert points(kind, VINAGAMES) == vinagames
    assert points(kind, FOURSAC) == foursac


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Kr", SetKind.KING),
        ("Kr Kr", SetKind.PAIR),
        ("Gy Gy", SetKind.PAIR),
        ("Gy Gy Gy", SetKind.KHAP),
        ("Pw Pw Pw Pw", SetKind.QUAN),
        ("Kg Gg Mg", SetKind.KGM),
        ("Mg Kg Gg", SetKind.KGM),
        ("Rw Cw Nw", SetKind.RCN),
        ("Pr Py Pg", SetKind.PAWNS3),
        ("Pr Py Pg Pw", SetKind.PAWNS4),
    ],
)
def test_2_a_set_is_recognised_in_any_order(text, kind):
    assert kind_of(cards(text)) is kind


def test_2_3_to_2_6_identical_cards_are_told_apart_by_where_they_come_from():
    assert kind_of(cards("Rr Rr Rr"), exposed=True) is SetKind.TRIPLE
    assert kind_of(cards("Rr Rr Rr"), exposed=False) is SetKind.KHAP
    assert kind_of(cards("Rr Rr Rr Rr"), exposed=True) is SetKind.KHUI
    assert kind_of(cards("Rr Rr Rr Rr"), exposed=False) is SetKind.QUAN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Gr",
        "Pw",
        "Kr Ky",
        "Pr Py",
        "Kr Gr",
        "Kr Gr My",
        "Kr Gr Rr",
        "Rr Ry Rg",
        "Rr Cr Cr",
        "Pr Pr Py",
        "Pr Pr Py Pg",
        "Kr Gr Mr Mr",
        "Rr Cr Nr Pr",
        "Rr Rr Rr Rr Rr",
    ],
)
def test_2_anything_else_is_no_set(text):
    assert kind_of(cards(text)) is None


def test_2_the_sets_of_three_are_those_that_the_oracle_lists():
    mixed = {
        names
        for three in combinations_with_replacement(CARDS, 3)
        if kind_of(three) not in (None, SetKind.KHAP)
        for names in [tuple(sorted(CARD_NAMES[card] for card in three))]
    }
    assert mixed == {names for names in oracle.MIXED_SETS if len(names) == 3}


def test_a_set_is_its_kind_and_its_cards():
    made = CardSet(SetKind.KGM, cards("Kr Gr Mr"))
    assert made == (SetKind.KGM, cards("Kr Gr Mr"))
    assert made.kind == "king-guard-minister"
