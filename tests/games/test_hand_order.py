"""The order of the own hand: a preference that loses no card and changes no rule."""

from random import Random

import pytest

from games.common.preferences import CHOICES
from games.engine.cards import CARD_NAMES, DECK
from games.engine.hands.hand import block_of, grouping
from games.engine.rules import VINAGAMES
from games.presenters.play.choices import piles
from tests.support.engine.text import cards


def laid(text: str, order: str) -> list[str]:
    sets, loose = grouping(VINAGAMES, block_of(cards(text)))
    return ["".join(CARD_NAMES[card] for card in pile.cards) for pile in piles(sets, loose, order)]


HAND = "Rr Rr Rr Gw Pg Pw Py Cw"


def test_trash_lies_first_or_last_and_the_sets_stay_together():
    first, last = laid(HAND, "trash"), laid(HAND, "last")
    assert first[0] == last[-1] and sorted(first) == sorted(last)
    assert "RrRrRr" in first and {first[0][at : at + 2] for at in (0, 2)} == {"Gw", "Cw"}


def test_by_rank_and_by_colour_cards_lie_one_by_one_in_the_order_of_the_rulebook():
    assert laid(HAND, "rank") == ["Gw", "RrRrRr", "Cw", "PyPgPw"]
    assert laid(HAND, "colour") == ["RrRrRr", "Py", "Pg", "GwCwPw"]


@pytest.mark.parametrize("order", CHOICES["order"])
def test_no_order_loses_or_doubles_a_card(order):
    rng = Random(7)
    pack = list(DECK)
    for _ in range(50):
        held = rng.sample(pack, 20)
        sets, loose = grouping(VINAGAMES, block_of(held))
        assert sorted(card for pile in piles(sets, loose, order) for card in pile.cards) == sorted(
            held
        )


def test_nothing_lies_where_nothing_is_held():
    assert piles((), (), "trash") == () == piles((), (), "rank")
