"""Names players and bots on screen, and describes the bots to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots import MANNERS
from games.common.names import isolated, name_on_screen
from games.models import DealSeat, Player, Seat

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
    "newcomer": gettext_lazy("newcomer bots: know little more than the rules"),
    "club": gettext_lazy("club bots: take whatever they can and don't plan ahead"),
    "careful": gettext_lazy("careful bots: count the face-up cards and never risk a penalty"),
    "master": gettext_lazy("master bots: try their moves out before they play"),
}

BOT_CHOICES: Final = tuple((name, _OFFERED[name]) for name in MANNERS)
"""The bots that a table or a tournament may be filled with, by name, in words for a form."""


class ParticipantName(NamedTuple):
    """A participant's name on screen."""

    name: str
    member: int | None
    """The member to whose page the name leads; None of guests, bots and members whose account is gone."""
    program: bool = False
    """Whether a program plays with this member's account."""


def called(labels: Iterable[str]) -> tuple[ParticipantName, ...]:
    """Return the names, with details, of participants (`player:12`, `bot:club`), in the order of `labels`, in one
    query.
    """
    listed = tuple(labels)
    people = _people(listed)
    return tuple(_called(label, people) for label in listed)


def names_of(labels: Iterable[str]) -> tuple[str, ...]:
    """Return the display names of the participants with these labels (`player:12`, `bot:club`), in the same order."""
    return tuple(one.name for one in called(labels))


def names_at_table(
    labels: Sequence[str], people: Mapping[int, ParticipantName] | None = None
) -> tuple[str, ...]:
    """Return the display names of a deal's participants, in seat order.

    `people` are names that were read before, by player id.
    """
    return tuple(one.name for one in called_at_table(labels, people))


def called_at_table(
    labels: Sequence[str], people: Mapping[int, ParticipantName] | None = None
) -> tuple[ParticipantName, ...]:
    """Return the names of a deal's participants with their details, in seat order.

    `people` are names that were read before, by player id.
    """
    known = _people(labels) if people is None else people
    return tuple(
        ParticipantName(bot_at(seat), None) if label.startswith("bot:") else _called(label, known)
        for seat, label in enumerate(labels)
    )


def people_at(seats: Iterable[Seat | DealSeat]) -> dict[int, ParticipantName]:
    """Return the names of the people in these seats by player id; the seats' players must already be loaded."""
    people = (seat.player for seat in seats)
    return {
        one.pk: ParticipantName(one.shown_name, None if one.is_guest else one.pk, one.is_bot)
        for one in people
        if one is not None
    }


def name_elsewhere(seat: DealSeat) -> str:
    """Return the name to show for another club's player in an imported deal.

    Without a name in its file, the player is called by seat number.
    """
    if seat.elsewhere:
        return _("%(name)s from another club") % {"name": isolated(seat.elsewhere)}
    return _("player %(number)d from another club") % {"number": seat.number + 1}


def bot_at(seat: int) -> str:
    """Return the name of the bot in this seat at its table."""
    return _("%(name)s (bot)") % {"name": _AT_SEAT[seat]}


def bot_at_a_glance(seat: int) -> str:
    """Return the short name of the bot in this seat, with a sign, for places with little room."""
    return f"{_AT_SEAT[seat]} ⚙"


def _people(labels: Iterable[str]) -> dict[int, ParticipantName]:
    wanted = {int(label.removeprefix("player:")) for label in labels if label.startswith("player:")}
    if not wanted:
        return {}
    rows = Player.objects.filter(pk__in=wanted)  # of four hundred no instances are made for a name
    columns = rows.values_list("pk", "username", "display_name", "is_guest", "is_bot")
    return {
        key: ParticipantName(
            name_on_screen(key, login, shown, guest=guest, bot=bot), None if guest else key, bot
        )
        for key, login, shown, guest, bot in columns
    }


def _called(label: str, people: Mapping[int, ParticipantName]) -> ParticipantName:
    kind, _sep, name = label.partition(":")
    if kind == "player":
        return people.get(int(name)) or ParticipantName(_("former member"), None)
    return ParticipantName(str(_BOT_NAMES[name]) if name in _BOT_NAMES else _("Bot"), None)
