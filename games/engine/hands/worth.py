"""Tables of what private cards are worth under a rule set (§2.11, §13.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.cards import Card
from games.engine.hands.families import SHAPES, cards_at
from games.engine.hands.shapes import Grouping
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind, points

_COUNTED: Final = (
    *(SetKind.KING, SetKind.PAIR, SetKind.KHAP, SetKind.QUAN),
    *(SetKind.KGM, SetKind.RCN, SetKind.PAWNS3, SetKind.PAWNS4),
)
"""The kinds that private cards form."""


class Worth(NamedTuple):
    """The points and the grouping of each code, both read as ``[family][code]``."""

    value: tuple[tuple[int, ...], ...]
    """The most points among the groupings with the least trash (§2.11)."""
    grouping: tuple[tuple[tuple[tuple[CardSet, ...], tuple[Card, ...]], ...], ...]
    """Sets and trash of that grouping; of several the same one each time. Khaps and quans come first."""


@lru_cache(maxsize=64)
def worth(rules: RuleSet) -> Worth:
    """Return the tables of a rule set; rule sets with the same points share them."""
    return _worth(tuple([points(kind, rules) for kind in _COUNTED]), rules.king_pair)


@lru_cache(maxsize=16)
def _worth(counted: tuple[int, ...], king_pair: int) -> Worth:
    by_kind = dict(zip(_COUNTED, counted, strict=True))

    def of_kings(kind: SetKind, place: int) -> int:
        return king_pair if kind is SetKind.PAIR and place == 0 else by_kind[kind]

    def of_others(kind: SetKind, _place: int) -> int:
        return by_kind[kind]

    made = {
        shape: shape.groupings(of_kings if shape.has_king else of_others)
        for shape in dict.fromkeys(SHAPES)
    }
    return Worth(
        tuple(tuple([one.points for one in made[shape]]) for shape in SHAPES),
        tuple([_with_cards(family, made[shape]) for family, shape in enumerate(SHAPES)]),
    )


def _with_cards(
    family: int, groupings: tuple[Grouping, ...]
) -> tuple[tuple[tuple[CardSet, ...], tuple[Card, ...]], ...]:
    """Return the groupings of a family with cards instead of places, each as its sets and its trash."""
    sets = {
        entry: CardSet(entry[0], cards_at(family, entry[1]))
        for entry in {entry for grouping in groupings for entry in grouping.sets}
    }
    return tuple(
        [
            (tuple([sets[entry] for entry in grouping.sets]), cards_at(family, grouping.loose))
            for grouping in groupings
        ]
    )
