"""Preferences of appearance, sound and play. Pages are drawn by them; no rule of the game depends on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Final

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "face": ("sides", "few", "one", "letters", "words"),
    "letters": ("own", "4sac", "none"),
    "dialect": ("southern", "northern"),
    "size": ("normal", "large", "largest"),
    "contrast": ("normal", "high"),
    "theme": ("system", "light", "dark"),
    "order": ("trash", "last", "rank", "colour"),
    "speed": ("slow", "normal", "fast", "none"),
    "pace": ("quick", "normal", "slow"),
    "sound": ("loud", "on", "quiet", "off"),
    "vibration": ("on", "off"),
    "notices": ("off", "on"),
}
"""What can be chosen for each preference."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's preferences, with defaults for those not chosen; `CHOICES` lists the values that each can have."""

    face: str = "sides"
    """The large print of a card: the characters of both sides (§12), `few` where only king, minister and pawn have
    two, `one` where none has, else `letters` or `words`."""
    letters: str = "own"
    """The small print: letters of the page's language, those of 4sac, or none."""
    dialect: str = "southern"
    """Whose words for cards a page in Vietnamese has (`games.common.dialect`)."""
    size: str = "normal"
    contrast: str = "normal"
    theme: str = "system"
    """Light or dark pages, or what the device says."""
    order: str = "trash"
    """The own hand: trash first or last and else by sets, or card by card by rank or by colour."""
    speed: str = "normal"
    """How fast everything moves that is animated on the table."""
    pace: str = "normal"
    """How quickly bots move where this person plays with bots alone; else the table says it."""
    sound: str = "on"
    vibration: str = "on"
    notices: str = "off"
    """Whether the device announces one's turn while another page is looked at."""

    @property
    def on_page(self) -> dict[str, str]:
        """Return the attributes of `<html>` that style sheets and scripts read: `data-face`, `data-size`, …"""
        return asdict(self)

    @property
    def chosen(self) -> dict[str, str]:
        """Return the preferences that differ from the defaults, in stored form."""
        return {name: value for name, value in asdict(self).items() if value != _DEFAULTS[name]}


_DEFAULTS: Final = {field.name: str(field.default) for field in fields(Preferences)}


def read(kept: object) -> Preferences:
    """Return the preferences from their stored form; unknown or invalid values are replaced by defaults."""
    return with_choices(Preferences(), kept if isinstance(kept, Mapping) else {})[0]


def with_choices(
    before: Preferences, asked: Mapping[str, object]
) -> tuple[Preferences, tuple[str, ...]]:
    """Return the preferences changed by the valid values in `asked`, and the names of those with invalid values."""
    named = {name: asked[name] for name in CHOICES if name in asked}
    sound = {name: str(value) for name, value in named.items() if value in CHOICES[name]}
    return replace(before, **sound), tuple(name for name in named if name not in sound)
