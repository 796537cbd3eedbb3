"""Passwords that somebody else sets: an owner is told, the member sees it, and no hand that is played is opened so."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.club.accounts import PasswordSet
from games.club.events import AlarmKind
from games.commands.chips import checked, locked, record_fact
from games.commands.club import raise_alarm
from games.errors import Refused
from games.models import DealSeat, Player, Table


def require_may_be_given(player: Player) -> None:
    """Raises Refused("password.playing") while this player sits in a deal that is played, or is bound to be."""
    seats = DealSeat.objects.filter(player=player, deal__ended_at__isnull=True)
    # Who has not said that they are ready at a table of the lobby cannot be dealt a card.
    bound = (
        Q(ready=True)
        | Q(deal__started_at__isnull=False)
        | Q(deal__table__admission=Table.Admission.FIXED)
    )
    if seats.filter(bound).exists():
        raise Refused("password.playing")


def note_given(*, by: Player, player: Player, reason: str, now: datetime) -> None:
    """Somebody else has set this player's password: an act of the staff, of which the member is told.

    The first login changes it, and an alarm tells all owners; one that was only taken away opens nothing. Raises
    Refused("account.reason").
    """
    locked(player)
    record_fact(player, PasswordSet(checked(reason, "account.reason")), now=now, by=by)
    if not player.has_usable_password():
        return
    note_first(by=by, player=player, now=now)
    raise_alarm(
        AlarmKind.PASSWORD_SET,
        # Of each who sets it, so that no second one hides behind an alarm that stands.
        subject=f"player:{player.pk}/by:{by.pk}",
        facts={"player": player.pk, "by": by.pk},
        now=now,
    )


def note_first(*, by: Player, player: Player, now: datetime) -> None:
    """The same for an account that is new, of which nobody need be told."""
    Player.objects.filter(pk=player.pk).update(
        password_by=by, password_at=now, password_is_given=True
    )
