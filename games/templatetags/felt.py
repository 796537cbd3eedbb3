"""Parts of the table that are drawn card by card: ``{% load felt %}``; a loop in the template takes far longer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.cards import CARD_NAMES, Card
from games.engine.sets import CardSet
from games.presenters.choices import HandGroup, HeldCard, Row
from games.presenters.table import SeatBox
from games.templatetags.cards import card, cards, cardset

register = template.Library()


_SECTION = re.compile(r"§(\d+)\.(\d+)")


@register.filter
def sections(words: str) -> SafeString:
    """Words of which each § leads to its rule: to its place in the rulebook, with scripts to a sheet over the page."""
    return _linked(conditional_escape(words))


@lru_cache(maxsize=4096)
def _linked(html: str) -> SafeString:
    return SafeString(_SECTION.sub(_link, html))


def _link(found: re.Match[str]) -> str:
    return f"{rule_link(found[1], found[2])}>{found[0]}</a>"


def rule_link(chapter: str, section: str) -> str:
    """How a link to a section begins: to its place in the book, with scripts to a sheet over the page."""
    return (
        f'<a class="rule" href="{reverse("rulebook")}#s{chapter}-{section}" '
        f'data-rule="{reverse("rule", args=(chapter, section))}"'
    )


@register.simple_tag
def since(told: tuple[str, ...]) -> SafeString:
    """What happened meanwhile, the newest in bold: ``{% since felt.since %}``."""
    *before, last = told or ("",)
    return format_html("<span>{}</span> <b>{}</b>", sections(" ".join(before)), sections(last))


@register.simple_tag
def seat(box: SeatBox, dealt: bool, triple: int) -> SafeString:
    """What a seat shows, made once for as long as it stays the same: ``{% seat box felt.dealt triple %}``."""
    # Where it lies for whom makes no difference but for the own hand: what is drawn for one serves all others.
    return _seat(
        box._replace(place="own" if box.place == "own" else ""), dealt, triple, get_language()
    )


@lru_cache(maxsize=1024)
def _seat(box: SeatBox, dealt: bool, triple: int, _language: str | None) -> SafeString:
    html = render_to_string("games/_seat.html", {"box": box, "dealt": dealt, "triple": triple})
    return SafeString(html.strip())


@register.simple_tag
def laid(sets: tuple[CardSet, ...], triple: int, won_with: CardSet | None = None) -> SafeString:
    """The sets before a seat, each an item of a list: ``{% laid box.sets triple box.won_with %}``."""
    return _laid(sets, triple, won_with, get_language())


@lru_cache(maxsize=2048)
def _laid(
    sets: tuple[CardSet, ...], triple: int, won_with: CardSet | None, _language: str | None
) -> SafeString:
    won = ' class="is-won"'
    return SafeString(
        "".join(
            f"<li{won if made == won_with else ''}>"
            f"{cardset(made, size='s', exposed_triple=triple, caption=False)}</li>"
            for made in sets
        )
    )


@register.simple_tag
def dead(lying: tuple[Card, ...]) -> SafeString:
    """The dead cards in the order in which they died: ``{% dead view.dead %}``."""
    return _dead(lying, get_language())


@lru_cache(maxsize=512)
def _dead(lying: tuple[Card, ...], _language: str | None) -> SafeString:
    return cards(lying, "s")


@register.simple_tag
def hand(rows: Iterable[Row]) -> SafeString:
    """The own hand, each card a label with its own tick: ``{% hand felt.rows %}``."""
    language = get_language()
    return SafeString(
        "".join(
            '<div class="hand__row">' + "".join(_group(group, language) for group in row) + "</div>"
            for row in rows
        )
    )


@lru_cache(maxsize=4096)
def _group(group: HandGroup, language: str | None) -> str:
    cards = "".join(_held(held, language) for held in group.cards)
    return format_html(
        '<div class="hand__group" data-look="{}" role="group" aria-label="{}">{}</div>',
        group.look,
        group.title,
        SafeString(cards),
    )


@lru_cache(maxsize=8192)
def _held(held: HeldCard, _language: str | None) -> SafeString:
    name = CARD_NAMES[held.card]
    return format_html(
        '<label class="held" data-card="{name}"{trash}{verdict}{warning}>'
        '<input type="checkbox" name="cards" value="{name}" form="moves" id="held-{place}"{checked}>'
        "{card}{mark}</label>",
        name=name,
        place=held.place,
        trash=SafeString(" data-trash") if held.trash else "",
        verdict=format_html(' data-verdict="{}"', held.verdict) if held.verdict else "",
        checked=SafeString(" checked") if held.checked else "",
        card=card(held.card, "l"),
        warning=format_html(' data-warning="{}"', held.warning) if held.warning else "",
        mark=format_html(
            '<small class="held__mark" title="{}" aria-hidden="true"></small>'
            '<span class="visually-hidden">, {}</span>',
            held.mark,
            held.said,
        )
        if held.mark
        else "",
    )
