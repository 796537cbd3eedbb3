"""Cards and sets on a page and in words: ``{% load cards %}`` (§1.1, §2, §12).

Every text goes through gettext; markup of a card depends on nothing but the card and the
language, so each is rendered once a process.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import (
    get_language,
    gettext,
    gettext_noop,
    ngettext,
    override,
    pgettext,
)

from games.engine.cards import CARD_NAMES, Card, colour_of, rank_of
from games.engine.sets import POINTS, CardSet, SetKind

register = template.Library()

SIZES: Final = ("s", "m", "l", "xl")
"""Small: dead cards and other seats. Medium: sets. Large: the own hand. Extra: the active card."""

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
_VIETNAMESE_RANKS: Final = {
    "K": "Tướng",
    "G": "Sĩ",
    "M": "Tượng",
    "R": "Xe",
    "C": "Pháo",
    "N": "Mã",
    "P": "Tốt",
}
_VIETNAMESE_COLOURS: Final = {"r": "đỏ", "y": "vàng", "g": "xanh", "w": "trắng"}
# Printed on the card as the Chinese face is, and like it the same in every language.
_MARKS: Final = {"r": "Đ", "y": "V", "g": "X", "w": "T"}

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


class CardFace(NamedTuple):
    """What is printed on a card, in one language (§12)."""

    notation: str
    """Rank then colour, ``Rr``."""
    face: str
    """Id of the drawing in ``cards/cards.svg``: rank, then ``old`` or ``plain``."""
    colour: str
    """Colour letter, one of ``rygw``."""
    mark: str
    """The letter that names the colour without colour: Đ, V, X or T."""
    word: str
    """The rank in full, ``Rook`` or ``Xe``."""
    short: str
    """The rank for a narrow card, ``R`` or ``Xe``."""
    label: str
    """The accessible name, ``Xe đỏ (red rook)``."""


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _short(rank: str) -> str:
    """The rank in so few letters that a small card holds it."""
    return {
        "K": pgettext("king on a small card", "K"),
        "G": pgettext("guard on a small card", "G"),
        "M": pgettext("minister on a small card", "M"),
        "R": pgettext("rook on a small card", "R"),
        "C": pgettext("cannon on a small card", "C"),
        "N": pgettext("knight on a small card", "N"),
        "P": pgettext("pawn on a small card", "P"),
    }[rank]


def vietnamese_name(card: Card) -> str:
    """The card's own name, ``Xe đỏ``, whatever the language of the page (§12)."""
    return f"{_VIETNAMESE_RANKS[rank_of(card)]} {_VIETNAMESE_COLOURS[colour_of(card)]}"


def card_name(card: Card) -> str:
    """The card in the language of the page: ``red rook``, ``Xe đỏ`` (§12)."""
    return pgettext("a card by its colour and rank", "%(colour)s %(rank)s") % {
        "colour": gettext(_COLOURS[colour_of(card)]),
        "rank": gettext(_RANKS[rank_of(card)]),
    }


def card_label(card: Card) -> str:
    """The card by both names, ``Xe đỏ (red rook)``; by one where they are the same (§12)."""
    own, translated = vietnamese_name(card), card_name(card)
    return own if translated.casefold() == own.casefold() else f"{own} ({translated})"


def card_face(card: Card) -> CardFace:
    """What is printed on ``card`` in the language now active (§12)."""
    rank, colour = rank_of(card), colour_of(card)
    return CardFace(
        notation=CARD_NAMES[card],
        face=f"{rank}-{'old' if colour in 'ry' else 'plain'}",
        colour=colour,
        mark=_MARKS[colour],
        word=_capital(gettext(_RANKS[rank])),
        short=_short(rank),
        label=card_label(card),
    )


@lru_cache(maxsize=2048)
def _markup(card: Card, size: str, plain: bool, language: str | None) -> SafeString:
    """One card's markup. ``plain`` leaves out its accessible name, for a set that has one."""
    with override(language):
        html = render_to_string(
            "games/_card.html", {"card": card_face(card), "size": size, "plain": plain}
        )
    return SafeString(html.strip())


@lru_cache(maxsize=4096)
def _set_markup(
    kind: SetKind,
    cards: tuple[Card, ...],
    size: str,
    worth: int | None,
    caption: bool,
    language: str | None,
) -> SafeString:
    """One set's markup; its cards are silent, for the set has a name of its own."""
    with override(language):
        words = set_words(CardSet(kind, cards))
        html = render_to_string(
            "games/_set.html",
            {
                "kind": kind.value,
                "name": set_name(kind),
                "label": words if worth is None else f"{words}, {points_words(worth)}",
                "points": worth,
                "markup": [_markup(one, size, True, language) for one in cards],
                "size": size,
                "caption": caption,
            },
        )
    return SafeString(html.strip())


