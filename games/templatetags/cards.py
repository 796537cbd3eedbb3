"""Draws cards and sets on a page: ``{% load cards %}``. Their words come from `games.presenters.cards` (§12).

A card's markup depends only on the card and the language, so each is rendered once per process.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import (
    get_language,
    override,
)

from games.common.joints import listed
from games.engine.cards import CARD_BY_NAME, CARD_NAMES, RANKS, Card, colour_of
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, SetKind, points_of, usual_points
from games.presenters.cards import (
    alike_name,
    card_name,
    cards_words,
    points_words,
    set_caption,
    set_name,
    set_words,
)
from games.presenters.sentences import rules_name

register = template.Library()

SIZES: Final = ("s", "m", "l", "xl")
"""Small: dead cards and other seats. Medium: sets. Large: the own hand. Extra: the active card."""


@lru_cache(maxsize=2048)
def _markup(card: Card, size: str, plain: bool, language: str | None) -> SafeString:
    """Return a card's markup. ``plain`` leaves out its accessible name, for a card within something that has one.

    The page decides which face it shows (`data-face` and `data-letters`, css/cards.css).
    """
    with override(language):
        name = (
            SafeString('aria-hidden="true"')
            if plain
            else format_html('role="img" aria-label="{}"', card_name(card))
        )
    return format_html(
        '<svg class="card card--{} card--{}" {}><use href="{}#{}"/></svg>',
        colour_of(card),
        size,
        name,
        static("cards/cards.svg"),
        CARD_NAMES[card],
    )


@lru_cache(maxsize=4096)
def _set_markup(
    kind: SetKind,
    name: str,
    cards: tuple[Card, ...],
    size: str,
    worth: int | None,
    caption: bool,
    language: str | None,
) -> SafeString:
    """Return a set's markup. Only the set has an accessible name, not each card."""
    with override(language):
        words = set_words(CardSet(kind, cards))
        html = render_to_string(
            "games/_set.html",
            {
                "kind": kind.value,
                "name": name,
                "label": words if worth is None else listed((words, points_words(worth))),
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


@lru_cache(maxsize=8)
def _colourkey(language: str | None) -> SafeString:
    with override(language):
        return SafeString(render_to_string("games/_colourkey.html").strip())


def _checked_size(size: str) -> str:
    if size not in SIZES:
        raise ValueError(f"A card's size is one of {', '.join(SIZES)}, not {size!r}.")
    return size


@register.simple_tag
def card(card: Card, size: str = "m", *, silent: bool = False) -> SafeString:
    """Return one card, face up: ``{% card c size="l" %}``. Use `silent` where its name is written beside it."""
    return _markup(card, _checked_size(size), silent, get_language())


def picture(card: Card) -> SafeString:
    """Return a card without an accessible name, for places that name several cards together."""
    return _markup(card, "m", True, None)


@register.simple_tag
def cardback(size: str = "s") -> SafeString:
    """Return one card, face down: ``{% cardback size="s" %}``."""
    return _back(_checked_size(size), get_language())


@register.simple_tag
def colourkey() -> SafeString:
    """Return the legend of the colour signs: ``{% colourkey %}``."""
    return _colourkey(get_language())


@register.simple_tag
def rankkey() -> SafeString:
    """Return the legend of the seven ranks, with the characters of red and of white: ``{% rankkey %}``."""
    return _rankkey(get_language())


@lru_cache(maxsize=8)
def _rankkey(_language: str | None) -> SafeString:
    rows = (
        (picture(CARD_BY_NAME[f"{rank}r"]), picture(CARD_BY_NAME[f"{rank}w"]), alike_name(rank))
        for rank in RANKS
    )
    shown = format_html_join("", "<li>{}{} {}</li>", rows)
    return format_html('<ul class="colour-key rank-key">{}</ul>', shown)


@register.simple_tag
def example_cards() -> SafeString:
    """Return a card of each colour, to show what a preference does: ``{% example_cards %}``."""
    shown = (CARD_BY_NAME[name] for name in ("Kr", "Ry", "Ng", "Pw"))
    language = get_language()
    return format_html(
        '<span class="cards" aria-hidden="true">{}</span>',
        SafeString("".join(_markup(one, "l", True, language) for one in shown)),
    )


@register.simple_tag
def cards(cards: Iterable[Card], size: str = "m", *, fan: bool = False) -> SafeString:
    """Return cards as a list: ``{% cards dead size="s" %}``; ``fan`` overlaps them."""
    return _list(tuple(cards), _checked_size(size), fan, get_language())


@lru_cache(maxsize=2048)
def _list(cards: tuple[Card, ...], size: str, fan: bool, language: str | None) -> SafeString:
    items = format_html_join(
        "", "<li>{}</li>", ((_markup(one, size, False, language),) for one in cards)
    )
    return format_html('<ul class="cards{}">{}</ul>', " cards--fan" if fan else "", items)


@register.simple_tag
def cardsets(
    sets: Iterable[CardSet], size: str = "m", *, rules: RuleSet | None = None, group: str = ""
) -> SafeString:
    """Return sets as ``cardset`` draws them.

    Each is in a block with the class `group`, or without `group` in a list item.
    """
    opening = format_html('<div class="{}">', group) if group else SafeString("<li>")
    closing = SafeString("</div>" if group else "</li>")
    return SafeString(
        "".join([opening + cardset(one, size, rules=rules) + closing for one in sets])
    )


@register.simple_tag
def cardset(
    cardset: CardSet,
    size: str = "m",
    *,
    rules: RuleSet | None = None,
    caption: bool = True,
) -> SafeString:
    """Return one set with its name and points: ``{% cardset s rules=felt.rules %}``.

    Without ``rules`` a triple made with the active card shows no points, because presets value it differently (§2.4).
    ``caption=False`` keeps name and points for screen readers only.
    """
    kind = SetKind(cardset.kind)
    worth = usual_points(kind) if rules is None else points_of(cardset, rules)
    name, cards = set_caption(cardset, rules), tuple(cardset.cards)
    return _set_markup(kind, name, cards, _checked_size(size), worth, caption, get_language())


register.filter("rules_name", rules_name)
register.filter("card_words", card_name)
register.filter("card_code", lambda card: CARD_NAMES[card])
register.filter("cards_words", cards_words)
register.filter("set_name", set_name)
register.filter("set_words", set_words)
register.filter("points_words", points_words)
