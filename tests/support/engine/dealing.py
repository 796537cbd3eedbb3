"""Decks and positions in which more happens than chance would have it: pairs, khaps, quans, hands that wait."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.support.engine import oracle
from tests.support.engine.house import Made, kind_of
from tests.support.engine.oracle import Names, in_order


def deck(random: Random, seats: int, *, clumps: int | None = None) -> list[str]:
    """Return a deck that deals so many times over what a seat has one of already."""
    cards = [name for name in oracle.ALL_NAMES for _ in range(4)]
    random.shuffle(cards)
    for _ in range(random.choice((0, 4, 12)) if clumps is None else clumps):
        mine = range(random.randrange(seats), 20 * seats, seats)
        card = cards[random.choice(mine)]
        others = [at for at, name in enumerate(cards) if name == card and at not in mine]
        if others:
            here, there = random.choice(mine), random.choice(others)
            cards[here], cards[there] = cards[there], cards[here]
    return cards


def dealt(deck: Sequence[str], starter: int, seats: int) -> tuple[list[Names], Names]:
    """1.4: the hands by seat, one card at a time from the starter on, who is dealt one more; and the stock."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for at in range(20 * seats + 1):
        hands[(starter + at) % seats].append(deck[at])
    return [in_order(hand) for hand in hands], tuple(deck[20 * seats + 1 :])


@dataclass
class Lying:
    """Where the cards lie; the seat in turn is to discard, and so many can be drawn before the stock's limit."""

    private: list[Names]
    public: list[list[Made]]
    dead: list[str]
    turn: int
    left: int
    coming: list[str]
    """The first cards of the stock."""


SETS = [*oracle.LOOSE_SETS, *((name,) * many for name in oracle.ALL_NAMES for many in (3, 4))]


def lying(random: Random, seats: int) -> Lying:
    """Return hands of a few sets each, most of which wait for a card or two."""
    rest = Counter(dict.fromkeys(oracle.ALL_NAMES, 4))
    private: list[list[str]] = [[] for _ in range(seats)]
    public: list[list[Made]] = [[] for _ in range(seats)]

    def take(cards: Names) -> bool:
        if any(rest[name] < many for name, many in Counter(cards).items()):
            return False
        rest.subtract(cards)
        return True

    for seat in range(seats):
        for _ in range(random.randint(1, 5)):
            cards = random.choice(SETS)
            if private[seat].count(cards[0]) + len(cards) > 4 or not take(cards):
                continue
            if len(cards) == 4 and cards[0] == cards[1]:
                public[seat].append((random.choice(("quan", "khui")), cards))
            elif random.random() < 0.4:
                kind = "triple" if len(cards) == 3 and cards[0] == cards[1] else kind_of(cards)
                public[seat].append((kind, cards))
            else:
                private[seat] += cards
        for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
            held = random.choice(private[seat] or oracle.ALL_NAMES)
            near = [name for name in oracle.ALL_NAMES if oracle.family(name) == oracle.family(held)]
            card = random.choice(near)
            if private[seat].count(card) < 3 and take((card,)):
                private[seat].append(card)
    turn = random.randrange(seats)
    while oracle.trash(tuple(private[turn])) == 0:
        card = random.choice(oracle.ALL_NAMES[4:])
        if private[turn].count(card) < 3 and take((card,)):
            private[turn].append(card)
    loose = list(rest.elements())
    random.shuffle(loose)
    coming: list[str] = []
    for _ in range(random.choice((0, 3, 6))):  # what somebody has two or three of, and kings
        telling = [
            name
            for name in loose
            if name[0] == "K"
            or any(hand.count(name) > 1 for hand in private)
            or any(("triple", (name,) * 3) in sets for sets in public)
        ]
        if telling:
            coming.append(random.choice(telling))
            loose.remove(coming[-1])
    hands = [in_order(hand) for hand in private]
    return Lying(hands, public, loose[: random.randint(0, 15)], turn, random.randint(0, 12), coming)