@lru_cache(maxsize=64)
def _back(size: str, language: str | None) -> SafeString:
    with override(language):
        html = render_to_string("games/_cardback.html", {"size": size})
    return SafeString(html.strip())


def _checked_size(size: str) -> str:
    if size not in SIZES:
        raise ValueError(f"A card's size is one of {', '.join(SIZES)}, not {size!r}.")
    return size


@register.simple_tag
def card(card: Card, size: str = "m") -> SafeString:
    """One card, face up: ``{% card c size="l" %}``."""
    return _markup(card, _checked_size(size), False, get_language())


@register.simple_tag
def cardback(size: str = "s") -> SafeString:
    """One card, face down: ``{% cardback size="s" %}``."""
    return _back(_checked_size(size), get_language())


@register.simple_tag
def cards(cards: Iterable[Card], size: str = "m", *, fan: bool = False) -> SafeString:
    """Cards in a list, one after the other: ``{% cards dead size="s" %}``; ``fan`` overlaps them."""
    language = get_language()
    items = format_html_join(
        "",
        "<li>{}</li>",
        ((_markup(one, _checked_size(size), False, language),) for one in cards),
    )
    return format_html('<ul class="cards{}">{}</ul>', " cards--fan" if fan else "", items)


@register.simple_tag
def cardchoice(
    card: Card,
    name: str = "card",
    *,
    value: str | None = None,
    kind: str = "radio",
    size: str = "l",
    form: str = "",
    checked: bool = False,
    disabled: bool = False,
) -> SafeString:
    """A card to choose, a label with its own input: ``{% cardchoice c name="card" %}``.

    ``value`` is the card's notation unless given; ``kind`` is ``radio`` or ``checkbox``;
    ``form`` is the id of a form elsewhere on the page.
    """
    return _choice_markup(
        card,
        name,
        CARD_NAMES[card] if value is None else value,
        "checkbox" if kind == "checkbox" else "radio",
        _checked_size(size),
        form,
        checked,
        disabled,
        get_language(),
    )


@lru_cache(maxsize=4096)
def _choice_markup(
    card: Card,
    name: str,
    value: str,
    kind: str,
    size: str,
    form: str,
    checked: bool,
    disabled: bool,
    language: str | None,
) -> SafeString:
    with override(language):
        html = render_to_string(
            "games/_cardchoice.html",
            {
                "markup": _markup(card, size, False, language),
                "name": name,
                "value": value,
                "kind": kind,
                "form": form,
                "checked": checked,
                "disabled": disabled,
            },
        )
    return SafeString(html.strip())


@register.simple_tag
def cardset(
    cardset: CardSet,
    size: str = "m",
    *,
    exposed_triple: int | None = None,
    caption: bool = True,
) -> SafeString:
    """One set with its name and points: ``{% cardset s exposed_triple=rules.exposed_triple %}``.

    Without ``exposed_triple`` a triple made with the active card shows no points, for the
    rule sets value it differently (§2.4). ``caption=False`` keeps them for screen readers only.
    """
    kind = SetKind(cardset.kind)
    worth = exposed_triple if kind is SetKind.TRIPLE else POINTS[kind]
    return _set_markup(
        kind, tuple(cardset.cards), _checked_size(size), worth, caption, get_language()
    )


@register.filter
def card_words(card: Card) -> str:
    """One card in words: ``red rook``."""
    return card_name(card)


@register.filter
def cards_words(cards: Iterable[Card]) -> str:
    """Several cards in words, with commas: ``red rook, green pawn``."""
    return ", ".join(card_name(one) for one in cards)


@register.filter
def card_notation(card: Card) -> str:
    """The card as forms and records write it: ``Rr``."""
    return CARD_NAMES[card]


@register.filter
def set_name(kind: SetKind | str) -> str:
    """The kind of a set in words: ``Khạp``, ``Rook, cannon, knight`` (§2, §12)."""
    return _capital(gettext(_SET_NAMES[SetKind(kind)]))


@register.filter
def set_words(cardset: CardSet) -> str:
    """A set in words: ``Khạp: red rook``, ``Three pawns: red, green, white``."""
    kind = SetKind(cardset.kind)
    if kind in _IDENTICAL:
        which = card_name(cardset.cards[0])
    elif kind in _ONE_COLOUR:
        which = gettext(_COLOURS[colour_of(cardset.cards[0])])
    else:
        which = ", ".join(gettext(_COLOURS[colour_of(one)]) for one in cardset.cards)
    return pgettext("a set and what it is of", "%(set)s: %(cards)s") % {
        "set": set_name(kind),
        "cards": which,
    }


@register.filter
def points_words(points: int) -> str:
    """Points in words: ``1 point``, ``8 points``."""
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}
