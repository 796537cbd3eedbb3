"""The chance that the next card completes a hand: counted from what its owner does not see (§7.1, §5.5)."""

from random import Random

from games.engine.cards import CARDS, DECK
from games.engine.hands.chances import Chance, chance_to_win
from games.engine.hands.hand import block_of, melds
from games.engine.recording.notation import parse_card, parse_cards


def face_up(text: str) -> list[int]:
    cards = parse_cards(text)
    return [cards.count(card) for card in CARDS]


def test_of_the_unseen_cards_those_that_complete_the_hand():
    block = block_of(parse_cards("Rr Cr"))
    # A rook and a cannon wait for the knight; two of its four lie face up, and four more cards.
    chance = chance_to_win(block, face_up("Nr Nr Gw Gw Pg Py"))
    assert chance == Chance(2, 112 - 2 - 6)
    assert chance.share == 2 / 104
    assert chance_to_win(block, face_up("Nr Nr Nr Nr")).share == 0


def test_two_trash_in_two_families_wait_for_nothing():
    assert chance_to_win(block_of(parse_cards("Rr Gw")), [0] * 28).winning == 0


def test_5_5_the_fourth_card_of_an_own_exposed_triple_wins_when_nothing_else_is_trash():
    block, seen = block_of(parse_cards("Pr Pr")), face_up("Ny Ny Ny")
    without = chance_to_win(block, seen).winning
    assert chance_to_win(block, seen, triples={parse_card("Ny")}).winning == without + 1
    loose = block_of(parse_cards("Rr Cr"))
    assert chance_to_win(loose, seen, triples={parse_card("Ny")}) == chance_to_win(loose, seen)


def test_it_is_what_counting_every_unseen_card_by_hand_gives():
    random = Random(3)
    for _ in range(300):
        deck = random.sample(DECK, len(DECK))
        size = random.randrange(1, 9)
        hand, shown, unseen = deck[:size], deck[size : size + 40], deck[size + 40 :]
        if any(hand.count(card) > 3 for card in hand):
            continue
        block = block_of(hand)
        winning = sum(any(not meld.trash for meld in melds(block, card)) for card in unseen)
        said = chance_to_win(block, [shown.count(card) for card in CARDS])
        assert said == Chance(winning, len(unseen))
        assert 0 <= said.share <= 1
