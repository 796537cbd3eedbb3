"""The catalogues of the site's languages, read from their .po files."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.running_site import PROJECT

LOCALE = PROJECT / "tusac_site" / "locale"
LINE = re.compile(r'(?:(?P<what>msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) )?(?P<text>".*")')


@dataclass
class Entry:
    """One message of a catalogue: its context, the English, and the translation."""

    said: dict[str, str] = field(default_factory=dict)
    flags: str = ""
    places: list[str] = field(default_factory=list)
    """What is written for translators of where it stands."""

    @property
    def key(self) -> tuple[str, str]:
        return self.said.get("msgctxt", ""), self.said.get("msgid", "")

    @property
    def english(self) -> list[str]:
        return [self.said[what] for what in ("msgid", "msgid_plural") if what in self.said]

    @property
    def translated(self) -> list[str]:
        return [text for what, text in self.said.items() if what.startswith("msgstr")]

    @property
    def in_mo(self) -> str:
        """Return the key under which msgfmt files it."""
        context, english = self.key
        return f"{context}\4{english}" if context else english


def read(po: Path) -> list[Entry]:
    """Return the messages of a .po file without its header and obsolete entries."""
    entries = []
    for part in re.split(r"\n\s*\n", po.read_text(encoding="utf-8")):
        entry = Entry()
        what = ""
        for line in part.splitlines():
            if line.startswith("#,"):
                entry.flags += line
            elif line.startswith("#. "):
                entry.places.append(line.removeprefix("#. "))
            found = LINE.fullmatch(line)
            if found:
                what = found["what"] or what
                entry.said[what] = entry.said.get(what, "") + ast.literal_eval(found["text"])
        if entry.key[1]:
            entries.append(entry)
    return entries
