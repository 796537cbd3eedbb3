"""Habits of English that a reader of a translation stumbles over, and words that a club does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch

from tests.support.plain_words.places import Places

LONGEST_LABEL = 40
HABITS = {
    "who": re.compile(r"(?:Who|What)\b[^?]*[.!;:]|Whoever\b"),
    "at the most": re.compile(r"\bat the most\b"),
    "anew": re.compile(r"\banew\b"),
    "let go": re.compile(r"\b[Ll]et(?:s|ting)? (?:\S+ ){0,4}go\b(?! on)"),
    "look on": re.compile(r"\blook(?:s|ing|ed)? on\b(?! (?:the|a|your|this) )"),
    "thereby": re.compile(r"\bthereby\b"),
    "behind": re.compile(
        r"\b[Bb]ehind (?:it|that|them|this|the final|all|everybody|round|event|bots)\b"
    ),
    "as ever": re.compile(r"\bas ever\b"),
    "one's own": re.compile(r"\b(?:one['’]s own|an own|own ones)\b"),
    "of then": re.compile(r"\bof then\b"),
}
"""Each habit by its name: `who` is looked for at the beginning of a sentence, the others anywhere."""
_SENTENCES = re.compile(r"(?<=[.:;!?)])\s+")
_PAIRS = re.compile(r"\b[Ll]et(?:s|ting)? (?:your |the |a |its |that )?pairs? go\b")
"""The name of a move (bỏ đôi): the one thing that players let go."""
JARGON = re.compile(
    r"\b(?:UTC|API|JSON|[Tt]okens?|[Hh]ash(?:es)?|argon2|[Ee]ngine|[Ll]edger|event log|R\d+ T\d+|[Dd]eal \d+)\b"
)
"""Words of programs."""
FOR_PROGRAMS = (
    "*/api/*",
    "*/apps.py",
    "*/management/*",
    "*/openapi.py",
    "games/verifier/*",
    "games/check_records/*",
    "games/checks/*",
    "games/commands/log/*",
    "games/ledger/*",
    "games/log/*",
    "games/presenters/club/alarms.py",
    "games/presenters/club/log.py",
    "games/presenters/club/nights.py",
    "templates/games/alarms.html",
    "templates/games/flows.html",
    "templates/games/leaf.html",
    "templates/games/log.html",
    "templates/games/nights.html",
    "templates/games/tokens.html",
    "tusac_site/*",
)
"""Pages for administrators and for those who check the log by a program."""


def sentences(text: str) -> list[str]:
    """Return a text part by part, as full stops, colons and brackets part it."""
    return _SENTENCES.split(text)


def habits_in(text: str) -> Iterator[str]:
    """Return the names of the habits that a text has."""
    bare = _PAIRS.sub("", text)
    for name, pattern in HABITS.items():
        if name == "who":
            if any(pattern.match(sentence) for sentence in sentences(bare)):
                yield name
        elif pattern.search(bare):
            yield name


def habits_of_place(message: str, places: Places) -> Iterator[str]:
    """Return what a message may not be where it stands: jargon before members, or too long a label."""
    files = places.files[message]
    of_people = not all(any(fnmatch(path, room) for room in FOR_PROGRAMS) for path in files)
    if of_people and JARGON.search(re.sub(r"%\(\w+\)s|\{\w+\}", "", message)):
        yield "jargon"
    if message in places.labels and len(re.sub(r"%\(\w+\)s", "00", message)) > LONGEST_LABEL:
        yield "long label"
