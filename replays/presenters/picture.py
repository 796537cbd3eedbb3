"""Draws one step of a replay as a self-contained SVG, which shows exactly what the step's page shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from django.conf import settings
from django.utils.translation import gettext as _

from games.common.dialect import page_language
from games.common.joints import listed
from games.engine.cards import CARD_NAMES, Card
from games.engine.rules import RuleSet
from games.engine.sets import CardSet, points_of
from games.presenters.cards import card_name, cards_words, colour_letter, set_caption, set_words
from replays.presenters.lettering import fitted, width
from replays.presenters.replay import ReplaySeat, ShownReplay

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
_CARD: Final = _WIDE * _SMALL
_STEP: Final = _CARD + 2
"""From one small card to the next of its set, where there is room."""
_GAPS: Final = (14.0, 6.0)
"""From the last card of a set to the first of the next, and what is left of that before cards lie over one another."""
_SIZES: Final = (1.6, 1.2, 0.8)
"""The sizes of a card in the picture of a hand: the first at which all sets have room."""
_CAPTION: Final = 190.0
"""The widest caption of a set there."""
_ROW: Final = 72
"""From one row of cards to the next."""
_MARGIN, _TOP = 24, 176
"""What the seats keep free at the sides, and above for the middle of the table."""
_BETWEEN: Final = 16
"""What lies between two rows of seats."""
_TALL_SEAT: Final = (HEIGHT - _TOP - _MARGIN - _BETWEEN) / 2


class WonHand(NamedTuple):
    """A winning hand, with what its picture needs."""

    club: str
    title: str
    """The deal's name."""
    words: str
    """Who won, and with whose card."""
    net: str
    """What the winner wins in all, with its sign."""
    rare: str
    sets: Sequence[CardSet]
    rules: RuleSet


def picture(step: ShownReplay, title: str) -> str:
    """Return the picture of this step, with a text description."""
    drawn = [*_opening(title, " ".join(_words(step)), _cards(step)), *_middle(step, title)]
    # Two seats have a whole line each.
    columns = 1 if len(step.seats) == 2 else 2
    wide = (WIDTH - (columns + 1) * _MARGIN) / columns
    for place, box in enumerate(step.seats):
        down, across = divmod(place, columns)
        left = _MARGIN + across * (wide + _MARGIN)
        drawn += _seat(box, left, _TOP + down * (_TALL_SEAT + _BETWEEN), wide)
    return "".join([*drawn, "</svg>"])


def hand_picture(hand: WonHand) -> str:
    """Return the picture of a winning hand: its sets with their points, the sum, and the club's name."""
    cards = {card for made in hand.sets for card in made.cards}
    told = listed(set_words(made) for made in hand.sets)
    drawn = [*_opening(hand.title, f"{hand.words} {hand.net}. {told}.", cards)]
    right = WIDTH - _MARGIN
    drawn.append(_line(_MARGIN, 44, 22, hand.title, most=700))
    drawn.append(_line(right, 44, 22, hand.club, bold=True, most=400, anchor="end"))
    cut = right - width(hand.net, 72, bold=True) - 30
    drawn.append(_line(right, 122, 72, hand.net, bold=True, anchor="end"))
    drawn.append(_line(_MARGIN, 100, 34, hand.words, bold=True, most=cut - _MARGIN))
    drawn.append(_line(_MARGIN, 142, 24, hand.rare, most=cut - _MARGIN))
    size, laid = next((size, laid) for size in _SIZES if (laid := _laid(hand, size)))
    for made, caption, left, top, room in laid:
        base = top + _TALL * size
        drawn += [
            _card(card, left + at * (_WIDE * size + 2), top, size)
            for at, card in enumerate(made.cards)
        ]
        drawn.append(_line(left, base + 22, 17, caption, most=room))
    return "".join([*drawn, "</svg>"])


def _laid(hand: WonHand, size: float) -> list[tuple[CardSet, str, float, float, float]] | None:
    """Return each set of the hand with its caption, its position and its width; None if they don't fit at
    this size.
    """
    placed = []
    left, top = float(_MARGIN), 176.0
    for made in hand.sets:
        caption = f"{set_caption(made, hand.rules)} · {points_of(made, hand.rules)}"
        wide = max(len(made.cards) * (_WIDE * size + 2), min(width(caption, 17), _CAPTION))
        if left + wide > WIDTH - _MARGIN:
            left, top = float(_MARGIN), top + _TALL * size + 44
        placed.append((made, caption, left, top, wide + 4))
        left += wide + 26
    fits = top + _TALL * size + 30 <= HEIGHT
    return placed if fits or size == _SIZES[-1] else None


