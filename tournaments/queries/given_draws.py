"""Reads a director's draw: a line for each seat, with round, table, seat and the seat's holder.

The columns are the first four of the club's own file of draws, so an old file can be used again. The holder is a
login, a shown name, a label such as `player:12`, or `bot`. The seat is a wind, written out in English, Vietnamese,
French or Japanese: N alone could be Nam or North.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from games.common.name_lists import UnreadableList, csv_rows
from games.models import Player
from games.queries.people.named import named
from tournaments.engine.draws.fixed import Placed
from tournaments.engine.participants import is_bot, member_label

MOST_BYTES: Final = 512 * 1024
"""Bytes of a draw."""
MOST_LINES: Final = 10_000
"""Lines of a draw, empty ones too."""
_WINDS: Final = (
    ("south", "nam", "sud", "南"),
    ("east", "đông", "dong", "est", "東"),
    ("north", "bắc", "bac", "nord", "北"),
    ("west", "tây", "tay", "ouest", "西"),
)
_SEATS: Final = {
    normalize("NFKC", word): seat for seat, words in enumerate(_WINDS) for word in words
}
_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that could not be read: `code` is "columns", "number", "seat", "unknown" or "several"."""

    line: int
    code: str
    said: str
    place: tuple[int, int] = (0, 0)
    """Its round and table, as far as they could be read; else 0."""


def read_draw(text: str, *, filler: str) -> tuple[list[Placed], list[Unread]]:
    """Return the given seats, and the lines that could not be read. Raises `UnreadableList`."""
    rows = list(_rows(text.removeprefix("\ufeff")))
    if rows and rows[0][1][0].casefold() in {"round", "vòng", "ronde", "tour", "manche", "回戦"}:
        del rows[0]
    if not rows:
        raise UnreadableList("empty")
    names = {cells[3] for _line, cells in rows if len(cells) >= _COLUMNS}
    people = named(names) | _labelled(names)
    placed: list[Placed] = []
    unread: list[Unread] = []
    for line, cells in rows:
        found = _placed(line, cells, people, filler)
        if isinstance(found, Placed):
            placed.append(found)
        else:
            unread.append(found)
    return placed, unread


def _labelled(names: Collection[str]) -> dict[str, list[Player]]:
    """Return the members whose labels are among the names, by label."""
    numbers = {name.removeprefix("player:") for name in names if name.startswith("player:")}
    known = {int(one) for one in numbers if one.isascii() and one.isdecimal() and len(one) < 19}
    return {member_label(one.pk): [one] for one in Player.objects.filter(pk__in=known)}


def _placed(
    line: int, cells: Sequence[str], people: Mapping[str, Sequence[Player]], filler: str
) -> Placed | Unread:
    if len(cells) < _COLUMNS:
        return Unread(line, "columns", ",".join(cells))
    for cell in cells[:2]:
        if not (cell.isascii() and cell.isdecimal() and len(cell) < 6):
            return Unread(line, "number", cell)
    seat, who = _SEATS.get(cells[2].casefold()), cells[3]
    place = int(cells[0]), int(cells[1])
    if seat is None:
        return Unread(line, "seat", cells[2], place)
    if who.casefold() == "bot" or is_bot(who):
        label = filler
    else:
        found = [player for player in people.get(who, ()) if not player.is_guest]
        if len(found) != 1:
            return Unread(line, "several" if found else "unknown", who, place)
        label = member_label(found[0].pk)
    return Placed(line, *place, seat, label)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    first = text.lstrip().partition("\n")[0]
    between = max(",;\t", key=first.count)
    for line, row in csv_rows(text, most_bytes=MOST_BYTES, most_lines=MOST_LINES, between=between):
        yield line, [cell.removeprefix("'") for cell in row]
