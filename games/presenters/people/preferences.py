"""Describes the preferences, each with its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.dialect import NORTHERN_WORDS, page_language
from games.common.preferences import CHOICES, Preferences
from games.models import Table

_ON_OFF: Final[dict[str, Promise]] = {"on": _("on"), "off": _("off")}
_FIELDS: Final[dict[str, tuple[Promise, Promise | str, dict[str, Promise]]]] = {
    # name: (title, what it does, the words of its values)
    "face": (
        _("Card faces"),
        "",
        {
            "sides": _("Chinese characters, different on red/yellow and green/white"),
            "few": _("Chinese characters, different only for king, minister and pawn"),
            "one": _("Chinese characters, the same for all colours"),
            "letters": _("Letters"),
            "words": _("Words"),
        },
    ),
    "letters": (
        _("Letters on the cards"),
        "",
        {
            "own": _("in my language"),
            "4sac": _("as in 4sac (A, B, C, X, Y, Z …)"),
            "none": pgettext_lazy("letters on a card", "none"),
        },
    ),
    "dialect": (
        _("Card words"),
        "",
        {
            "southern": format_lazy(_("Southern ({words})"), words=", ".join(NORTHERN_WORDS)),
            "northern": format_lazy(
                _("Northern ({words})"), words=", ".join(NORTHERN_WORDS.values())
            ),
        },
    ),
    "size": (
        _("Size of the cards"),
        "",
        {"normal": _("automatic"), "large": _("large"), "largest": _("largest")},
    ),
    "contrast": (_("Contrast"), "", {"normal": _("normal"), "high": _("high")}),
    "theme": (
        _("Light or dark"),
        "",
        {
            "system": _("same as this device"),
            "light": pgettext_lazy("pages", "light"),
            "dark": pgettext_lazy("pages", "dark"),
        },
    ),
    "order": (
        _("Order of my hand"),
        "",
        {
            "trash": _("trash first, then the sets"),
            "last": _("the sets first, trash last"),
            "rank": _("by rank"),
            "colour": _("by colour"),
        },
    ),
    "speed": (
        _("Animation speed"),
        _("If your device is set to reduce motion, animations stay off."),
        {"slow": _("slow"), "normal": _("normal"), "fast": _("fast"), "none": _("no animation")},
    ),
    "pace": (
        _("Bot speed"),
        _(
            "For tables with only you and bots. At other tables the person who opened the table "
            "chooses the speed."
        ),
        {pace.value: pace.label for pace in Table.Pace},
    ),
    "sound": (
        _("Sound"),
        "",
        {
            "loud": pgettext_lazy("sound", "loud"),
            "on": pgettext_lazy("sound", "normal"),
            "quiet": pgettext_lazy("sound", "quiet"),
            "off": _ON_OFF["off"],
        },
    ),
    "vibration": (_("Vibration on my turn"), _("If your device can vibrate."), _ON_OFF),
    "notices": (
        _("Notification on my turn"),
        _("Shown while you're on another page. Your browser will ask for permission once."),
        _ON_OFF,
    ),
}

SOUNDS: Final[dict[str, Promise]] = {
    "deal": _("The cards are dealt"),
    "discard": _("A discard"),
    "draw": _("A card from the stock"),
    "meld": _("A card is taken"),
    "pair": _("A pair has to take a card"),
    "khap": _("A khạp takes its fourth card"),
    "quan": _("A quan is dealt"),
    "dead": _("Nobody takes the card"),
    "waived": _("A player lets a pair go"),
    "penalty": _("Another player wins, with a penalty"),
    "won": _("Another player wins"),
    "win": _("You win"),
    "exhausted": _("Nobody wins"),
    "turn": _("Your turn"),
    "refused": _("No connection, or a move was refused"),
}
"""The sounds of `static/js/sound.js` by their names there, each with what it announces."""


@dataclass(frozen=True, slots=True)
class PreferenceOption:
    """An option of a preference."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A preference: its name in the form, its title, its effect, and its options."""

    name: str
    title: str
    help: str
    options: tuple[PreferenceOption, ...]

    @property
    def is_seen(self) -> bool:
        """Return whether sample cards show the effect of this preference."""
        return self.name in ("face", "letters", "size", "contrast")


def preference_fields(own: Preferences) -> tuple[Field, ...]:
    """Return the preferences in the active language, with the chosen options.

    The preference for card words is shown only in Vietnamese.
    """
    values = own.on_page

    def option(name: str, value: str, words: Promise) -> PreferenceOption:
        return PreferenceOption(value, str(words), values[name] == value)

    return tuple(
        Field(
            name,
            str(title),
            str(explained),
            tuple(option(name, value, words[value]) for value in CHOICES[name]),
        )
        for name, (title, explained, words) in _FIELDS.items()
        if name != "dialect" or page_language() == "vi"
    )
