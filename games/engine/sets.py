"""The kinds of sets of cards, and their points (§2)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.cards import Card, colour_of, is_king, is_pawn, rank_of
from games.engine.rules import PRESETS, RuleSet


class SetKind(StrEnum):
    """The kinds of set of §2, by the names that records use."""

    KING = "king"
    """One king (§2.1)."""
    PAIR = "pair"
    """Đôi: two identical cards (§2.2)."""
    KHAP = "khap"
    """Khạp: three identical cards, untouched in the private block (§2.3)."""
    TRIPLE = "triple"
    """Three identical cards made with the active card, exposed (§2.4)."""
    QUAN = "quan"
    """Quan: four identical cards, all from the deal (§2.5)."""
    KHUI = "khui"
    """Khui: four identical cards made from a khap and the active card (§2.6)."""
    KGM = "king-guard-minister"
    """King, guard and minister of one colour (§2.7)."""
    RCN = "rook-cannon-knight"
    """Rook, cannon and knight of one colour (§2.8)."""
    PAWNS3 = "three-pawns"
    """Three pawns of different colours (§2.9)."""
    PAWNS4 = "four-pawns"
    """Four pawns of different colours (§2.10)."""


SIZES: Final = {
    SetKind.KING: 1,
    SetKind.PAIR: 2,
    SetKind.KHAP: 3,
    SetKind.TRIPLE: 3,
    SetKind.KGM: 3,
    SetKind.RCN: 3,
    SetKind.PAWNS3: 3,
    SetKind.PAWNS4: 4,
    SetKind.QUAN: 4,
    SetKind.KHUI: 4,
}
"""How many cards each set has (§2)."""


class CardSet(NamedTuple):
    """One set: its kind and its cards, sorted."""

    kind: SetKind
    cards: tuple[Card, ...]


_OPTION: Final = {
    kind: "exposed_triple" if kind is SetKind.TRIPLE else kind.value.replace("-", "_")
    for kind in SetKind
}
"""Each kind → the option that says its points (§13.1)."""


def points(kind: SetKind, rules: RuleSet, card: Card | None = None) -> int:
    """Return the points of a set of this kind by these rules (§2).

    `card` is one of its cards, needed to tell a pair of kings from other pairs (§13.1).
    """
    if kind is SetKind.PAIR and card is not None and is_king(card):
        return rules.king_pair
    worth: int = getattr(rules, _OPTION[kind])
    return worth


def points_of(shown: CardSet, rules: RuleSet) -> int:
    """Return the points of this set by these rules (§2)."""
    return points(shown.kind, rules, shown.cards[0] if shown.cards else None)


def worths(rules: RuleSet, kinds: Iterable[SetKind]) -> frozenset[tuple[int, int]]:
    """Return the possible pairs of number of cards and points for sets of these kinds (§2, §13.1)."""
    asked = tuple(kinds)
    kings = {(SIZES[SetKind.PAIR], rules.king_pair)} if SetKind.PAIR in asked else set()
    return frozenset({(SIZES[kind], points(kind, rules)) for kind in asked} | kings)


def lift(rules: RuleSet) -> int:
    """Return how many points an exposed triple gains when its fourth card turns it into a khui (§5.5)."""
    return points(SetKind.KHUI, rules) - points(SetKind.TRIPLE, rules)


_DECLINED: Final = {
    (khaps, pairs, king): frozenset(
        [SetKind.KHUI] * khaps + [SetKind.TRIPLE] * pairs + [SetKind.PAIR] * (pairs and king)
    )
    for khaps in (False, True)
    for pairs in (False, True)
    for king in (False, True)
}


def declined_in_turn(rules: RuleSet, card: Card) -> frozenset[SetKind]:
    """Return the kinds of set that a seat in turn may not make with this card (§6.7, §6.8, §13.5).

    Where a khui or triple has to be claimed, the seat has already declined to claim it. Where triples are claimed, a
    king is not taken as a pair either.
    """
    return _DECLINED[rules.khap_claim == "offered", rules.pair_claim == "offered", is_king(card)]


def usual_points(kind: SetKind) -> int | None:
    """Return the points of a kind of set if all presets agree; otherwise None (§2.4)."""
    known = {points(kind, rules) for rules in PRESETS.values()}
    return known.pop() if len(known) == 1 else None


def kind_of(cards: Iterable[Card], *, exposed: bool = False) -> SetKind | None:
    """Return the kind of the set that ``cards`` form together; None if they form none (§2).

    Three or four identical cards look the same whether they came from the deal or not, so the caller says it:
    ``exposed`` is true if one of them was the active card (triple, khui), false if all are from the deal (khap,
    quan). It does not matter for other kinds.
    """
    chosen = tuple(cards)
    size = len(chosen)
    kinds = len(set(chosen))
    if size == 1:
        return SetKind.KING if is_king(chosen[0]) else None
    if kinds == 1:
        return _identical(size, exposed=exposed)
    if kinds != size:
        return None
    if all(is_pawn(card) for card in chosen):
        return {3: SetKind.PAWNS3, 4: SetKind.PAWNS4}.get(size)
    if size == 3 and len({colour_of(card) for card in chosen}) == 1:
        ranks = {rank_of(card) for card in chosen}
        if ranks == {"K", "G", "M"}:
            return SetKind.KGM
        if ranks == {"R", "C", "N"}:
            return SetKind.RCN
    return None


def _identical(size: int, *, exposed: bool) -> SetKind | None:
    """Return the kind of ``size`` identical cards (§2.2 to §2.6); None if they form no set."""
    if size == 2:
        return SetKind.PAIR
    if size == 3:
        return SetKind.TRIPLE if exposed else SetKind.KHAP
    if size == 4:
        return SetKind.KHUI if exposed else SetKind.QUAN
    return None
