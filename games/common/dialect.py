"""Northern words for cards: a language code of its own, whose Vietnamese texts are made from the Southern ones.

Only `language_for` returns that code. It is not in `settings.LANGUAGES`, so no cookie, header or link can select it.
"""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import get_language

from games.common.django_internals import add_changed_translations
from games.common.preferences import Preferences

NORTHERN_WORDS: Final = {"chốt": "tốt", "quằn": "quan"}
"""What the South of Vietnam calls a pawn and a quan, as the catalogue and documents do, with the North's word."""

_SOUTHERN_WORDS: Final = {north: south for south, north in NORTHERN_WORDS.items()}
_NORTHERN: Final = "vi-x-north"
"""A tag for private use (BCP 47): where it is written it still says Vietnamese."""
_WORD: Final = re.compile(
    rf"\bngoài Bắc: ({'|'.join(_SOUTHERN_WORDS)})\b|\b({'|'.join(NORTHERN_WORDS)})\b", re.IGNORECASE
)


def northern(text: str) -> str:
    """Return a Vietnamese text with Northern words for cards in place of Southern ones.

    Where a text gives the Northern word as an explanation, the Southern word becomes the explanation.
    """
    return _WORD.sub(_other, text)


def language_for(language: str, preferences: Preferences) -> str:
    """Return the language code to activate for a reader: the Northern variant's if their preferences ask for it."""
    if language != "vi" or preferences.dialect != "northern":
        return language
    add_changed_translations(_NORTHERN, language, northern)
    return _NORTHERN


def written(language: str) -> str:
    """Return a language code as it is written in pages, forms and document names.

    For the Northern variant that is `vi`; other codes stay the same.
    """
    return "vi" if language == _NORTHERN else language


def page_language() -> str:
    """Return the active language as one of the site's languages; the Northern variant counts as `vi`."""
    return written(get_language() or "")


def _other(found: re.Match[str]) -> str:
    if found[1]:
        return f"trong Nam: {_SOUTHERN_WORDS[found[1].lower()]}"
    word = NORTHERN_WORDS[found[2].lower()]
    return word.capitalize() if found[2][0].isupper() else word
