"""A picture of one step of a replay: an SVG that stands alone, of what the page of the same step shows and no more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from django.conf import settings
from django.utils.translation import gettext as _

from games.engine.cards import CARD_NAMES, Card
from games.engine.sets import CardSet
from games.presenters.cards import card_name, cards_words, colour_letter, listed
from replays.presenters.replay import SeatBox, Shown

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Pixels: the shape that messengers show whole."""

_SPRITE: Final = Path(settings.BASE_DIR) / "tusac_site" / "static" / "cards" / "cards.svg"
_FACES: Final = {
    "r": ("#a81a12", "#fffaf0", "#5e0b07"),
    "y": ("#f7c934", "#2a1c00", "#7d5c00"),
    "g": ("#0d6340", "#fffaf0", "#053722"),
    "w": ("#fffdf6", "#1c1815", "#5d5347"),
}
"""Of each colour the field, the print and the edge, as in css/cards.css."""
_WIDE, _TALL = 40.0, 84.0
"""A card's strip, of which the upper part is drawn."""
_SMALL: Final = 0.8
_STEP: Final = 26
"""From one small card to the next of its set."""
_GAP: Final = 14
"""From the last card of a set to the first of the next."""
_MARGIN, _TOP = 24, 176
"""What the seats keep free at the sides, and above for the middle of the table."""
_SEAT: Final = ((WIDTH - 3 * _MARGIN) / 2, (HEIGHT - _TOP - 2 * _MARGIN + 8) / 2)


def picture(step: Shown, title: str) -> str:
    """The picture of this step, with its words for who does not see it."""
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d" '
        'font-family="Noto Sans, DejaVu Sans, Arial, sans-serif">',
        f'<title id="t">{_text(title)}</title><desc id="d">{_text(" ".join(_words(step)))}</desc>',
        f"<defs>{''.join(_symbol(card) for card in sorted(_cards(step)))}{_BACK}</defs>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf6ec"/>',
        *_middle(step, title),
    ]
    for place, box in enumerate(step.seats):
        across, down = place % 2, place // 2
        drawn += _seat(
            box,
            _MARGIN + across * (_SEAT[0] + _MARGIN),
            _TOP + down * (_SEAT[1] + _MARGIN - 8),
        )
    return "".join([*drawn, "</svg>"])


def _words(step: Shown) -> Iterable[str]:
    yield step.words
    if step.frame.active is not None:
        yield _("Active card:") + f" {card_name(step.frame.active.card)}."
    if step.frame.dead:
        yield _("Dead cards") + f": {cards_words(step.frame.dead)}."
    for box in step.seats:
        seat = box.open
        told = [f"{seat.count} " + _("in hand")]
        told += [cards_words(made.cards) for made in seat.public]
        yield f"{box.name} ({box.wind}): {listed(told)}."
        if not seat.shut:
            held = [
                *seat.trash,
                *(card for made in (*seat.khaps, *seat.sets) for card in made.cards),
            ]
            yield cards_words(held) + "."


def _cards(step: Shown) -> set[Card]:
    found = set(step.frame.dead)
    if step.frame.active is not None:
        found.add(step.frame.active.card)
    for box in step.seats:
        found.update(box.open.trash)
        for made in (*box.open.public, *box.open.khaps, *box.open.sets):
            found.update(made.cards)
    return found


def _middle(step: Shown, title: str) -> Iterable[str]:
    yield _line(_MARGIN, 38, 24, title, weight=700)
    active = step.frame.active
    if active is not None:
        yield _card(active.card, _MARGIN, 56, 1.3)
    yield _line(_MARGIN + 76, 84, 22, step.words, weight=700, most=WIDTH - 330)
    stock = f"{step.frame.stock} " + _("in stock")
    yield f'<use href="#back" transform="translate({WIDTH - 200} 24) scale(.62)"/>'
    yield _line(WIDTH - 164, 58, 20, stock, most=150)
    yield _line(_MARGIN + 76, 124, 17, _("Dead cards"), most=130)
    # All that died is shown; the more there are the closer they lie.
    room = WIDTH - 2 * _MARGIN - 250
    step_by = min(_STEP + 8.0, room / max(1, len(step.frame.dead)))
    for place, card in enumerate(step.frame.dead):
        yield _card(card, _MARGIN + 216 + place * step_by, 98, _SMALL)


