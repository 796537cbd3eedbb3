"""The names on screen of participants, and the words that offer the bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import MANNERS
from games.models import Player

_BOT_NAMES: Final[dict[str, Promise]] = {
    "newcomer": gettext_lazy("Newcomer bot"),
    "club": gettext_lazy("Club bot"),
    "careful": gettext_lazy("Careful bot"),
    "master": gettext_lazy("Master bot"),
    # As the club's and the careful bot are called in old deals.
    "greedy": gettext_lazy("Club bot"),
    "safe": gettext_lazy("Careful bot"),
}

_OFFERED: Final[dict[str, Promise]] = {
    "newcomer": gettext_lazy("newcomer bots: know the rules and little more"),
    "club": gettext_lazy("club bots: take what they can and look no further"),
    "careful": gettext_lazy("careful bots: never discard what may cost a penalty"),
    "master": gettext_lazy("master bots: try their moves out before they play"),
}

BOT_CHOICES: Final = tuple((name, _OFFERED[name]) for name in MANNERS)
"""The bots that a table or a tournament may be filled with, by name, in words for a form."""


def names_of(labels: Iterable[str]) -> tuple[str, ...]:
    """The names on screen of participants (`player:12`, `bot:club`), in their order."""
    listed = tuple(labels)
    wanted = {int(label.removeprefix("player:")) for label in listed if label.startswith("player:")}
    people = (
        {row.pk: row.shown_name for row in Player.objects.filter(pk__in=wanted)} if wanted else {}
    )
    return tuple(_name_of(label, people) for label in listed)


def _name_of(label: str, people: dict[int, str]) -> str:
    kind, _sep, name = label.partition(":")
    if kind == "player":
        return people.get(int(name), _("former member"))
    return str(_BOT_NAMES.get(name, _("Bot")))
