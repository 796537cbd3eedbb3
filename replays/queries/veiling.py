"""Words without names: what somebody wrote of a deal, for readers who may not know who sat there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

STRUCK: Final = "[…]"
"""What stands where a name stood."""
_WORD: Final = re.compile(r"\w+")


def veiled(text: str, names: Iterable[str]) -> str:
    """The text with every word of these names struck out, in capitals or not, with its accents or without.

    A nickname that nobody has told the club stands: no program knows it.
    """
    struck = {form for name in names for word in _words(name) for form in (word, _bare(word))}
    if not struck:
        return text
    return _WORD.sub(
        lambda found: STRUCK if found[0].casefold() in struck else found[0],
        unicodedata.normalize("NFC", text),
    )


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(unicodedata.normalize("NFC", name))]


def _bare(word: str) -> str:
    """The word as it is typed without accents: đ is a letter of its own and no accent to Unicode."""
    apart = unicodedata.normalize("NFD", word.replace("đ", "d"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
