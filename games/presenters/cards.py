"""Builds the words for cards, sets and points in the active language (§1.1, §2, §12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import get_language, gettext, gettext_noop, ngettext, pgettext

from games.common.joints import listed
from games.engine.cards import CARD_NAMES, COLOURS, Card, colour_of, is_king, rank_of
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind

_RANKS: Final = {
    "K": gettext_noop("king"),
    "G": gettext_noop("guard"),
    "M": gettext_noop("minister"),
    "R": gettext_noop("rook"),
    "C": gettext_noop("cannon"),
    "N": gettext_noop("knight"),
    "P": gettext_noop("pawn"),
}
_COLOURS: Final = {
    "r": gettext_noop("red"),
    "y": gettext_noop("yellow"),
    "g": gettext_noop("green"),
    "w": gettext_noop("white"),
}
FOURSAC_LETTERS: Final = tuple(
    dict(zip("KGMRCN", "ABCXYZ", strict=True)).get(name[0])
    or dict(zip(COLOURS, "ESNW", strict=True))[name[1]]
    for name in CARD_NAMES
)
"""The letter of each card in 4sac's own texts: of its rank, of a pawn that of its colour (the rulebook's beginning)."""

_SET_NAMES: Final = {
    SetKind.KING: gettext_noop("single king"),
    SetKind.PAIR: gettext_noop("pair"),
    SetKind.KHAP: gettext_noop("khạp"),
    SetKind.TRIPLE: gettext_noop("triple"),
    SetKind.QUAN: gettext_noop("quan"),
    SetKind.KHUI: gettext_noop("khui"),
    SetKind.KGM: gettext_noop("king, guard, minister"),
    SetKind.RCN: gettext_noop("rook, cannon, knight"),
    SetKind.PAWNS3: gettext_noop("three pawns"),
    SetKind.PAWNS4: gettext_noop("four pawns"),
}
_IDENTICAL: Final = {
    SetKind.KING,
    SetKind.PAIR,
    SetKind.KHAP,
    SetKind.TRIPLE,
    SetKind.QUAN,
    SetKind.KHUI,
}
_ONE_COLOUR: Final = {SetKind.KGM, SetKind.RCN}


class CardPrint(NamedTuple):
    """The texts printed on a card in one language, beside its character (§12)."""

    word: str
    """The rank in full, ``Rook`` or ``Xe``."""
    short: str
    """The rank in so few letters that a small card holds it, ``Rk`` or ``Xe``; never the letter of a colour."""


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _word(rank: str) -> str:
    """Return the full word of a rank for printing on a card."""
    return {
        "K": pgettext("the word on a card", "King"),
        "G": pgettext("the word on a card", "Guard"),
        "M": pgettext("the word on a card", "Minister"),
        "R": pgettext("the word on a card", "Rook"),
        "C": pgettext("the word on a card", "Cannon"),
        "N": pgettext("the word on a card", "Knight"),
        "P": pgettext("the word on a card", "Pawn"),
    }[rank]


def colour_letter(colour: str) -> str:
    """Return the letter that stands for a colour in the active language, such as ``R`` for red."""
    return {
        "r": pgettext("letter of the colour red", "R"),
        "y": pgettext("letter of the colour yellow", "Y"),
        "g": pgettext("letter of the colour green", "G"),
        "w": pgettext("letter of the colour white", "W"),
    }[colour]


def _short(rank: str) -> str:
    """Return the abbreviation of a rank for a small card."""
    return {
        "K": pgettext("king on a small card", "K"),
        "G": pgettext("guard on a small card", "Gd"),
        "M": pgettext("minister on a small card", "M"),
        "R": pgettext("rook on a small card", "Rk"),
        "C": pgettext("cannon on a small card", "C"),
        "N": pgettext("knight on a small card", "N"),
        "P": pgettext("pawn on a small card", "P"),
    }[rank]


def card_name(card: Card) -> str:
    """Return the card in the language of the page: ``red rook``, ``Xe đỏ`` (§12)."""
    return _card_name(card, get_language())


@lru_cache(maxsize=512)
def _card_name(card: Card, _language: str | None) -> str:
    return pgettext("a card by its colour and rank", "%(colour)s %(rank)s") % {
        "colour": gettext(_COLOURS[colour_of(card)]),
        "rank": gettext(_RANKS[rank_of(card)]),
    }


def card_print(card: Card) -> CardPrint:
    """Return what is printed on ``card`` in the active language (§12)."""
    return CardPrint(_word(rank_of(card)), _short(rank_of(card)))


def alike_name(letter: str) -> str:
    """Return the name of a rank or colour that cards share: ``King``, ``Red`` (§1.1). `letter` is its letter."""
    return _alike_name(letter, get_language())


@lru_cache(maxsize=128)
def _alike_name(letter: str, _language: str | None) -> str:
    return _capital(gettext({**_RANKS, **_COLOURS}[letter]))


def cards_words(cards: Iterable[Card]) -> str:
    """Return several cards in words, with commas: ``red rook, green pawn``."""
    return listed(card_name(one) for one in cards)


def set_name(kind: SetKind | str) -> str:
    """Return the kind of a set in words: ``Khạp``, ``Rook, cannon, knight`` (§2, §12)."""
    return _set_name(SetKind(kind), get_language())


@lru_cache(maxsize=128)
def _set_name(kind: SetKind, _language: str | None) -> str:
    return _capital(gettext(_SET_NAMES[kind]))


def set_caption(cardset: CardSet, rules: RuleSet | None) -> str:
    """Return the name of a set to show beside its points.

    If a pair of kings has points of its own, it is called "pair of kings".
    """
    kind = SetKind(cardset.kind)
    apart = rules is not None and rules.king_pair != rules.pair
    if kind is SetKind.PAIR and apart and is_king(cardset.cards[0]):
        return _capital(gettext("pair of kings"))
    return set_name(kind)


def set_words(cardset: CardSet) -> str:
    """Return a set in words: ``Khạp: red rook``, ``Three pawns: red, green, white``."""
    kind = SetKind(cardset.kind)
    if kind in _IDENTICAL:
        which = card_name(cardset.cards[0])
    elif kind in _ONE_COLOUR:
        which = gettext(_COLOURS[colour_of(cardset.cards[0])])
    else:
        which = listed(gettext(_COLOURS[colour_of(one)]) for one in cardset.cards)
    return pgettext("a set and what it is of", "%(set)s: %(cards)s") % {
        "set": set_name(kind),
        "cards": which,
    }


def points_words(points: int) -> str:
    """Return points in words: ``1 point``, ``8 points``."""
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}
