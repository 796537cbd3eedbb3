"""Holding disputed chips in an account of the dispute, from its filing until it is settled (§10.7, §10.8).

The deal's row is locked first, then the members' rows by id, in the same order as commands that stake or spend chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.club.held_chips import HoldSet, MemberHold, Why, hold_stream, to_stored
from games.commands.club.chips import lock_members
from games.ledger.commands import post_owed
from games.log import append, stream_version
from games.models import Deal
from games.queries.held_chips import WantedHold, hold_of, holds_of, wanted_for
from games.queries.required_balance import cover_of
from games.settlement import hold_owed

TOP_UP: Final = timedelta(minutes=10)
"""How soon the worker looks again whether a member has what was missing in what is held of them."""

NOTHING: Final = HoldSet((), Why.DISPUTED)


@transaction.atomic
def keep_hold(*, deal_id: int, now: datetime) -> None:
    """Hold the chips that a deal's dispute should hold now, and release the rest. Safe to run twice and late.

    Does nothing if the deal's row is locked or its chips have not moved yet; the next sweep tries again.
    """
    deal = locked_deal(deal_id)
    if deal is None or deal.hold_due is None or deal.owed_version != deal.settled_version:
        return
    Holding.of(deal, now=now).hold()


def locked_deal(deal_id: int) -> Deal | None:
    """Return a deal with its table, locked until the end of the transaction; None when another process holds the lock.

    The lock is "no key": a transaction that locks a member first and then refers to the deal doesn't wait for it.
    """
    rows = Deal.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    return rows.select_related("table").filter(pk=deal_id).first()


@dataclass(frozen=True, slots=True)
class Holding:
    """The chips that a deal's dispute holds and should hold; the members' rows stay locked until the commit."""

    deal: Deal
    """Its row is locked."""
    due: WantedHold
    now: datetime

    @classmethod
    def of(cls, deal: Deal, *, now: datetime) -> Holding:
        """Return the holding of a deal, with the members locked whose chips are held or should be held, and no
        others.
        """
        found = cls(deal, wanted_for(deal, now), now)
        lock_members({one.player for one in found.before.held} | found.due.disputed.keys())
        return found

    @property
    def before(self) -> HoldSet:
        """Return the chips that are held at present."""
        return hold_of(self.deal) or NOTHING

    def let_go(self) -> None:
        """Release the chips of members for whom a ruling changes the disputed sum. Call it before the ruling
        is paid.
        """
        before, disputed = self.before, self.due.disputed
        kept = tuple(one for one in before.held if one.disputed == disputed.get(one.player))
        if kept != before.held:
            _set(self.deal, kept, Why.RULED, self.now)

    def hold(self) -> None:
        """Hold the disputed chips, as far as the members have them, and schedule the next check.

        Call it after the payment.
        """
        deal, due, before = self.deal, self.due, self.before
        held = tuple(_held(player, chips, before) for player, chips in sorted(due.disputed.items()))
        if held != before.held:
            why = before.why if due.disputed == before.disputed else _why(deal, due)
            _set(deal, held, why, self.now)
        deal.hold_due = _next_look(due, held, self.now)
        deal.save(update_fields=["hold_due"])


def _why(deal: Deal, due: WantedHold) -> Why:
    if not due.disputed:
        return Why.DECIDED if due.decided else Why.UNDECIDED
    return Why.RULED if holds_of(deal.pk) else Why.DISPUTED


def _held(player_id: int, disputed: int, before: HoldSet) -> MemberHold:
    """Return a member's hold: the disputed chips, or fewer if the member has fewer to spare.

    Chips that the member's other deals may cost cannot be held. Chips that are already held stay held as far as they
    are disputed.
    """
    mine = sum(one.chips for one in before.held if one.player == player_id)
    cover = cover_of(player_id)
    there = max(mine, mine + min(cover.balance, cover.free))
    return MemberHold(player_id, max(0, min(disputed, there)), disputed)


def _next_look(due: WantedHold, held: tuple[MemberHold, ...], now: datetime) -> datetime | None:
    """Return when the worker checks again: soon if an account had less than is disputed; None if nothing is to be
    held.
    """
    if not due.disputed or due.until is None:
        return None
    short = any(one.chips < one.disputed for one in held)
    return min(due.until, now + TOP_UP) if short else due.until


def _set(deal: Deal, held: tuple[MemberHold, ...], why: Why, now: datetime) -> None:
    stream = hold_stream(deal.pk)
    event = to_stored(HoldSet(held, why))
    version = append(stream, [event], expected_version=stream_version(stream), now=now)
    post_owed(one for one in hold_owed(deal.pk) if one.event.version == version)
