"""The private block of a seat, and what it can do with the active card.

A block is a tuple of nine family codes (``families``), so every question is a few look-ups. Equal blocks hold equal
cards, and no function changes a block.
"""

from collections.abc import Iterable
from itertools import chain
from operator import getitem
from typing import Final, NamedTuple

from games.engine.cards import CARD_NAMES, CARDS, Card, is_king
from games.engine.hands.families import (
    FAMILIES,
    FAMILY,
    HELD,
    KHAP_COUNTS,
    KHAPS,
    LEAST_AFTER,
    MELDS,
    PLACE,
    TRASH,
    TRASH_CARDS,
    TWO_CARD_WAIT,
    UNIT,
    WAITS,
)
from games.engine.hands.worth import worth
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind

Block = tuple[int, ...]
"""A private block: the code of each of the nine families."""

EMPTY: Final[Block] = (0,) * FAMILIES
"""The block without cards."""

# Shared by the four colours of a type; named here because these look-ups are the hottest.
_KINGS: Final = TRASH[0]
_ROOKS: Final = TRASH[4]
_PAWNS: Final = TRASH[8]


class MeldOption(NamedTuple):
    """One way to meld (ăn) the active card (§5.1)."""

    kind: SetKind
    """The set that it makes."""
    cards: tuple[Card, ...]
    """The private cards that it takes, sorted; a single king takes none."""
    after: Block
    """The block that is left."""
    trash: int
    """The trash of that block; none means that the meld wins (§7.1)."""


def block_of(cards: Iterable[Card]) -> Block:
    """Return the block of ``cards``, in any order. ValueError if more than four are equal."""
    codes = [0] * FAMILIES
    held = [0] * len(CARDS)
    for card in cards:
        held[card] += 1
        if held[card] > 4:
            raise ValueError(f"more than four {CARD_NAMES[card]}")
        codes[FAMILY[card]] += UNIT[card]
    return tuple(codes)


def cards_of(block: Block) -> tuple[Card, ...]:
    """Return the cards of ``block``, sorted."""
    return tuple(sorted(chain.from_iterable(map(getitem, HELD, block))))


def count(block: Block, card: Card) -> int:
    """Return how many copies of ``card`` the block holds, 0 to 4."""
    return block[FAMILY[card]] // UNIT[card] % 5


def without(block: Block, cards: Iterable[Card]) -> Block:
    """Return the block without ``cards``. Raises ValueError if it doesn't hold them all."""
    codes = list(block)
    for card in cards:
        family = FAMILY[card]
        if not codes[family] // UNIT[card] % 5:
            raise ValueError(f"no {CARD_NAMES[card]} in the block")
        codes[family] -= UNIT[card]
    return tuple(codes)


def trash(block: Block) -> int:
    """Return the number of trash cards (rác): the fewest that must go to leave only sets, with khaps locked
    (§3.5).
    """
    a, b, c, d, e, f, g, h, p = block
    return (
        _KINGS[a]
        + _KINGS[b]
        + _KINGS[c]
        + _KINGS[d]
        + _ROOKS[e]
        + _ROOKS[f]
        + _ROOKS[g]
        + _ROOKS[h]
        + _PAWNS[p]
    )


def trash_cards(block: Block) -> tuple[Card, ...]:
    """Return the distinct cards that are trash, sorted (§3.5); Vinagames allows no other discards (§4.1)."""
    return tuple(sorted(chain.from_iterable(map(getitem, TRASH_CARDS, block))))


def khaps(block: Block) -> tuple[Card, ...]:
    """Khạp: the kinds of which the block holds exactly three, sorted (§3.3)."""
    return tuple(sorted(chain.from_iterable(map(getitem, KHAPS, block))))


def khap_count(block: Block) -> int:
    """Return how many khaps the block holds (§3.3)."""
    return sum(map(getitem, KHAP_COUNTS, block))


def value(rules: RuleSet, block: Block) -> int:
    """Return the points of the block, grouped for the least trash and then the most points (§2.11).

    Khaps count, and so do quans that are not laid yet.
    """
    return sum(map(getitem, worth(rules).value, block))


class Grouping(NamedTuple):
    """A private block as sets and trash (§2.11, §3.5)."""

    sets: tuple[CardSet, ...]
    trash: tuple[Card, ...]


def grouping(rules: RuleSet, block: Block) -> Grouping:
    """Return the sets and the trash of the grouping whose points ``value`` returns (§2.11, §3.5).

    Of several equal groupings it is always the same one. Sets are in the order of the families, the trash is sorted.
    """
    sets: list[CardSet] = []
    loose: list[Card] = []
    table = worth(rules).grouping
    for family, code in enumerate(block):
        family_sets, family_trash = table[family][code]
        sets += family_sets
        loose += family_trash
    loose.sort()
    return Grouping(tuple(sets), tuple(loose))


def melds(block: Block, active: Card, *, king_triples: bool = True) -> tuple[MeldOption, ...]:
    """Return every set that the active card may form with private cards (§3.4, §5.1, §5.2), fewest cards first.

    ``king_triples`` is false in 4sac, where the active card makes no triple of kings (§5.4). Whether §6 forces a set,
    or gives another seat the first right, is not considered here.
    """
    family = FAMILY[active]
    found = MELDS[family][block[family]][PLACE[active]]
    if not found:
        return ()
    head = block[:family]
    tail = block[family + 1 :]
    elsewhere = trash(block) - TRASH[family][block[family]]
    return tuple(
        [
            MeldOption(kind, cards, (*head, after, *tail), elsewhere + left)
            for kind, cards, after, left in found
            if king_triples or kind is not SetKind.TRIPLE or not is_king(active)
        ]
    )


def can_win(block: Block, active: Card) -> bool:
    """Return whether some meld of the active card leaves no trash (tới, §7.1).

    The answer is the same under every rule set: if a triple of kings would win, a king alone wins too.
    """
    family = FAMILY[active]
    code = block[family]
    return LEAST_AFTER[family][code][PLACE[active]] == 0 and trash(block) == TRASH[family][code]


def winning_melds(
    block: Block, active: Card, *, king_triples: bool = True
) -> tuple[MeldOption, ...]:
    """Return the ``melds`` that leave no trash (§7.1)."""
    if not can_win(block, active):
        return ()
    found = melds(block, active, king_triples=king_triples)
    return tuple([option for option in found if not option.trash])


def two_card_wait(block: Block) -> bool:
    """Return whether the block waits on two cards, and so may not make a triple out of turn (§6.3 c).

    It has exactly two trash cards, and they can be chosen as two pawns of different colours, or as two different
    cards of one colour among rook, cannon and knight. Two trash cards in different families are no such wait.
    """
    return trash(block) == 2 and any(
        TWO_CARD_WAIT[family][code] for family, code in enumerate(block)
    )


def waits_to_win(block: Block) -> bool:
    """Return whether the block waits to win, so that its seat may let pairs go (§13.6).

    It has no trash, one trash card, or two trash cards that a third could complete to a set: two pawns of different
    colours, or two ranks of one colour among guard and minister, or among rook, cannon and knight.
    """
    left = trash(block)
    return left < 2 or (left == 2 and any(map(getitem, WAITS, block)))
