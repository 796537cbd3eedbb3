from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, CARDS, DECK, Card
from games.engine.hands.hand import (
    EMPTY,
    Block,
    block_of,
    can_win,
    cards_of,
    count,
    grouping,
    khaps,
    melds,
    trash,
    trash_cards,
    value,
    winning_melds,
    without,
)
from games.engine.rules import VINAGAMES
from games.engine.sets import SetKind, kind_of, points
from tests.support.engine import oracle
from tests.support.engine.blocks import private_cards
from tests.support.engine.text import block, cards, names

EXAMPLES = settings(max_examples=300, deadline=None)


def card(name: str) -> Card:
    return CARD_BY_NAME[name]


def in_names(held: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[each] for each in held)


def uses(held: Block, active: str, **options: bool) -> list[str]:
    return [names(option.cards) for option in melds(held, card(active), **options)]


def wins(held: Block, active: str) -> list[str]:
    return [names(option.cards) for option in winning_melds(held, card(active))]


# Blocks


def test_a_block_holds_the_cards_it_was_made_of():
    assert names(cards_of(block("Pw Kr Cg Kr Nw"))) == "Kr Kr Cg Nw Pw"
    assert cards_of(EMPTY) == ()
    assert block_of(DECK) == (124,) * 8 + (624,)


def test_a_block_counts_copies():
    held = block("Rr Rr Rr Cr Pw")
    assert [count(held, card(name)) for name in ("Rr", "Cr", "Nr", "Pw", "Kr")] == [3, 1, 0, 1, 0]


def test_1_1_a_block_has_at_most_four_copies():
    with pytest.raises(ValueError, match="four Gy"):
        block("Gy Gy Gy Gy Gy")


def test_a_block_gives_only_what_it_holds():
    held = block("Rr Rr Cr")
    assert without(held, cards("Rr Cr")) == block("Rr")
    with pytest.raises(ValueError, match="no Nr"):
        without(held, cards("Nr"))
    with pytest.raises(ValueError, match="no Rr"):
        without(held, cards("Rr Rr Rr"))
    assert held == block("Rr Rr Cr")


@EXAMPLES
@given(private_cards())
def test_blocks_and_cards_are_each_others_inverse(held):
    assert cards_of(block_of(held)) == tuple(sorted(held))
    assert Counter(held) == Counter(
        {each: count(block_of(held), each) for each in CARDS if count(block_of(held), each)}
    )


@EXAMPLES
@given(private_cards())
def test_taking_all_cards_away_leaves_none(held):
    assert without(block_of(held), held) == EMPTY


# Trash and groupings


def test_3_3_a_khap_is_exactly_three_identical_private_cards():
    assert names(khaps(block("Kr Kr Kr Gr Gr Pw Pw Pw Rr Rr Rr Rr"))) == "Kr Pw"
    assert khaps(EMPTY) == ()


def test_3_4_a_khap_joins_no_other_private_card_not_even_to_win():
    held = block("Rr Rr Rr Cr Nr")
    assert trash(held) == 2
    assert names(trash_cards(held)) == "Cr Nr"


def test_3_4_the_active_card_is_not_in_the_khap():
    held = block("Rr Rr Rr Cr Nr")
    assert uses(held, "Rr") == ["Cr Nr", "Rr Rr Rr"]
    assert wins(held, "Rr") == ["Cr Nr"]
    (option,) = winning_melds(held, card("Rr"))
    assert option.kind is SetKind.RCN
    assert option.after == block("Rr Rr Rr")


def test_3_4_a_khap_gives_no_card_to_another_kinds_meld():
    assert uses(block("Rr Rr Rr Cr"), "Nr") == []
    assert uses(block("Pr Pr Pr Py"), "Pw") == []
    assert uses(block("Pr Pr Pr Py Pg"), "Pw") == ["Py Pg"]


def test_3_4_a_khap_of_kings_keeps_to_itself():
    held = block("Kr Kr Kr Gr Mr")
    assert trash(held) == 2
    assert uses(held, "Kr") == ["", "Gr Mr", "Kr Kr Kr"]
    assert wins(held, "Kr") == ["Gr Mr"]


def test_3_5_trash_is_the_least_number_of_cards_that_must_go():
    held = block("Rr Cr Gw Rw Pw Pw Ng Ng Kr")
    assert trash(held) == 4
    assert names(trash_cards(held)) == "Gw Rr Rw Cr"


def test_3_5_a_card_of_a_good_pair_may_be_trash():
    # Either rook may stand beside cannon and knight; the other is left over.
    assert names(trash_cards(block("Rr Rr Cr Nr"))) == "Rr"
    # Removing any of these would not lower the number.
    assert trash_cards(block("Pr Pr Py Pg Pw")) == ()


def test_3_5_a_king_is_never_trash():
    assert trash(block("Kr Ky Kg Kw Kw")) == 0
    assert trash_cards(block("Kr Gr Ky My")) == cards("Gr My")


def test_3_6_the_trash_is_the_sum_over_the_families():
    apart = ["Kr Gr", "Ky Gy My", "Rr Rr Cr Nr", "Rw Cw", "Pr Py"]
    assert trash(block(" ".join(apart))) == sum(trash(block(each)) for each in apart) == 6


@EXAMPLES
@given(private_cards())
def test_3_5_trash_and_trash_cards_agree_with_the_oracle(held):
    hand = in_names(tuple(sorted(held)))
    assert trash(block_of(held)) == oracle.trash(hand)
    assert in_names(trash_cards(block_of(held))) == oracle.trash_cards(hand)


