"""Marks and words that nobody prints in Vietnamese, French and Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterator

_JAPANESE = "[぀-ヿ一-鿿]"
HABITS = {
    "vi": {
        "pronoun": re.compile(r"\b[Bb]ạn\b"),
        "tone mark": re.compile(r"[òóỏõọÒÓỎÕỌ][ae]\b|(?<![qQ])[ùúủũụÙÚỦŨỤ]y\b"),
        "câu lạc bộ": re.compile(r"\b[Cc]âu lạc bộ\b"),
        "số chẵn": re.compile(r"số chẵn"),
    },
    "fr": {
        "U+202F wanted": re.compile(r"[^\u202f !][;!?](?=\s|$)| [;!?](?=\s|$)"),
        "U+00A0 wanted": re.compile(r"[^\u00a0:\d]:(?=\s|$)"),
        "apostrophe": re.compile(r"\w'\w"),
    },
    "ja": {
        "half-width": re.compile(rf"{_JAPANESE} ?[,.:?!;(]|[,.?!;]{_JAPANESE}"),
        "pronoun": re.compile(r"あなた"),
    },
}
"""Of each language: Vietnamese writes hoà and huỷ, and calls the club hội; French has U+202F before
; ! ? and U+00A0 before a colon; Japanese has marks as wide as its letters."""
_NOT_WORDS = re.compile(r"`[^`]*`|%\(\w+\)s|\{\w+\}|<[^>]+>|\]\([^)]*\)|\[\[[^\]]*\]\]|\S+://\S+")


def habits_in(language: str, text: str) -> Iterator[str]:
    """Return what nobody prints in that language and this text has: its name, and the first place as it is written."""
    bare = _NOT_WORDS.sub("", text)
    for name, pattern in HABITS[language].items():
        if found := pattern.search(bare):
            yield f"{name} “{found[0]}”"
