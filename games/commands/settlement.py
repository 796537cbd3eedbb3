"""Posting what a finished deal calls for: one transfer for its result, and countering ones for each ruling."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.commands.held_chips import let_go_for_payment
from games.ledger.commands import post_owed
from games.models import Deal
from games.settlement import owed


@transaction.atomic
def settle(*, deal_id: int, now: datetime | None = None) -> int:
    """Post what a finished deal still owes; how many transfers it calls for. Safe to run twice and late.

    What is held of it is let go before, where others would have to pay back now (`held_chips`); it is now by default.
    Where the deal's row is taken it posts nothing: the sweep comes again.
    """
    # A settlement that waits in a lock is enqueued at every sweep. Copies that wait behind it would fill the pool.
    rows = Deal.objects.select_for_update(of=("self",), skip_locked=True).select_related("table")
    deal = rows.filter(pk=deal_id).first()
    if deal is None or deal.owed_version == deal.settled_version:
        return 0
    let_go_for_payment(deal, now=now or timezone.now())
    transfers = owed(deal_id, deal.table.chips_per_point)
    post_owed(transfers)
    deal.settled_version = deal.owed_version
    deal.save(update_fields=["settled_version"])
    return len(transfers)
