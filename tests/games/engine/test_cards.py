from collections import Counter

import pytest

from games.engine.cards import (
    CARD_BY_NAME,
    CARD_NAMES,
    CARDS,
    DECK,
    colour_of,
    is_king,
    is_pawn,
    rank_of,
)


def test_1_1_there_are_28_kinds_and_four_copies_of_each():
    assert len(CARDS) == len(set(CARDS)) == 28
    assert len(DECK) == 112
    assert Counter(DECK) == dict.fromkeys(CARDS, 4)


def test_1_1_the_deck_is_sorted():
    assert list(DECK) == sorted(DECK)


def test_cards_are_named_rank_then_colour():
    assert CARD_NAMES[0] == "Kr"
    assert CARD_NAMES[12] == "Rr"
    assert CARD_NAMES[27] == "Pw"
    assert [rank_of(card) + colour_of(card) for card in CARDS] == list(CARD_NAMES)


def test_every_name_finds_its_card():
    assert [CARD_BY_NAME[name] for name in CARD_NAMES] == list(CARDS)


@pytest.mark.parametrize("name", ["kr", "rR", "10", "", "Krr", "Xr"])
def test_other_text_names_no_card(name):
    assert name not in CARD_BY_NAME


def test_kings_and_pawns_are_told_by_their_rank():
    assert [CARD_NAMES[card] for card in CARDS if is_king(card)] == ["Kr", "Ky", "Kg", "Kw"]
    assert [CARD_NAMES[card] for card in CARDS if is_pawn(card)] == ["Pr", "Py", "Pg", "Pw"]
