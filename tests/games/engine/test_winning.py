"""Winning (§7) and the wait on two cards (§6.3 c)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, CARDS, Card
from games.engine.hands.families import FamilyMeld
from games.engine.hands.hand import (
    Block,
    block_of,
    can_win,
    cards_of,
    melds,
    trash,
    two_card_wait,
    winning_melds,
)
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.engine.sets import SetKind
from games.engine.taking import meld_worth, winning_meld
from tests.support.engine import oracle
from tests.support.engine.blocks import private_cards
from tests.support.engine.text import block, names

EXAMPLES = settings(max_examples=300, deadline=None)


def waits(block: Block, *, king_triples: bool = True) -> tuple[Card, ...]:
    """Chờ tới: the kinds that would complete the block if they became active, sorted (§7.1).

    Judged by the block alone: whether copies are still to come is not asked.
    """
    return tuple(
        [
            card
            for card in CARDS
            if can_win(block, card) and winning_melds(block, card, king_triples=king_triples)
        ]
    )


def card(name: str) -> Card:
    return CARD_BY_NAME[name]


def in_names(held: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[each] for each in held)


def uses(held: Block, active: str) -> list[str]:
    return [names(option.cards) for option in melds(held, card(active))]


def wins(held: Block, active: str) -> list[str]:
    return [names(option.cards) for option in winning_melds(held, card(active))]


def best_meld(held: Block, active: str, rules: RuleSet = VINAGAMES) -> FamilyMeld | None:
    return winning_meld(rules, held, trash(held), card(active), ())


def test_7_1_a_meld_that_leaves_no_trash_wins():
    held = block("Rr Cr Gw Gw Kr")
    assert wins(held, "Nr") == ["Rr Cr"]
    assert wins(held, "Gw") == []
    assert can_win(held, card("Nr"))
    assert not can_win(held, card("Gw"))


def test_7_1_trash_in_another_family_is_no_win():
    held = block("Rr Cr Gw")
    assert uses(held, "Nr") == ["Rr Cr"]
    assert wins(held, "Nr") == []


def test_7_2_the_winning_meld_with_the_most_points_is_taken():
    # Three single kings beat the triple of vinagames, and a king with a pair behind it.
    best = best_meld(block("Kr Kr"), "Kr")
    assert best is not None
    assert (best.kind, best.cards) == (SetKind.KING, ())


def test_7_2_a_khui_beats_four_kings_apart():
    held = block("Kr Kr Kr")
    best = best_meld(held, "Kr")
    assert best is not None
    assert best.kind is SetKind.KHUI


def test_7_2_only_melds_that_win_are_compared():
    # The khui has more points and leaves cannon and knight as trash.
    held = block("Rr Rr Rr Cr Nr")
    best = best_meld(held, "Rr")
    assert best is not None
    assert best.kind is SetKind.RCN


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        pytest.param(VINAGAMES, SetKind.PAIR, id="vinagames"),
        pytest.param(FOURSAC, SetKind.TRIPLE, id="4sac"),
    ],
)
def test_7_2_the_value_of_the_exposed_triple_may_decide(rules, kind):
    # A pair and four pawns behind it give 2; a triple and three pawns 2 or 4.
    held = block("Pr Pr Py Pg Pw")
    best = best_meld(held, "Pr", rules)
    assert best is not None
    assert best.kind is kind


def test_7_2_of_equal_melds_the_one_with_the_fewest_cards_is_taken():
    best = best_meld(block("Rr Rr Cr Nr"), "Rr")
    assert best is not None
    assert (best.kind, names(best.cards)) == (SetKind.PAIR, "Rr")


def test_7_2_there_is_no_best_meld_where_none_wins():
    assert best_meld(block("Rr Cr Gw"), "Nr") is None


@EXAMPLES
@given(private_cards(), st.sampled_from(CARDS), st.sampled_from((1, 3)), st.booleans())
def test_7_2_the_best_winning_meld_agrees_with_the_oracle(
    held, active, exposed_triple, king_triples
):
    made = block_of(held)
    rules = replace(VINAGAMES, exposed_triple=exposed_triple, king_triples=king_triples)
    best = winning_meld(rules, made, trash(made), active, ())
    most = oracle.most_winning_points(in_names(held), CARD_NAMES[active], exposed_triple)
    if best is None:
        assert most is None
    else:
        assert meld_worth(rules, made, best, active, ()).points == most
        assert king_triples or best.kind is not SetKind.TRIPLE or active > card("Kw")


def test_7_1_the_waits_are_the_kinds_that_would_win():
    assert names(waits(block("Rr Cr"))) == "Nr"
    assert names(waits(block("Rr"))) == "Rr"
    assert names(waits(block("Gy Gy My"))) == "My"
    assert names(waits(block("Rr Gy"))) == ""


def test_7_1_a_block_without_trash_waits_on_every_king():
    assert names(waits(block("Gy Gy"))) == "Kr Ky Kg Kw Gy"


@EXAMPLES
@given(private_cards())
def test_7_1_the_waits_agree_with_the_oracle_in_both_rule_sets(held):
    made = block_of(held)
    expected = [
        name for name in CARD_NAMES if oracle.winning_melds(in_names(tuple(sorted(held))), name)
    ]
    assert list(in_names(waits(made))) == expected
    # A triple of kings never wins where a king alone does not (§5.4).
    assert waits(made, king_triples=False) == waits(made)
    assert [CARD_NAMES[each] for each in CARDS if can_win(made, each)] == expected


@pytest.mark.parametrize(
    ("held", "trash_before", "active", "made_with"),
    [
        pytest.param("Rr Cr", 2, "Nr", ["Rr Cr"], id="1/1"),
        pytest.param("Pr Py", 2, "Pw", ["Pr Py"], id="1/2"),
        pytest.param("Gr Mr", 2, "Kr", ["Gr Mr"], id="1-3"),
        pytest.param("Cw", 1, "Cw", ["Cw"], id="2/1"),
        pytest.param("Kr Gr", 1, "Mr", ["Kr Gr"], id="2-2"),
        pytest.param("Py Pr Pr Pw Pw", 1, "Pg", ["Pr Pw"], id="2/3, three pawns twice"),
        pytest.param("Gr Gr", 0, "Kw", [""], id="3-1"),
        pytest.param("Gr Gr Gr", 0, "Gr", ["Gr Gr Gr"], id="3-2"),
        pytest.param("Gr Gr", 0, "Gr", ["Gr Gr"], id="3-4"),
        pytest.param("Pr Pg Pw", 0, "Py", ["Pr Pg Pw"], id="3-5"),
        pytest.param("Pr Py Pg Pw", 0, "Pg", ["Pg"], id="3-6"),
    ],
)
def test_7_5_the_winning_cases_of_4sac_follow_from_7_1(held, trash_before, active, made_with):
    # The twelfth, 3-3, is about a public set (§5.5) and no meld of the private block.
    assert trash(block(held)) == trash_before
    assert wins(block(held), active) == made_with


def test_7_3_the_21_cards_of_a_starter_may_have_no_trash():
    held = block("Kr Kr Kr Ky Gy My Gw Gw Rr Cr Nr Rr Cr Nr Pr Py Pg Pw Ng Ng Kg")
    assert len(cards_of(held)) == 21
    assert trash(held) == 0


# The wait on two cards


@pytest.mark.parametrize(
    ("held", "waiting"),
    [
        pytest.param("Pr Py Gg Gg", True, id="two pawns of different colours"),
        pytest.param("Rr Cr", True, id="rook and cannon of one colour"),
        pytest.param("Rr Nr", True, id="rook and knight of one colour"),
        pytest.param("Rr Rr Rr Cr Nr", True, id="cannon and knight beside a khap of rooks"),
        pytest.param("Pr Pr Pr Py Pg", True, id="two pawns beside a khap of a third"),
        pytest.param("Pr Pr Py Py Pg Pw", False, id="four pawns and two more are no trash"),
        pytest.param("Rr Cy", False, id="rook and cannon of different colours"),
        pytest.param("Rr Pr", False, id="one each of two families"),
        pytest.param("Pr Rr", False, id="a pawn and a rook"),
        pytest.param("Gr My", False, id="guard and minister"),
        pytest.param("Gr Mr", False, id="guard and minister of one colour, without a king"),
        pytest.param("Rr Cr Gw", False, id="three trash cards"),
        pytest.param("Rr", False, id="one trash card"),
        pytest.param("Rr Cr Nr", False, id="none"),
    ],
)
def test_6_3_c_a_wait_on_two_cards(held, waiting):
    assert two_card_wait(block(held)) is waiting


@EXAMPLES
@given(private_cards())
def test_6_3_c_the_wait_on_two_cards_agrees_with_the_oracle(held):
    assert two_card_wait(block_of(held)) == oracle.two_card_wait(in_names(tuple(sorted(held))))