def _opening(title: str, words: str, cards: set[Card]) -> Iterator[str]:
    """Yield the head of a picture: its title, its description, and the definitions of the cards it uses."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d" lang="{page_language()}" '
        'font-family="Noto Sans, DejaVu Sans, Arial, sans-serif">'
    )
    yield f'<title id="t">{_text(title)}</title><desc id="d">{_text(words)}</desc>'
    yield f"<defs>{''.join(_symbol(card) for card in sorted(cards))}{_BACK}</defs>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf6ec"/>'


def _words(step: ShownReplay) -> Iterator[str]:
    """Yield the position in sentences, as a screen reader reads it."""
    yield f"{step.where}. {step.words}"
    if step.frame.active is not None:
        yield _("Active card:") + f" {card_name(step.frame.active.card)}. {step.whence}"
    if step.frame.dead:
        yield _("Dead cards") + f": {cards_words(step.frame.dead)}."
    yield _in_stock(step) + "."
    for box in step.seats:
        seat = box.open
        yield f"{box.name}{_about(box)}: {_in_hand(box)}."
        if seat.public:
            sets = listed(cards_words(made.cards) for made in seat.public)
            yield _("On the table") + f": {sets}."
        if seat.trash:
            yield _("Trash (rác)") + f": {cards_words(seat.trash)}."
        held = [cards_words(made.cards) for made in (*seat.khaps, *seat.sets)]
        if held:
            yield _("In hand") + f": {'; '.join(held)}."


def _about(box: ReplaySeat) -> str:
    """Return the words that follow a seat's name: its wind, and whether it won, pays or is to play."""
    seat = box.open
    said = ["", box.wind]
    if seat.won:
        said.append(_("won"))
    elif seat.penalised:
        said.append(_("pays for all"))
    elif seat.to_play:
        said.append(_("to play"))
    return " · ".join(said)


def _in_hand(box: ReplaySeat) -> str:
    seat = box.open
    dots = "" if seat.dots is None else " · " + _("khạp:") + f" {seat.dots}"
    return f"{seat.count} " + _("in hand") + dots


def _in_stock(step: ShownReplay) -> str:
    return f"{step.frame.stock} " + _("in the stock")


def _cards(step: ShownReplay) -> set[Card]:
    found = set(step.frame.dead)
    if step.frame.active is not None:
        found.add(step.frame.active.card)
    for box in step.seats:
        found.update(box.open.trash)
        for made in (*box.open.public, *box.open.khaps, *box.open.sets):
            found.update(made.cards)
    return found


def _middle(step: ShownReplay, title: str) -> Iterator[str]:
    right = WIDTH - _MARGIN
    stock = _in_stock(step)
    yield _line(right, 38, 20, stock, anchor="end")
    cut = right - width(stock, 20) - 36
    yield f'<use href="#back" transform="translate({cut:.1f} 8) scale(.5)"/>'
    yield _line(_MARGIN, 38, 24, f"{title} · {step.where}", bold=True, most=cut - _MARGIN - 20)
    beside = _MARGIN + 76.0
    if step.frame.active is not None:
        yield _card(step.frame.active.card, _MARGIN, 56, 1.3)
    yield _line(beside, 84, 24, step.words, bold=True, most=right - beside)
    if not step.frame.dead:
        return
    title = _("Dead cards")
    yield _line(beside, 138, 17, title, most=200)
    beside += min(width(title, 17), 200) + 14
    # All discards are shown; the more there are the closer they lie.
    yield from _row([(one,) for one in step.frame.dead], beside, 98, right - beside, gaps=(2, 2))


