"""The order of the player's own hand: a preference that no rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from games.engine.cards import COLOURS, RANKS, Card, colour_of, rank_of
from games.engine.sets import CardSet


class Pile(NamedTuple):
    """Cards that lie together: a set, the cards in no set (`made` is None), or all of a rank or of a colour (`of`)."""

    cards: tuple[Card, ...]
    made: CardSet | None = None
    of: str = ""
    """The letter of the rank or of the colour."""


def piles(sets: Iterable[CardSet], loose: Iterable[Card], order: str) -> tuple[Pile, ...]:
    """Return the private block in the order that `games.common.preferences.Preferences.order` names."""
    made = [Pile(tuple(one.cards), one) for one in sets]
    rest = [Pile(tuple(loose))] if loose else []
    if order == "last":
        return (*made, *rest)
    if order in ("rank", "colour"):
        letters, letter_of = (RANKS, rank_of) if order == "rank" else (COLOURS, colour_of)
        return _by(letters, letter_of, [card for pile in (*made, *rest) for card in pile.cards])
    return (*rest, *made)


def _by(letters: str, letter_of: Callable[[Card], str], cards: list[Card]) -> tuple[Pile, ...]:
    alike = {
        letter: sorted(card for card in cards if letter_of(card) == letter) for letter in letters
    }
    return tuple(Pile(tuple(found), of=letter) for letter, found in alike.items() if found)
