"""Joins words with the punctuation of the reader's language: commas, colons and brackets.

Japanese has full-width punctuation without spaces, French a space before the colon. Translated sentences contain
their own punctuation; these functions are for words that a page or a list joins.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import pgettext


def comma() -> str:
    """Return the separator of a list in the reader's language, with its space: ``, ``."""
    return pgettext("joins the things of a list", ", ")


def colon() -> str:
    """Return the colon of the reader's language, with the space after it: ``: ``."""
    return pgettext("between a thing and what is said of it", ": ")


def listed(words: Iterable[str]) -> str:
    """Return several things joined as a list in the reader's language: ``Lan, Minh``."""
    return comma().join(words)


def said_of(thing: object, said: object) -> str:
    """Return a label with its value: ``Director: Lan``."""
    return f"{thing}{colon()}{said}"


def in_brackets() -> str:
    """Return the pattern for brackets after a text, with the space before them: `` ({words})``."""
    return pgettext("in brackets, after something else", " ({words})")


def with_brackets(thing: object, words: object) -> str:
    """Return a text with words in brackets after it: ``Shared penalty (§9.3)``."""
    return f"{thing}{in_brackets().format(words=words)}"
