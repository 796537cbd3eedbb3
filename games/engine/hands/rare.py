"""Finds what is rare about a winning hand."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from games.engine.cards import colour_of
from games.engine.sets import CardSet, SetKind


class Rarity(StrEnum):
    """Something rare about a winning hand; the values are stored in the deal's row."""

    DEALT = "dealt"
    """It was complete as it was dealt (§7.3)."""
    ONE_COLOUR = "colour"
    QUAN = "quan"
    KHUI = "khui"


def rarities_of(sets: Sequence[CardSet], *, dealt: bool) -> tuple[Rarity, ...]:
    """Return all rare features of a hand that won with these sets; empty for most hands, and if no sets are given."""
    if not sets:
        return ()
    kinds = {made.kind for made in sets}
    holds = {
        Rarity.DEALT: dealt,
        Rarity.ONE_COLOUR: len({colour_of(card) for made in sets for card in made.cards}) == 1,
        Rarity.QUAN: SetKind.QUAN in kinds,
        Rarity.KHUI: SetKind.KHUI in kinds,
    }
    return tuple(rarity for rarity, is_so in holds.items() if is_so)
