"""Extends Markdown in the documents in `docs/`: buttons named by their labels, and numbered sections with anchors.

Imports nothing of the club, because the documentation site is built without it (`make docs`).
"""

import re
from collections.abc import Callable
from typing import Final

LABEL: Final = re.compile(r"\[\[(?:([^|\]]+)\|)?([^|\]]+)\]\]")
"""A button that a document names, with the context of its msgid."""

_FACT = re.compile(r"%\(\w+\)[sd]")
_SECTION = re.compile(r"^(\| )?(\d+)\.(\d+)(?= )", re.MULTILINE)
_CHAPTER = re.compile(r"^(## )(\d+)(?= )", re.MULTILINE)


def with_buttons(text: str, said: Callable[[str | None, str], str]) -> str:
    """Return a document with the placeholder of each button replaced by its label.

    `said` returns the label in the reader's language, given the context (or None) and the English label.
    """
    return LABEL.sub(lambda found: _FACT.sub("…", said(*found.groups())), text)


def with_sections(text: str) -> str:
    """Return the rulebook with anchors: `s10` for a chapter, `s10-4` for a section.

    A section's number gets an anchor only at the start of a line or table row.
    """
    return _CHAPTER.sub(r'\1<span id="s\2"></span>\2', _SECTION.sub(_anchored, text))


def _anchored(found: re.Match[str]) -> str:
    cell, chapter, section = found[1], found[2], found[3]
    number = f'<b id="s{chapter}-{section}">{chapter}.{section}</b>'
    return f"{cell}{number}" if cell else f"\n{number}"
