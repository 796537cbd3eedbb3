"""Families: the nine independent groups of cards, and tables of what their cards are worth.

Cards of different families never form a set (§3.6), so whatever depends on a private block is a sum over nine
families: king-guard-minister in each colour (0 to 3), rook-cannon-knight in each colour (4 to 7) and the pawns (8).

The cards of a family that a block holds are written as one number in base 5, the **code**, with one digit for each
place (``UNIT[card]`` is what one card adds to it). There are 125, 125 and 625 codes. Everything that §3.4, §3.5,
§5.1, §5.2 and §10.2 need from a family is computed once, on import, as ``TABLE[family][code]``, so a judgement is a
few look-ups.
"""

from typing import Final, NamedTuple

from games.engine.cards import CARDS, Card, is_pawn
from games.engine.hands import shapes
from games.engine.hands.shapes import KINGS, NO_MELD, ROOKS, Places
from games.engine.sets import SetKind

FAMILIES: Final = 9
"""The number of families."""

PAWNS: Final = 8
"""The family of the pawns, the only one with four places."""

FAMILY: Final[tuple[int, ...]] = tuple(
    PAWNS if is_pawn(card) else (card & 3) + 4 * (card >= 12) for card in CARDS
)
"""Family of each card, 0 to 8."""

PLACE: Final[tuple[int, ...]] = tuple(
    card & 3 if is_pawn(card) else (card >> 2) % 3 for card in CARDS
)
"""Place of each card in its family: 0 to 2, the pawns 0 to 3."""

UNIT: Final[tuple[int, ...]] = tuple(5**place for place in PLACE)
"""What one copy of each card adds to the code of its family."""

MEMBERS: Final[tuple[tuple[Card, ...], ...]] = tuple(
    tuple(card for card in CARDS if FAMILY[card] == family) for family in range(FAMILIES)
)
"""The cards of each family, by place."""

SHAPES: Final = (KINGS,) * 4 + (ROOKS,) * 4 + (shapes.PAWNS,)
"""The type of each family."""


class FamilyMeld(NamedTuple):
    """A meld of the active card within its family that §3.4, §5.1 and §5.2 allow."""

    kind: SetKind
    """The set that it makes."""
    cards: tuple[Card, ...]
    """The private cards that it takes, sorted; a single king takes none."""
    after: int
    """The code that is left."""
    trash: int
    """The trash of the family that is left."""


def cards_at(family: int, places: Places) -> tuple[Card, ...]:
    """Return the cards at these ``places`` of ``family``."""
    members = MEMBERS[family]
    return tuple([members[place] for place in places])


def _melds(family: int) -> tuple[tuple[tuple[FamilyMeld, ...], ...], ...]:
    """Return the melds of ``family`` for every code and place, with cards instead of places."""
    return tuple(
        [
            tuple(
                [
                    tuple(
                        [
                            FamilyMeld(kind, cards_at(family, places), after, trash)
                            for kind, places, after, trash in melds
                        ]
                    )
                    for melds in by_place
                ]
            )
            for by_place in SHAPES[family].melds
        ]
    )


COUNTS: Final = tuple(shape.counts for shape in SHAPES)
"""How many cards are held at each place."""

HELD: Final = tuple(
    tuple(
        [
            tuple([card for card, held in zip(members, counts, strict=True) for _ in range(held)])
            for counts in family_counts
        ]
    )
    for members, family_counts in zip(MEMBERS, COUNTS, strict=True)
)
"""The cards held, sorted."""

KHAPS: Final = tuple(
    tuple(
        [
            tuple([card for card, held in zip(members, counts, strict=True) if held == 3])
            for counts in family_counts
        ]
    )
    for members, family_counts in zip(MEMBERS, COUNTS, strict=True)
)
"""The kinds held exactly three times, sorted (§3.3)."""

KHAP_COUNTS: Final = tuple(tuple([len(kinds) for kinds in by_code]) for by_code in KHAPS)
"""How many kinds are held exactly three times (§3.3)."""

TRASH: Final = tuple(shape.trash for shape in SHAPES)
"""The least trash (§3.5)."""

TRASH_CARDS: Final = tuple(
    tuple([cards_at(family, places) for places in SHAPES[family].trash_places])
    for family in range(FAMILIES)
)
"""The distinct cards that are trash (§3.5), sorted."""

TWO_CARD_WAIT: Final = tuple(shape.two_card_wait for shape in SHAPES)
"""Whether the family has exactly two trash cards, and some way of naming them is two pawns
of different colours, or two different cards of one colour among rook, cannon and knight
(§6.3 c)."""

WAITS: Final = tuple(shape.waits for shape in SHAPES)
"""The same, and two that are guard and minister of one colour (§13.6)."""

MELDS: Final = tuple(_melds(family) for family in range(FAMILIES))
"""Then by ``[place]`` of the active card: the melds that §3.4, §5.1 and §5.2 allow, those
that take the fewest cards first. A meld leaves the other families as they are, so comparing
the family's own trash is all of §5.2. §5.4 is not applied."""

LEAST_AFTER: Final = tuple(shape.least_after for shape in SHAPES)
"""Then by ``[place]`` of the active card: the least trash that such a meld leaves in the
family, or ``NO_MELD``."""

REACHES_WIN: Final = 1
REACHES_KHUI: Final = 2
REACHES_TRIPLE: Final = 4


def _reach(card: Card) -> tuple[int, ...]:
    family, place = FAMILY[card], PLACE[card]
    return tuple(
        [
            REACHES_WIN * (least[place] == 0)
            | REACHES_KHUI * any(meld.kind is SetKind.KHUI for meld in melds[place])
            | REACHES_TRIPLE * any(meld.kind is SetKind.TRIPLE for meld in melds[place])
            for least, melds in zip(LEAST_AFTER[family], MELDS[family], strict=True)
        ]
    )


REACH: Final = tuple(_reach(card) for card in CARDS)
"""``[card][code]`` of its family: what may be made of the active card out of turn (§6), as bits: a meld that leaves no
trash in the family, a khui, a triple. Most often nothing."""

GAIN: Final = tuple(shape.gain for shape in SHAPES)
"""Then by ``[place]`` of the card hit: the gain of §10.2, the discard already taken out."""

GAIN_ALONE: Final = tuple(shape.gain_alone for shape in SHAPES)
"""The same where no other family holds trash, so that a meld leaving none here wins and may
be preferred to the khui (§10.2)."""

__all__ = [
    "COUNTS",
    "FAMILIES",
    "FAMILY",
    "GAIN",
    "GAIN_ALONE",
    "HELD",
    "KHAPS",
    "KHAP_COUNTS",
    "LEAST_AFTER",
    "MELDS",
    "MEMBERS",
    "NO_MELD",
    "PAWNS",
    "PLACE",
    "REACH",
    "REACHES_KHUI",
    "REACHES_TRIPLE",
    "REACHES_WIN",
    "SHAPES",
    "TRASH",
    "TRASH_CARDS",
    "TWO_CARD_WAIT",
    "UNIT",
    "WAITS",
    "FamilyMeld",
]