def _seat(box: SeatBox, left: float, top: float) -> Iterable[str]:
    seat = box.open
    edge, wide = ("#1d3f7d", 4) if seat.to_play else ("#d8cbb2", 1.5)
    yield (
        f'<rect x="{left}" y="{top}" width="{_SEAT[0]}" height="{_SEAT[1]}" rx="10" fill="#fffdf7" '
        f'stroke="{edge}" stroke-width="{wide}"/>'
    )
    state = ""
    if seat.won:
        state = " · " + _("won")
    elif seat.penalised:
        state = " · " + _("pays for all")
    elif seat.to_play:
        state = " · " + _("to play")
    yield _line(left + 14, top + 28, 20, f"{box.name} · {box.wind}{state}", weight=700, most=400)
    count = f"{seat.count} " + _("in hand")
    yield _line(left + _SEAT[0] - 14, top + 28, 17, count, anchor="end", most=140)
    yield from _sets(seat.public, left + 14, top + 40)
    down = top + 40 + 77
    yield (
        f'<path d="M{left + 14} {down - 5}H{left + _SEAT[0] - 14}" stroke="#b9a98a" stroke-dasharray="4 4"/>'
    )
    if seat.shut:
        for place in range(seat.count):
            yield f'<use href="#back" transform="translate({left + 14 + place * _STEP:g} {down:g}) scale({_SMALL})"/>'
        return
    held = [
        *([seat.trash] if seat.trash else []),
        *(made.cards for made in (*seat.khaps, *seat.sets)),
    ]
    yield from _groups(held, left + 14, down)


def _sets(made: Sequence[CardSet], left: float, top: float) -> Iterable[str]:
    return _groups([one.cards for one in made], left, top)


def _groups(groups: Sequence[Sequence[Card]], left: float, top: float) -> Iterable[str]:
    """Cards in groups on one line, drawn together where there are many."""
    card_width = _WIDE * _SMALL
    natural = sum((len(one) - 1) * _STEP + card_width + _GAP for one in groups)
    closer = min(1.0, (_SEAT[0] - 28) / natural) if natural else 1.0
    at = left
    for cards in groups:
        for place, card in enumerate(cards):
            yield _card(card, at + place * _STEP * closer, top, _SMALL)
        at += ((len(cards) - 1) * _STEP + card_width + _GAP) * closer


def _card(card: Card, left: float, top: float, scale: float) -> str:
    return f'<use href="#{CARD_NAMES[card]}" transform="translate({left:.1f} {top:.1f}) scale({scale})"/>'


def _line(
    left: float,
    base: float,
    size: float,
    words: str,
    *,
    weight: int = 400,
    most: float = WIDTH - 300.0,
    anchor: str = "start",
) -> str:
    """A line of text; what is longer than there is room for, by a wide letter's measure, is cut with dots."""
    letters = int(most / (size * 0.56))
    shown = words if len(words) <= letters else words[: letters - 1] + "…"
    return (
        f'<text x="{left:g}" y="{base:g}" font-size="{size:g}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="#1c1815">{_text(shown)}</text>'
    )


def _text(words: str) -> str:
    # XML has no other control characters, not even as references.
    return escape("".join(letter for letter in words if letter >= " "))


def _symbol(card: Card) -> str:
    """A card as the site prints it: its character, and the sign of its colour with that colour's letter."""
    rank, colour = tuple(CARD_NAMES[card])
    field, ink, edge = _FACES[colour]
    outlines, signs = _printed()
    outline = outlines[f"{rank}-old" if colour in "ry" else f"{rank}-plain"]
    letter_at = 75.5 if colour == "g" else 72
    return (
        f'<g id="{rank}{colour}"><rect x=".75" y=".75" width="{_WIDE - 1.5}" height="{_TALL - 1.5}" rx="5" '
        f'fill="{field}" stroke="{edge}" stroke-width="1.5"/>'
        f'<path transform="translate(2 4) scale(.036)" fill="{ink}" '
        f'd="{outline}"/>'
        f'<g fill="{ink}">{signs[colour]}</g><text x="20" y="{letter_at:g}" font-size="11" font-weight="700" '
        f'text-anchor="middle" fill="{field}">{_text(colour_letter(colour))}</text></g>'
    )


@lru_cache(maxsize=1)
def _printed() -> tuple[dict[str, str], dict[str, str]]:
    """The outlines of the characters and the shapes of the signs, from the site's own sprite."""
    sprite = _SPRITE.read_text(encoding="utf-8")
    outlines = dict(re.findall(r'id="(\w-(?:old|plain))"[^>]*? d="([^"]+)"', sprite))
    signs = dict(re.findall(r'<g id="([rygw])" fill="currentColor">(<[^>]+/>)', sprite))
    return outlines, signs


_BACK: Final = (
    f'<g id="back"><rect x=".75" y=".75" width="{_WIDE - 1.5}" height="{_TALL - 1.5}" rx="5" fill="#6d1c16" '
    f'stroke="#3f0d09" stroke-width="1.5"/><path d="M6 6H{_WIDE - 6}V{_TALL - 6}H6z" fill="none" '
    'stroke="#f0cfa8" stroke-width="1.5"/></g>'
)
"""A card face down."""
