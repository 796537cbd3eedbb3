"""Holding disputed chips: from the filing to the last word, in an account of the dispute (§10.7, §10.8)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.club.held_chips import Held, HoldSet, Why, hold_stream, to_stored
from games.ledger.commands import post_owed
from games.log import append, stream_version
from games.models import Deal, Player
from games.queries.cover import cover_of
from games.queries.held_chips import Wanted, hold_of, holds_of, wanted_for
from games.settlement import hold_owed


@transaction.atomic
def keep_hold(*, deal_id: int, now: datetime) -> None:
    """Hold what a deal's dispute should hold now, or let it go. Safe to run twice and late.

    Where the deal's row is taken, or its money has not moved yet, nothing happens: the sweep comes again.
    """
    deal = _locked(deal_id)
    if deal is None or deal.hold_due is None or deal.owed_version != deal.settled_version:
        return
    due = wanted_for(deal, now)
    before = hold_of(deal)
    if due.disputed != ({} if before is None else before.disputed):
        if before is not None:
            _set(deal, (), _why(deal, due), now)
        held = tuple(_held(player, chips) for player, chips in sorted(due.disputed.items()))
        if held:
            _set(deal, held, _why(deal, due), now)
    deal.hold_due = due.until if due.disputed else None
    deal.save(update_fields=["hold_due"])


def let_go_for_payment(deal: Deal, *, now: datetime) -> None:
    """Let what is held go before a ruling's payment is posted that changes who would have to pay back.

    The deal's row is locked; `keep_hold` holds anew what the ruling leaves disputed.
    """
    before = hold_of(deal)
    if before is not None and before.disputed != wanted_for(deal, now).disputed:
        _set(deal, (), Why.RULED, now)


def _locked(deal_id: int) -> Deal | None:
    rows = Deal.objects.select_for_update(of=("self",), skip_locked=True).select_related("table")
    return rows.filter(pk=deal_id).first()


def _why(deal: Deal, due: Wanted) -> Why:
    if not due.disputed:
        return Why.DECIDED if due.decided else Why.UNDECIDED
    return Why.RULED if holds_of(deal.pk) else Why.DISPUTED


def _held(player_id: int, disputed: int) -> Held:
    """What is held of this: no more than the member has, nor what other deals may cost them meanwhile."""
    # Locked as whoever takes a seat locks them: nobody counts on the same chips.
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    cover = cover_of(player_id)
    return Held(player_id, max(0, min(disputed, cover.balance, cover.free)), disputed)


def _set(deal: Deal, held: tuple[Held, ...], why: Why, now: datetime) -> None:
    stream = hold_stream(deal.pk)
    event = to_stored(HoldSet(held, why))
    version = append(stream, [event], expected_version=stream_version(stream), now=now)
    post_owed(one for one in hold_owed(deal.pk) if one.event.version == version)
