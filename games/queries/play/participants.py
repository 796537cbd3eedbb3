"""The names on screen of participants, and the words that offer the bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import MANNERS
from games.common.names import isolated, name_on_screen
from games.models import DealSeat, Player

_BOT_NAMES: Final[dict[str, Promise]] = {
    "newcomer": gettext_lazy("Newcomer bot"),
    "club": gettext_lazy("Club bot"),
    "careful": gettext_lazy("Careful bot"),
    "master": gettext_lazy("Master bot"),
    # As the club's and the careful bot are called in old deals.
    "greedy": gettext_lazy("Club bot"),
    "safe": gettext_lazy("Careful bot"),
}

_AT_SEAT: Final = ("Sen", "Mai", "Huệ", "Cúc")
"""What a bot is called at a table, by its seat: bots of a kind have one name, and three of them sit there."""

_OFFERED: Final[dict[str, Promise]] = {
    "newcomer": gettext_lazy("newcomer bots: know the rules and little more"),
    "club": gettext_lazy("club bots: take what they can and look no further"),
    "careful": gettext_lazy(
        "careful bots: count the cards face up, never discard what may cost a penalty"
    ),
    "master": gettext_lazy("master bots: try their moves out before they play"),
}

BOT_CHOICES: Final = tuple((name, _OFFERED[name]) for name in MANNERS)
"""The bots that a table or a tournament may be filled with, by name, in words for a form."""


def names_of(labels: Iterable[str]) -> tuple[str, ...]:
    """Return the names on screen of participants (`player:12`, `bot:club`), in their order."""
    listed = tuple(labels)
    people = _people(listed)
    return tuple(_name_of(label, people) for label in listed)


def guests_among(players: Iterable[int]) -> frozenset[int]:
    """Return those of these players who are guests, who have no page of a member."""
    found = Player.objects.filter(pk__in=list(players), is_guest=True)
    return frozenset(found.values_list("pk", flat=True))


def names_at_table(
    labels: Sequence[str], people: Mapping[int, str] | None = None
) -> tuple[str, ...]:
    """Return the shown names of a deal's participants by seat; `people` are those by key, if already read."""
    known = _people(labels) if people is None else people
    return tuple(
        bot_at(seat) if label.startswith("bot:") else _name_of(label, known)
        for seat, label in enumerate(labels)
    )


def name_elsewhere(seat: DealSeat) -> str:
    """Return the name of another club's player in an imported deal: the one that came with it, or the seat's number."""
    if seat.elsewhere:
        return _("%(name)s of another club") % {"name": isolated(seat.elsewhere)}
    return _("player %(number)d of another club") % {"number": seat.number + 1}


def bot_at(seat: int) -> str:
    """Return what the bot of this seat is called at its table."""
    return _("%(name)s (bot)") % {"name": _AT_SEAT[seat]}


def bot_at_a_glance(seat: int) -> str:
    """Return the same where there is little room: the name with a sign."""
    return f"{_AT_SEAT[seat]} ⚙"


def _people(labels: Iterable[str]) -> dict[int, str]:
    wanted = {int(label.removeprefix("player:")) for label in labels if label.startswith("player:")}
    if not wanted:
        return {}
    rows = Player.objects.filter(pk__in=wanted)  # of four hundred no instances are made for a name
    columns = rows.values_list("pk", "username", "display_name", "is_guest")
    return {
        key: name_on_screen(key, login, shown, guest=guest) for key, login, shown, guest in columns
    }


def _name_of(label: str, people: Mapping[int, str]) -> str:
    kind, _sep, name = label.partition(":")
    if kind == "player":
        return people.get(int(name)) or _("former member")
    return str(_BOT_NAMES[name]) if name in _BOT_NAMES else _("Bot")
