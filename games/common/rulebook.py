"""The sections of the rulebook; every ruling must cite one."""

from __future__ import annotations

import re
from functools import lru_cache

from games.common.installation import TEXTS

RULES = TEXTS / "docs" / "rules.md"
"""The rulebook that the software plays by."""

# A chapter is a heading (`## 10 The worst card`), a section starts a line, in a table's first cell or alone.
_NUMBERED = re.compile(r"^(?:## |\| )?(\d{1,2}(?:\.\d{1,2})?) ", re.MULTILINE)
_CITED = re.compile(r"§?\s*(\d{1,2}(?:\.\d{1,2})?)\.?")


@lru_cache(maxsize=1)
def sections() -> frozenset[str]:
    """Return every section of `docs/rules.md`, such as `§10.3`; its chapters, such as `§10`, are sections as well."""
    return frozenset(
        f"§{number}" for number in _NUMBERED.findall(RULES.read_text(encoding="utf-8"))
    )


def section_of(text: str) -> str | None:
    """Return a section written as `§10.3`, `10.3` or `§ 10.3` in its normal form; None if the rulebook lacks it."""
    found = _CITED.fullmatch(text.strip())
    cited = f"§{found[1]}" if found else ""
    return cited if cited in sections() else None


_ABOUT_PENALTIES = frozenset({"3", "4", "8", "9", "10"})
"""The chapters that a penalty discard is judged by: the hand, the discard, the limit, payments, the worst card."""
_OF_THE_HOUSE = frozenset({"13.2", "13.9", "13.13"})
"""What a house may say of it otherwise: the payment, what may be discarded, and the penalty (§13)."""


def penalty_sections() -> dict[str, tuple[str, ...]]:
    """Return, by chapter (`10`), the sections that a ruling on a penalty may cite, in order."""
    found: dict[str, list[str]] = {}
    for number in _NUMBERED.findall(RULES.read_text(encoding="utf-8")):
        chapter, dot, _section = number.partition(".")
        if dot and about_penalties(f"§{number}"):
            found.setdefault(chapter, []).append(f"§{number}")
    return {chapter: tuple(sections) for chapter, sections in found.items()}


@lru_cache(maxsize=64)
def chapter_title(chapter: str, language: str) -> str:
    """Return a chapter's title in this language's rulebook, or in the English one if there is none in this language.

    An unknown chapter is returned as it is.
    """
    file = RULES.with_name(f"rules.{language}.md")
    text = (file if file.exists() else RULES).read_text(encoding="utf-8")
    found = re.search(rf"^## ({re.escape(chapter)} .+)$", text, re.MULTILINE)
    return found[1] if found else chapter


def about_penalties(section: str) -> bool:
    """Return whether a section, as `section_of` writes it, concerns a penalty discard."""
    number = section.removeprefix("§")
    return number.partition(".")[0] in _ABOUT_PENALTIES or number in _OF_THE_HOUSE
