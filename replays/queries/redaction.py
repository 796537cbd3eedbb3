"""Redacting names in texts about a deal, for readers who may not know who sat there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from games.common.names import EASTERN, without_marks

STRUCK: Final = "[…]"
"""What stands where a name stood."""
_WORD: Final = re.compile(r"\w+")


def redact_names(text: str, names: Iterable[str]) -> str:
    """Return the text with all words of these names struck out, regardless of capitals and accents.

    Only whole words are struck out, but in scripts without spaces also parts of words. Nicknames that the club does
    not know are left.
    """
    # A letter whose small form has another length (ß, İ) is struck as it is written, too.
    struck = {
        form
        for name in names
        for written in _WORD.findall(unicodedata.normalize("NFC", name))
        for word in (written, written.casefold())
        for form in (word, without_marks(word))
    }
    if not struck:
        return text
    # The longest first, so that no part of a name remains.
    forms = "|".join(_form(word) for word in sorted(struck, key=len, reverse=True))
    return re.sub(forms, STRUCK, unicodedata.normalize("NFC", text), flags=re.IGNORECASE)


def _form(word: str) -> str:
    if any(unicodedata.name(letter, "").split(" ")[0] in EASTERN for letter in word):
        return re.escape(word)
    return rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])"
