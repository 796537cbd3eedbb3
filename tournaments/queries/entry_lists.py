"""Reading a list of login names that a director would like to enter: what becomes of each line."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from typing import Final
from unicodedata import normalize

from games.models import Player
from tournaments.models import Entry

HEADERS: Final = frozenset({"username", "user", "name", "member", "login", "login name"})
"""What the first line may say instead of a name, in small letters."""
MOST_BYTES: Final = 64 * 1024
"""Bytes of a list."""
MOST_LINES: Final = 500
"""Lines of a list, empty ones too."""


class Answer(StrEnum):
    """What becomes of a line."""

    ENTERS = "enters"
    ENTERED = "entered"
    TWICE = "twice"
    UNKNOWN = "unknown"
    GUEST = "guest"
    CLOSED = "closed"
    COLUMNS = "columns"


_HARMLESS: Final = frozenset({Answer.ENTERS, Answer.ENTERED})


class UnreadableList(ValueError):
    """A list that cannot be read at all; `code` is "too-large", "too-long", "encoding", "quotes" or "empty".

    `line` is where it stops being readable, 0 where that means nothing.
    """

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.line = line


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list that names somebody, with what becomes of it."""

    number: int
    name: str
    answer: Answer
    player: int | None = None

    @property
    def wrong(self) -> bool:
        """Whether it keeps the list from being entered whole."""
        return self.answer not in _HARMLESS


def decoded(data: bytes) -> str:
    """The text of a file. Raises UnreadableList where it is too large, or no UTF-8."""
    if len(data) > MOST_BYTES:
        raise UnreadableList("too-large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableList("encoding", data.count(b"\n", 0, error.start) + 1) from error
    if "\0" in text:  # UTF-16 without its mark
        raise UnreadableList("encoding", text.count("\n", 0, text.index("\0")) + 1)
    return text


def read_list(tournament_id: int, text: str) -> list[Line]:
    """Each line that names somebody, with what becomes of it. Raises UnreadableList."""
    cells = list(_cells(text.removeprefix("\ufeff")))
    names = {name for _number, name in cells}
    people = {player.username: player for player in Player.objects.filter(username__in=names)}
    if cells and cells[0][1].casefold() in HEADERS and cells[0][1] not in people:
        del cells[0]
    if not cells:
        raise UnreadableList("empty")
    entered = set(
        Entry.objects.filter(
            tournament=tournament_id, player__in=[player.pk for player in people.values()]
        ).values_list("player", flat=True)
    )
    seen: set[str] = set()
    lines = []
    for number, name in cells:
        player = people.get(name)
        answer = Answer.TWICE if name in seen else _answer(name, player, entered)
        seen.add(name)
        lines.append(Line(number, name, answer, player.pk if player else None))
    return lines


def _answer(name: str, player: Player | None, entered: set[int]) -> Answer:
    if any(sign in name for sign in ",;\t"):
        return Answer.COLUMNS
    if player is None:
        return Answer.UNKNOWN
    if player.is_guest:
        return Answer.GUEST
    if not player.is_active:
        return Answer.CLOSED
    return Answer.ENTERED if player.pk in entered else Answer.ENTERS


def _cells(text: str) -> Iterable[tuple[int, str]]:
    """The name on each line that is not empty, with the line's number."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise UnreadableList("too-large")
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            if reader.line_num > MOST_LINES:
                raise UnreadableList("too-long")
            cells = [cell.strip() for cell in row]
            while cells and not cells[-1]:  # a spreadsheet's empty columns
                del cells[-1]
            if cells:
                # Names of logins are stored so; an apostrophe is what our own files defuse a formula with.
                name = normalize("NFKC", ",".join(cells)).removeprefix("'")
                yield reader.line_num, name
    except csv.Error as error:
        raise UnreadableList("quotes", reader.line_num) from error
