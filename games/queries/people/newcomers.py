"""Reads a list of people to add as members, and decides the outcome of each line.

A name that a member has means that member. A name that may mean a member is a question to answer beside the line; it
counts as that member until somebody answers that the person is new.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.common.login_names import login_for
from games.common.name_lists import Flaw, NamedLine, UnreadableList, read_names
from games.common.names import are_taken_for_one, name_key, skeleton, tidied, why_not
from games.models import Player
from games.queries.people.named import name_test, named, near

MOST_BYTES: Final = 64 * 1024
"""Bytes of a list."""
MOST_LINES: Final = 300
"""Lines of a list, empty ones too."""
LONGEST_NAME: Final = 40
"""Characters of a shown name."""
MOST_CHIPS: Final = 1_000_000
"""Chips that a line may give."""
_LOGIN: Final = re.compile(r"[a-z0-9][a-z0-9._-]{1,29}")
"""A login that a list asks for; else one is made of the name."""


class LineOutcome(StrEnum):
    """The outcome of a line: a new member, a known one, a question, or why the line is skipped."""

    NEW = "new"
    MEMBER = "member"
    ASKS = "asks"
    TWICE = "twice"
    SEVERAL = "several"
    CLOSED = "closed"
    HEADING = "heading"
    COLUMNS = "columns"
    CHIPS = "chips"
    NAME = "name"


_FLAWS: Final = {
    Flaw.HEADING: LineOutcome.HEADING,
    Flaw.COLUMNS: LineOutcome.COLUMNS,
    Flaw.CHIPS: LineOutcome.CHIPS,
}


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line of the list with its outcome."""

    number: int
    name: str
    answer: LineOutcome
    remark: str = ""
    """What was left out."""
    login: str = ""
    """Of the new account."""
    chips: int | None = None
    """What the line gives instead of the start sum."""
    player: Player | None = None
    """The member whom the line names."""
    near: tuple[Player, ...] = ()
    """The members whom it may mean."""
    refused: str = ""
    """The code of what is wrong with the name."""

    @property
    def wrong(self) -> bool:
        """Return whether the line is left out of the import and needs attention."""
        return self.answer in (
            LineOutcome.SEVERAL,
            LineOutcome.CLOSED,
            LineOutcome.COLUMNS,
            LineOutcome.CHIPS,
            LineOutcome.NAME,
        )


def read_newcomers(text: str, *, strangers: Collection[int] = ()) -> list[NewLine]:
    """Return the outcome of each line of the list.

    `strangers` are the numbers of lines whose person is confirmed to be new although a member has a similar name.
    Raises UnreadableList.
    """
    if "\0" in text:
        raise UnreadableList("encoding", text.count("\n", 0, text.index("\0")) + 1)
    lines = read_names(text, most_bytes=MOST_BYTES, most_lines=MOST_LINES, is_name=name_test())
    asked = {one for line in lines for one in (line.login, line.name) if one and line.flaw is None}
    people = named(asked)
    unknown = {line.name for line in lines if line.flaw is None and not _found(line, people)}
    others = near(unknown)
    seen: set[str | int] = set()
    read = []
    for line in lines:
        found = _found(line, people)
        one = _answered(line, found, () if line.number in strangers else others.get(line.name, ()))
        if one.answer in (LineOutcome.NEW, LineOutcome.MEMBER, LineOutcome.ASKS):
            key = one.player.pk if one.player else skeleton(one.name)
            one = replace(one, answer=LineOutcome.TWICE) if key in seen else one
            seen.add(key)
        read.append(one)
    return _with_logins(read, {line.number: line.login for line in lines})


def _found(line: NamedLine, people: dict[str, list[Player]]) -> list[Player]:
    """Return the members that a line names: by its login, else by its name."""
    found = people.get(line.login, []) or people.get(line.name, [])
    return [one for one in found if not one.is_guest]


def _answered(line: NamedLine, found: list[Player], others: tuple[Player, ...]) -> NewLine:
    read = NewLine(
        line.number, tidied(line.name), LineOutcome.NEW, line.remark, chips=line.chips, near=others
    )
    if line.flaw is not None:
        return replace(read, answer=_FLAWS[line.flaw])
    if len(found) > 1:
        return replace(read, answer=LineOutcome.SEVERAL)
    if found:
        answer = LineOutcome.MEMBER if found[0].is_active else LineOutcome.CLOSED
        return replace(read, answer=answer, player=found[0])
    refused = "name.long" if len(read.name) > LONGEST_NAME else why_not(read.name) or ""
    if refused:
        return replace(read, answer=LineOutcome.NAME, refused=refused)
    if line.chips is not None and line.chips > MOST_CHIPS:
        return replace(read, answer=LineOutcome.CHIPS)
    return replace(read, answer=LineOutcome.ASKS) if others else read


def _with_logins(lines: list[NewLine], asked: dict[int, str]) -> list[NewLine]:
    """Return the lines with a login for each new account; a name that looks like an existing one is refused."""
    taken: defaultdict[str, list[str]] = defaultdict(list)
    for names in Player.objects.values_list("username", "display_name"):
        for name in filter(None, names):
            taken[name_key(name)].append(name)
    shown = {
        name_key(line.name) for line in lines if line.answer in (LineOutcome.NEW, LineOutcome.ASKS)
    }
    read = []
    for line in lines:
        own = name_key(line.name)
        if line.answer not in (LineOutcome.NEW, LineOutcome.ASKS):
            read.append(line)
        elif any(are_taken_for_one(line.name, name) for name in taken[own]):
            read.append(replace(line, answer=LineOutcome.NAME, refused="name.twin"))
        else:
            others = {key for key, names in taken.items() if names} | shown - {own}
            login = asked[line.number].casefold()
            if not _LOGIN.fullmatch(login) or name_key(login) in others:
                login = login_for(line.name, others)
            taken[own].append(line.name)
            taken[name_key(login)].append(login)
            read.append(replace(line, login=login))
    return read
