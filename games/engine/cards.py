"""Cards: the 28 kinds, the deck of 112, and their names (§1.1).

A card is a small number, ``rank * 4 + colour``, so that tables are indexed by it and
hands sort in the order of the ranks. Copies of one kind are equal and have no identity.
"""

from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "KGMRCNP"
"""King, guard, minister, rook, cannon, knight, pawn; a rank is its place in this text."""

COLOURS: Final = "rygw"
"""Red, yellow, green, white; a colour is its place in this text."""

CARDS: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(28))
"""The 28 kinds, in order."""

DECK: Final[tuple[Card, ...]] = tuple(card for card in CARDS for _ in range(4))
"""The 112 cards, four of each kind, sorted."""

CARD_NAMES: Final[tuple[str, ...]] = tuple(rank + colour for rank in RANKS for colour in COLOURS)
"""The name of each card, rank then colour: ``CARD_NAMES[0] == "Kr"``."""

CARD_BY_NAME: Final[dict[str, Card]] = {CARD_NAMES[card]: card for card in CARDS}
"""The card of each name; names are case-sensitive."""

YELLOW_KING: Final = CARD_BY_NAME["Ky"]
"""Tướng vàng, for which some houses pay (§13.4)."""

_FIRST_PAWN: Final = 24


def rank_of(card: Card) -> str:
    """Return the rank letter of ``card``, one of ``RANKS`` (§1.1)."""
    return RANKS[card >> 2]


def colour_of(card: Card) -> str:
    """Return the colour letter of ``card``, one of ``COLOURS`` (§1.1)."""
    return COLOURS[card & 3]


def is_king(card: Card) -> bool:
    """Return whether ``card`` is a king (tướng), which is never trash, and which most rules forbid to discard (§3.5,
    §4.3).
    """
    return card < 4


def is_pawn(card: Card) -> bool:
    """Return whether ``card`` is a pawn (tốt), the only rank whose colours are combined in sets (§3.6)."""
    return card >= _FIRST_PAWN
