"""The club's settings: its name, language, time zone, unit, and rules."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from zoneinfo import TZPATH, available_timezones

from games.common.names import why_not as why_not_a_name
from games.engine.rules import PRESETS, VINAGAMES, RuleSet

NAME_LENGTH: Final = 40
UNIT_LENGTH: Final = 8
"""Characters of what the club plays for."""


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """All settings of the club; an empty field means that nobody has set it."""

    name: str = ""
    """What the head of each page calls the club."""
    language: str = ""
    """The code of the language of pages for readers who chose none, and whose browser asks for none of them."""
    time_zone: str = ""
    """The zone of the club's clock, such as `Asia/Ho_Chi_Minh`."""
    unit: str = ""
    """What stands beside amounts in the place of chips, such as `xu` or `€`. Amounts stay whole numbers."""
    rules: str = VINAGAMES.key
    """The rule set that forms begin with."""

    @property
    def presets(self) -> tuple[RuleSet, ...]:
        """Return the presets for a first game against bots; the club's usual one comes first."""
        return tuple(sorted(PRESETS.values(), key=lambda preset: preset.key != self.rules))


@cache
def time_zones() -> tuple[str, ...]:
    """Return the time zones that a club can choose, in alphabetical order: places only, by their present names."""
    names = _todays_names() & _zones_of_places()
    return tuple(sorted(names or _zones_of_places()))


def _zones_of_places() -> set[str]:
    """Return the names of all time zones of places.

    Former names (`Asia/Saigon`, `US/Eastern`) are included, since a club may still have one.
    """
    others = ("Etc/", "SystemV/", "posix/", "right/")
    return {zone for zone in available_timezones() if "/" in zone and not zone.startswith(others)}


def _todays_names() -> set[str]:
    """Return the present names of time zones from the system's table `zone.tab`; empty if it has none."""
    for folder in TZPATH:
        with suppress(OSError, UnicodeDecodeError):
            lines = (Path(folder) / "zone.tab").read_text(encoding="utf-8").splitlines()
            return {line.split("\t")[2] for line in lines if line.count("\t") >= 2}
    return set()


def why_not(settings: ClubSettings) -> str | None:
    """Return the code of the refusal if the name, time zone or unit cannot be used, otherwise None."""
    if len(settings.name) > NAME_LENGTH:
        return "settings.name"
    if len(settings.unit) > UNIT_LENGTH or any(map(_is_figure, settings.unit)):
        return "settings.unit"
    for said in (settings.name, settings.unit):
        if refusal := why_not_a_name(said):
            return refusal
    if settings.time_zone and settings.time_zone not in _zones_of_places():
        return "settings.time-zone"
    return None


def _is_figure(letter: str) -> bool:
    """Return whether this character, beside an amount, could be read as part of the number."""
    return unicodedata.category(letter)[0] in "NZ" or letter in ".,+-−'"
