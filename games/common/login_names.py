"""Login names made from people's names, with letters that every phone keyboard shows first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import count
from typing import Final
from unicodedata import normalize

from games.common.names import name_key, without_marks

MOST: Final = 12
"""Characters of a login name that is made here, numbers at its end aside."""
_SHORTEST: Final = 2
_RESERVED: Final = frozenset({"bot"})
"""What lists of names and draws say of a seat without a person."""
_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d"}
)
"""Small Latin letters that no mark is taken from."""
_WITHOUT_LETTERS: Final = "member"
"""The beginning of the login of somebody whose name has no Latin letter."""


def login_for(name: str, taken: Collection[str]) -> str:
    """Return a free login name for a person with this name; `taken` are the `name_key`s in use.

    The first choice is the last word of the name, by which Vietnamese people are called. If that is taken or
    unsuitable, the login is all words together. If those are taken or unsuitable, too, a number is added to the first
    choice.
    """
    return next(one for one in _logins(name) if one not in _RESERVED and name_key(one) not in taken)


def _logins(name: str) -> Iterator[str]:
    plain = without_marks(normalize("NFKC", name).casefold()).translate(_LETTERS)
    words = [word for word in re.findall(r"[^\W_]+", plain) if word.isascii()]
    last, all_ = (words[-1] if words else ""), "".join(words)
    good = [one for one in (last, all_) if len(one) >= _SHORTEST and not one.isdecimal()]
    yield from (one for one in good if len(one) <= MOST)
    base = good[0][:MOST].rstrip("0123456789") if good else _WITHOUT_LETTERS
    yield from (f"{base}{number}" for number in count(2))
