"""Adds people's names to a file of deal records, or removes everything in it that identifies a person.

A record itself says only `player:17`. Whoever makes a file chooses: a line of names before the records, or a mask
(`Mask`) that replaces the players' numbers and the names of deals, and removes what people wrote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from games.engine import events as ev
from games.engine.errors import BadNotation
from games.engine.events import EVENTS
from games.engine.recording.lines import quoted
from games.engine.recording.records import DealRecord

FORMAT: Final = "tusac-people/1"
PLAYER: Final = re.compile(r"player:[1-9][0-9]{0,17}")
LONGEST_NAME: Final = 100
"""The most characters of a person's name."""
MOST_PEOPLE: Final = 5_000
"""The most names in a file."""
LEFT_OUT: Final = "(left out)"
"""What stands for a person's words in a file without names."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def line_of_people(people: Mapping[str, str]) -> str:
    """Return the names of these participants as the first line of a file of records, without the line's end."""
    plain = {"format": FORMAT, "people": dict(sorted(people.items(), key=_number))}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _number(item: tuple[str, str]) -> int:
    return int(item[0].removeprefix("player:"))


def are_people(plain: object) -> bool:
    """Return whether a line read from a file of records is meant as its line of names, valid or not."""
    return isinstance(plain, Mapping) and plain.get("format") == FORMAT


def people_of(plain: Mapping[str, Any]) -> dict[str, str]:
    """Return the names in a file's line of names, by participant (`player:17`).

    Raises BadNotation, which says what is wrong.
    """
    if set(plain) != {"format", "people"} or not isinstance(plain["people"], dict):
        raise BadNotation("names: an object with format and people expected")
    people = plain["people"]
    if len(people) > MOST_PEOPLE:
        raise BadNotation(f"names: at most {MOST_PEOPLE} people expected")
    for label, name in people.items():
        if not PLAYER.fullmatch(label):
            raise BadNotation(f"names: {quoted(label)} is no player")
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or _CONTROL.search(name):
            raise BadNotation(
                f"names: {label}: 1 to {LONGEST_NAME} characters expected, none of them a control character"
            )
    return people


class Mask:
    """Removes people's identities from the records of one file; a person gets the same new number in all of them."""

    def __init__(self) -> None:
        """Create a mask that has numbered nobody yet."""
        self._numbers: dict[str, str] = {}
        self._deals = 0

    def over(self, record: DealRecord) -> DealRecord:
        """Return a masked record: people and deals are numbered from 1, reasons are replaced, the cards stay."""
        self._deals += 1
        timed = tuple((at, self._masked(event)) for at, event in record.events)
        return DealRecord(f"deal-{self._deals}", timed)

    def _masked(self, event: ev.Event) -> ev.Event:
        changes: dict[str, Any] = {}
        for field in fields(event):
            value = getattr(event, field.name)
            if field.name == "players":
                changes["players"] = tuple(map(self._label, value))
            elif field.name == "referee":
                changes["referee"] = self._label(value)
            elif field.name == "reason" and EVENTS[type(event)].worded:
                changes["reason"] = LEFT_OUT
        return replace(event, **changes) if changes else event

    def _label(self, label: str) -> str:
        if not label.startswith("player:"):
            return label
        return self._numbers.setdefault(label, f"player:{len(self._numbers) + 1}")
