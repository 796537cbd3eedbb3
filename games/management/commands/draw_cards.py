"""`manage.py draw_cards`: draw the SVG sprite of all cards, from the outlines in it and the translated words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import override

from games.common.dialect import language_for
from games.common.preferences import Preferences
from games.engine.cards import CARD_NAMES, CARDS, COLOURS, RANKS
from games.presenters.cards import FOURSAC_LETTERS, card_print, colour_letter

SPRITE: Final = Path(settings.BASE_DIR) / "tusac_site" / "static" / "cards" / "cards.svg"

HEAD: Final = """<svg xmlns="http://www.w3.org/2000/svg">
<!-- All cards of Tu Sac, written by `manage.py draw_cards`. Outlines of the characters: Noto Serif CJK TC Bold.
     Copyright 2017-2022 Adobe (http://www.adobe.com/). Noto is a trademark of Google Inc.
     SIL Open Font License 1.1, see OFL.txt beside this file. A strip is 40 wide, 140 tall; what must be seen lies in
     its upper 80. The page chooses what is drawn, by custom properties that reach into a <use>: css/cards.css. -->
"""
SIGNS: Final = {
    "r": '<circle cx="20" cy="68" r="10"/>',
    "y": '<path d="M20 56l12 12-12 12-12-12z"/>',
    "g": '<path d="M20 56l13 22H7z"/>',
    "w": '<path d="M11 59h18v18H11z"/>',
}
"""The shape of each colour, which never changes."""
CENTRED: Final = 'x="20" text-anchor="middle"'
SMALL: Final = (46.5, 15)
LARGE: Final = (28, 30)
"""Where the letters stand in the strip: the height of their middle, and the greatest size."""


class Command(BaseCommand):
    """Writes the sprite of all cards."""

    help = "Write the sprite of all cards, tusac_site/static/cards/cards.svg."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the sprite; a test compares it with the file."""
        SPRITE.write_text(sprite(SPRITE.read_text(encoding="utf-8")), encoding="utf-8")


def sprite(before: str) -> str:
    """Return the content of the sprite file, keeping the outlines of the present file."""
    outlines = dict(re.findall(r'id="(\w-(?:old|plain))"[^>]*?(?:><path)? d="([^"]+)"', before))
    lines = [f'<path id="{name}" d="{outline}"/>' for name, outline in outlines.items()]
    lines += [_sign(colour) for colour in COLOURS]
    lines += [_words(rank) for rank in RANKS]
    lines += [_card(CARD_NAMES[card], FOURSAC_LETTERS[card]) for card in CARDS]
    return HEAD + "\n".join(lines) + "\n</svg>\n"


def _sign(colour: str) -> str:
    """Return the SVG of a colour's shape and letter.

    It has two ids: `#r` is for use in a card, `#sign-r` is the sign alone.
    """
    middle = 71.5 if colour == "g" else 68
    letter = _by_language(
        lambda: _text(colour_letter(colour), middle, 11, f'{CENTRED} fill="var(--field)"')
    )
    return (
        f'<g id="{colour}" fill="currentColor">{SIGNS[colour]}<g display="var(--initial,inline)">{letter}</g></g>\n'
        f'<symbol id="sign-{colour}" viewBox="6 54 28 28"><use href="#{colour}"/></symbol>'
    )


def _words(rank: str) -> str:
    """Return the SVG of a rank's texts in each language: small letters, large letters, and a word down the strip."""
    first = CARDS[RANKS.index(rank) * 4]
    small = _by_language(lambda: _short(card_print(first).short, SMALL))
    large = _by_language(lambda: _short(card_print(first).short, LARGE))
    word = _by_language(lambda: _down(card_print(first).word))
    return (
        f'<g id="{rank}"><g display="var(--own,none)"><g display="var(--small,none)">{small}</g>'
        f'<g display="var(--large,none)">{large}</g></g><g display="var(--word,none)">{word}</g></g>'
    )


def _card(name: str, foursac: str) -> str:
    """Return the SVG of a card: one of its characters, its letters, and the sign of its colour."""
    rank, colour = name[0], name[1]
    # King, minister and pawn have two characters in both labellings, the others in that of §12 alone.
    kind = "1" if rank in "KMP" else "2"
    character = (
        f'<use href="#{rank}-old" display="var(--old-{kind},none)"/>'
        f'<use href="#{rank}-plain" display="var(--plain-{kind},none)"/>'
        if colour in "ry"
        else f'<use href="#{rank}-plain"/>'
    )
    return (
        f'<symbol id="{name}" viewBox="0 0 40 140" preserveAspectRatio="xMidYMin slice" fill="currentColor">'
        f'<g transform="translate(2 1) scale(.036)" display="var(--character,inline)">{character}</g>'
        f'<use href="#{rank}"/>'
        f'<g display="var(--foursac,none)"><g display="var(--small,none)">{_short(foursac, SMALL)}</g>'
        f'<g display="var(--large,none)">{_short(foursac, LARGE)}</g></g>'
        f'<use href="#{colour}" y="-54" display="var(--word,none)"/>'
        f'<use href="#{colour}" y="-18" display="var(--near,none)"/>'
        f'<use href="#{colour}" display="var(--below,inline)"/></symbol>'
    )


def _by_language(draw: Callable[[], str]) -> str:
    """Return the SVG that `draw` makes in each language; the page shows only the reader's."""
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            drawn = draw()
        with override(language_for(code, Preferences(dialect="northern"))):
            north = draw()
        if north != drawn:
            drawn = f'<g display="var(--south,inline)">{drawn}</g><g display="var(--north,none)">{north}</g>'
        found.append(f'<g display="var(--{code},none)">{drawn}</g>')
    return "".join(found)


def _short(text: str, place: tuple[float, float]) -> str:
    """Return the SVG of a text across the strip, as large as fits."""
    middle, most = place
    size = min(most, round(60 / len(text), 1)) if len(text) > 1 else most
    return _text(text, middle, size, CENTRED)


def _down(text: str) -> str:
    """Return the SVG of a word that runs down the strip, below the sign."""
    return _text(text, 0, 19, 'x="30" transform="translate(20 0) rotate(90)"')


def _text(text: str, middle: float, size: float, how: str) -> str:
    """Return the SVG of a line of text whose letters are vertically centred at `middle`."""
    return f'<text y="{middle + size * 0.355:g}" font-size="{size:g}" font-weight="700" {how}>{text}</text>'