def _seat(box: ReplaySeat, left: float, top: float, wide: float) -> Iterator[str]:
    seat = box.open
    edge, line = ("#1d3f7d", 4) if seat.to_play else ("#d8cbb2", 1.5)
    yield (
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{_TALL_SEAT:g}" rx="10" fill="#fffdf7" '
        f'stroke="{edge}" stroke-width="{line}"/>'
    )
    left, wide = left + 14, wide - 28
    count, about = _in_hand(box), _about(box)
    yield _line(left + wide, top + 29, 18, count, anchor="end")
    # A long name is cut; the words about the seat are not.
    room = wide - width(count, 18) - width(about, 21, bold=True) - 16
    name = fitted(box.name, 21, room, bold=True)
    yield _line(left, top + 29, 21, name + about, bold=True)
    down = top + 44
    public = [made.cards for made in seat.public]
    if public:
        yield from _row(public, left, down, wide)
        down += _ROW + 10
        yield f'<path d="M{left:g} {down - 7:g}h{wide:g}" stroke="#b9a98a" stroke-dasharray="4 4"/>'
    if seat.shut:
        apart = min(_STEP, (wide - _CARD) / max(1, seat.count - 1))
        for place in range(seat.count):
            yield f'<use href="#back" transform="translate({left + place * apart:.1f} {down:g}) scale({_SMALL})"/>'
        return
    held = [seat.trash] if seat.trash else []
    held += [made.cards for made in (*seat.khaps, *seat.sets)]
    for line_of in [held] if public else _broken(held, wide):
        yield from _row(line_of, left, down, wide)
        down += _ROW + 4


def _broken(groups: Sequence[Sequence[Card]], wide: float) -> list[Sequence[Sequence[Card]]]:
    """Return the groups of cards as one line if they fit, otherwise as two."""
    if _natural(groups, _STEP, _GAPS[0]) <= wide:
        return [groups]
    longer = [
        max(_natural(groups[:at], _STEP, _GAPS[0]), _natural(groups[at:], _STEP, _GAPS[0]))
        for at in range(1, len(groups))
    ]
    if not longer:
        return [groups]
    at = longer.index(min(longer)) + 1
    return [groups[:at], groups[at:]]


def _natural(groups: Sequence[Sequence[Card]], step: float, gap: float) -> float:
    return sum((len(one) - 1) * step + _CARD for one in groups) + (len(groups) - 1) * gap


def _row(
    groups: Sequence[Sequence[Card]],
    left: float,
    top: float,
    wide: float,
    *,
    gaps: tuple[float, float] = _GAPS,
) -> Iterator[str]:
    """Yield the groups of cards on one line.

    If space is short, first the gaps shrink, then the cards overlap.
    """
    step, (gap, least) = _STEP, gaps
    missing = _natural(groups, step, gap) - wide
    if missing > 0 and len(groups) > 1:
        gap = max(least, gap - missing / (len(groups) - 1))
    missing = _natural(groups, step, gap) - wide
    if missing > 0:
        cards = sum(len(one) for one in groups)
        # Single cards move closer too where nothing else helps.
        narrower = missing / max(1, cards - 1)
        step, gap = step - narrower, gap - narrower
    at = left
    for cards_of in groups:
        for place, card in enumerate(cards_of):
            yield _card(card, at + place * step, top, _SMALL)
        at += (len(cards_of) - 1) * step + _CARD + gap


def _card(card: Card, left: float, top: float, scale: float) -> str:
    return f'<use href="#{CARD_NAMES[card]}" transform="translate({left:.1f} {top:.1f}) scale({scale})"/>'


def _line(
    left: float,
    base: float,
    size: float,
    words: str,
    *,
    bold: bool = False,
    most: float = WIDTH,
    anchor: str = "start",
) -> str:
    """Return a line of text, cut with dots if it is too long."""
    return (
        f'<text x="{left:.1f}" y="{base:g}" font-size="{size:g}" font-weight="{700 if bold else 400}" '
        f'text-anchor="{anchor}" fill="#1c1815">{_text(fitted(words, size, most, bold=bold))}</text>'
    )


def _text(words: str) -> str:
    # XML has no other control characters, not even as references.
    return escape(
        "".join(letter for letter in words if letter >= " " and letter not in "\ufffe\uffff")
    )


def _symbol(card: Card) -> str:
    """Return the drawing of a card as on the site: its character, and the sign and letter of its colour."""
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
    """Return the outlines of the characters and the shapes of the signs, from the site's own sprite."""
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
