"""Measures and shortens the texts of a picture, and tells whether the club's fonts have all their letters."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from PIL import ImageFont

_FOLDER: Final = Path(settings.BASE_DIR) / "tusac_site" / "fonts"
REGULAR: Final = _FOLDER / "NotoSans-Regular.ttf"
BOLD: Final = _FOLDER / "NotoSans-Bold.ttf"
JAPANESE: Final = _FOLDER / "NotoSansJP-Medium.ttf"
FONTS: Final = tuple(str(path) for path in (REGULAR, BOLD, JAPANESE))
"""Cut to the letters of the club's languages, and what is drawn with them looks alike on every machine."""

_LATIN: Final = re.compile(
    "[ -~\u00a0-\u024f\u02c6-\u02dd\u0300-\u036f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf]*"
)
_MEASURED: Final = 100
"""The size at which letters are measured, in pixels; they grow with it."""
_FULL_WIDTH: Final = "\u2e80"
"""From here on a letter is as wide as it is tall."""


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of these words at this size, in pixels."""
    narrow = "".join(letter for letter in words if letter < _FULL_WIDTH)
    drawn = _font(bold).getlength(narrow) / _MEASURED
    return size * (drawn + len(words) - len(narrow))


def fitted(words: str, size: float, most: float, *, bold: bool = False) -> str:
    """Return the text, shortened with an ellipsis if it is too wide."""
    if width(words, size, bold=bold) <= most:
        return words
    kept = words
    while kept and width(f"{kept}…", size, bold=bold) > most:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def has_all(words: str) -> bool:
    """Return whether the club's fonts certainly have all letters of this text: a name may be in any script."""
    return (
        _LATIN.fullmatch("".join(one for one in set(words) if not _is_common_kanji(one)))
        is not None
    )


def _is_common_kanji(letter: str) -> bool:
    """Return whether the letter is among the kana, signs and first-level kanji of JIS X 0208."""
    if letter < _FULL_WIDTH:
        return False
    try:
        row, *_ = letter.encode("euc_jp")
    except UnicodeEncodeError:
        return False
    return 0xA1 <= row <= 0xCF


@lru_cache(maxsize=2)
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        BOLD if bold else REGULAR, _MEASURED, layout_engine=ImageFont.Layout.BASIC
    )
