"""All that is looked at, and the list of what is let be until somebody has a better word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.catalogues import LOCALE, read
from tests.support.plain_words import english, translations
from tests.support.plain_words.places import Places
from tests.support.running_site import PROJECT

EXCEPTIONS = Path(__file__).with_name("exceptions.txt")
DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/rules.md",
    "docs/fairness.md",
    "docs/glossary.md",
    "docs/operations.md",
    "docs/guides/member.md",
    "docs/guides/director.md",
    "docs/guides/referee.md",
)
"""The English documents for people."""
BOOKS = ("rules", "fairness", "glossary", "guides/member", "guides/director", "guides/referee")
"""The documents that stand in every language."""
_PARAGRAPHS = re.compile(r"\n\s*\n|\n(?=\s*[-*#|] ?|\d+\.\d+ )|^#.*\n", re.MULTILINE)
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_LEAD = re.compile(r"^[-*#|\s]+(?:\d+(?:\.\d+)? )?")


@dataclass(frozen=True)
class Finding:
    """A habit that a text has, and where the text stands."""

    habit: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.habit} | {self.where} | {self.text}"


def findings() -> list[Finding]:
    """Return every habit that a message, a translation or a document has."""
    return sorted({*_in_messages(), *_in_translations(), *_in_documents()}, key=str)


def exceptions() -> list[str]:
    """Return what is let be, as findings write themselves."""
    return EXCEPTIONS.read_text(encoding="utf-8").splitlines()


def _in_messages() -> Iterator[Finding]:
    places = Places()
    for entry in read(LOCALE / "vi" / "LC_MESSAGES" / "django.po"):
        for text in entry.english:
            for habit in english.habits_in(text):
                yield Finding(habit, "en", _line(text))
        for habit in english.habits_of_place(entry.english[0], places):
            yield Finding(habit, "en", _line(entry.english[0]))


def _in_translations() -> Iterator[Finding]:
    for language in translations.HABITS:
        for entry in read(LOCALE / language / "LC_MESSAGES" / "django.po"):
            for text in entry.translated:
                for habit in translations.habits_in(language, text):
                    yield Finding(habit, language, _line(text))


def _in_documents() -> Iterator[Finding]:
    for name in DOCUMENTS:
        for paragraph in _paragraphs(name):
            for sentence in english.sentences(paragraph):
                for habit in english.habits_in(sentence):
                    yield Finding(habit, name, sentence)
    for book in BOOKS:
        for language in translations.HABITS:
            name = f"docs/{book}.{language}.md"
            for paragraph in _paragraphs(name):
                for habit in translations.habits_in(language, paragraph):
                    yield Finding(habit, name, paragraph)


def _paragraphs(name: str) -> Iterator[str]:
    text = (PROJECT / name).read_text(encoding="utf-8")
    for paragraph in _PARAGRAPHS.split(_CODE.sub("code", text)):
        yield _line(_LEAD.sub("", paragraph))


def _line(text: str) -> str:
    """Return a text on one line, with the spaces that are not simple kept."""
    return re.sub(r"[ \n]+", " ", text).strip()