@EXAMPLES
@given(private_cards())
def test_2_11_the_value_agrees_with_the_oracle_and_with_the_grouping(held):
    made = block_of(held)
    sets, loose = grouping(VINAGAMES, made)
    assert value(VINAGAMES, made) == oracle.value(in_names(held))
    assert value(VINAGAMES, made) == sum(points(each.kind, VINAGAMES) for each in sets)
    assert len(loose) == trash(made)
    assert all(kind_of(each.cards) is each.kind for each in sets)
    assert Counter(loose) + Counter(c for each in sets for c in each.cards) == Counter(held)


@EXAMPLES
@given(private_cards())
def test_4_1_each_discard_leaves_one_trash_card_less(held):
    made = block_of(held)
    for discard in trash_cards(made):
        assert trash(without(made, [discard])) == trash(made) - 1
    assert bool(trash_cards(made)) == bool(trash(made))


def test_2_11_two_loose_equal_kings_are_two_single_kings():
    sets, loose = grouping(VINAGAMES, block("Kr Kr"))
    assert [each.kind for each in sets] == [SetKind.KING, SetKind.KING]
    assert loose == ()
    assert value(VINAGAMES, block("Kr Kr")) == 2


def test_2_11_a_grouping_is_the_same_each_time():
    sets, loose = grouping(VINAGAMES, block("Rr Rr Cr Nr Pr Py Gw"))
    assert [(each.kind, names(each.cards)) for each in sets] == [(SetKind.RCN, "Rr Cr Nr")]
    assert names(loose) == "Gw Rr Pr Py"


# Melds


def test_5_1_a_single_king_takes_no_private_card():
    (option,) = melds(block("Gy Gy"), card("Kr"))
    assert option == (SetKind.KING, (), block("Gy Gy"), 0)


@pytest.mark.parametrize(
    ("held", "active", "expected"),
    [
        pytest.param("Rr", "Rr", ["Rr"], id="pair"),
        pytest.param("Gy Gy", "Gy", ["Gy Gy"], id="triple, for a pair would leave one behind"),
        pytest.param("Gy Gy Gy", "Gy", ["Gy Gy Gy"], id="khui"),
        pytest.param("Kg Gg", "Mg", ["Kg Gg"], id="king, guard, minister"),
        pytest.param("Rw Nw", "Cw", ["Rw Nw"], id="rook, cannon, knight"),
        pytest.param("Pr Py", "Pw", ["Pr Py"], id="three pawns"),
        pytest.param("Pr Py Pg", "Pw", ["Pr Py Pg"], id="four pawns, three would leave one"),
        pytest.param("Gr Mr", "Kr", ["", "Gr Mr"], id="a king alone or with its guards"),
        pytest.param("Rr Cr", "Ny", [], id="nothing"),
        pytest.param("Gr", "Gy", [], id="colours do not mix"),
        pytest.param("Pr Pr Py Py", "Pg", [], id="two pairs are broken by no meld"),
    ],
)
def test_5_1_the_active_card_forms_one_set_with_private_cards(held, active, expected):
    assert uses(block(held), active) == expected


def test_5_2_the_seeds_own_case():
    held = block("Rr Rr Cr Nr")
    assert trash(held) == 1
    assert "Rr Rr" not in uses(held, "Rr")
    assert uses(held, "Rr") == ["Rr", "Cr Nr"]
    assert wins(held, "Rr") == ["Rr", "Cr Nr"]


def test_5_2_a_meld_may_keep_the_trash_as_it_is():
    held = block("Rr Cr Cr")
    assert trash(held) == 1
    (option,) = melds(held, card("Cr"))
    assert (option.kind, option.trash) == (SetKind.TRIPLE, 1)


def test_5_2_counts_the_trash_of_the_whole_block():
    held = block("Rr Rr Cr Nr Gw Mw")
    assert [option.trash for option in melds(held, card("Rr"))] == [2, 2]


def test_5_4_the_active_card_makes_no_triple_of_kings_in_4sac():
    held = block("Kr Kr")
    assert uses(held, "Kr") == ["", "Kr", "Kr Kr"]
    assert uses(held, "Kr", king_triples=False) == ["", "Kr"]
    assert uses(block("Kr Kr Kr"), "Kr", king_triples=False) == ["", "Kr Kr Kr"]
    assert uses(block("Gr Gr"), "Gr", king_triples=False) == ["Gr Gr"]
    assert [names(m.cards) for m in winning_melds(held, card("Kr"), king_triples=False)] == [
        "",
        "Kr",
    ]


def test_no_card_can_be_active_whose_four_copies_are_in_the_block():
    held = block("Kr Kr Kr Kr Gr Mr")
    assert melds(held, card("Kr")) == ()
    assert not can_win(held, card("Kr"))


@EXAMPLES
@given(private_cards(), st.sampled_from(CARDS))
def test_5_the_melds_agree_with_the_oracle(held, active):
    hand = in_names(tuple(sorted(held)))
    made = block_of(held)
    expected = oracle.melds(hand, CARD_NAMES[active])
    found = melds(made, active)
    assert sorted((option.kind.value, names(cards_of(option.after))) for option in found) == sorted(
        (option.kind, names(sorted(CARD_BY_NAME[name] for name in option.left)))
        for option in expected
    )
    for option in found:
        assert option.after == without(made, option.cards)
        assert option.trash == trash(option.after) <= trash(made)
    assert sorted(sorted(in_names(option.cards)) for option in winning_melds(made, active)) == (
        sorted(sorted(option.used) for option in oracle.winning_melds(hand, CARD_NAMES[active]))
    )


@EXAMPLES
@given(private_cards(), st.sampled_from(CARDS))
def test_3_7_a_meld_makes_no_new_khap(held, active):
    made = block_of(held)
    for option in melds(made, active):
        assert set(khaps(option.after)) <= set(khaps(made))
