"""Posting what a finished deal calls for: a transfer for its result, countering ones for each ruling, and the hold."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.commands.held_chips import Holding, locked_deal
from games.ledger.commands import post_owed
from games.settlement import owed


@transaction.atomic
def settle(*, deal_id: int, now: datetime | None = None) -> int:
    """Post what a finished deal still owes; how many transfers it calls for. Safe to run twice and late.

    What is disputed of it is held with the payment or not at all: nobody can spend it between the two. What was held is
    let go before, where others would have to pay back now. `now` is the clock's by default. Where the deal's row is
    taken it posts nothing: the sweep comes again.
    """
    # A settlement that waits in a lock is enqueued at every sweep. Copies that wait behind it would fill the pool.
    deal = locked_deal(deal_id)
    if deal is None or deal.owed_version == deal.settled_version:
        return 0
    # Before a chip moves: whoever counts the chips of a member has their row.
    holding = None if deal.hold_due is None else Holding.of(deal, now=now or timezone.now())
    if holding is not None:
        holding.let_go()
    transfers = owed(deal_id, deal.table.chips_per_point)
    post_owed(transfers)
    deal.settled_version = deal.owed_version
    deal.save(update_fields=["settled_version"])  # what it may cost is reserved no longer
    if holding is not None:
        holding.hold()
    return len(transfers)
