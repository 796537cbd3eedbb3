"""Duties of the club: who has which, by whose word. Each change is an event of the member's stream."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.club.chips import DutiesSet
from games.commands.chips import locked, record_fact
from games.errors import Refused
from games.models import Player
from games.models.players import DUTIES


def why_no_duty(*, by: Player, player: Player, gains: bool) -> Refused | None:
    """Why `by` may not change a member's duties, and give a new one where it `gains`; None where they may."""
    if not by.is_superuser:
        return Refused("duty.not-owner")
    return Refused("duty.own") if gains and by.pk == player.pk else None


@transaction.atomic
def note_duties(
    *, by: Player, player: Player, before: frozenset[str], now: datetime, reason: str = ""
) -> None:
    """Record the duties that a member has by now, in the transaction that has stored them.

    `before` are those of before, without any where the account was closed. Raises Refused, so that nothing is stored.
    """
    locked(player)
    gave = duties_of(player) - before
    refusal = why_no_duty(by=by, player=player, gains=bool(gave)) if gave else None
    if refusal is not None:
        raise refusal
    held = tuple(sorted(duty for duty in DUTIES if getattr(player, duty)))
    event = DutiesSet(held, player.is_active, tuple(sorted(gave)), reason)
    record_fact(player, event, now=now, by=by)


def duties_of(player: Player) -> frozenset[str]:
    """The duties that somebody can use now."""
    return frozenset(duty for duty in DUTIES if player.is_active and getattr(player, duty))
