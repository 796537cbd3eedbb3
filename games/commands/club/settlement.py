"""Posting what a finished deal calls for: a transfer for its result, countering ones for each ruling, and the hold.

And once in a club's life: transfers from before transfers named their events are sealed by an event.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from games.club.chips import LEDGER, CarriedGrant, LedgerCarriedOver, to_stored
from games.commands.club.held_chips import Holding, locked_deal
from games.commands.club.pots import keep_pot, share_out_pot
from games.ledger.accounts import HOUSE
from games.ledger.audit import unnamed_transfers
from games.ledger.commands import post_owed
from games.ledger.models import Posting, Transfer
from games.log import append, stream_version
from games.settlement import owed


@transaction.atomic
def settle(*, deal_id: int, now: datetime | None = None) -> int:
    """Post what a finished deal still owes; how many transfers it calls for. Safe to run twice and late.

    What is disputed of it is held with the payment or not at all: nobody can spend it between the two. What was held is
    let go before, where others would have to pay back now. `now` is the clock's by default. Where the deal's row is
    taken it posts nothing: the sweep comes again. The table's pot follows (§13.14).
    """
    # A settlement that waits in a lock is enqueued at every sweep. Copies that wait behind it would fill the pool.
    deal = locked_deal(deal_id)
    if deal is None or deal.owed_version == deal.settled_version:
        return 0
    # Before a chip moves: whoever counts the chips of a member has their row.
    moment = now or timezone.now()
    holding = None if deal.hold_due is None else Holding.of(deal, now=moment)
    if holding is not None:
        holding.let_go()
    transfers = owed(deal_id, deal.table.chips_per_point)
    post_owed(transfers)
    keep_pot(deal=deal, now=moment)
    deal.settled_version = deal.owed_version
    deal.save(update_fields=["settled_version"])  # what it may cost is reserved no longer
    share_out_pot(table=deal.table, now=moment)
    if holding is not None:
        holding.hold()
    return len(transfers)


@transaction.atomic
def carry_over(*, now: datetime) -> bool:
    """Seal the transfers that name no event; whether there were any to seal.

    Only while no transfer names one yet: whatever is put in without an event later, stays without a reason.
    """
    if (
        not Transfer.objects.exists()
        or Transfer.objects.filter(stream__isnull=False).exists()
        or stream_version(LEDGER)
    ):
        return False
    number, digest = unnamed_transfers()
    grants = Posting.objects.filter(transfer__key__startswith="grant:").exclude(account__code=HOUSE)
    columns = ("key", "memo", "recorded_at", "metadata", "counters__key")
    rows = grants.order_by("pk").values_list("amount", *(f"transfer__{one}" for one in columns))
    carried = tuple(
        CarriedGrant(key, chips, memo, at, msgspec.json.decode(said).get("by"), counters)
        for chips, key, memo, at, said, counters in rows
    )
    event = LedgerCarriedOver(number, digest, carried)
    append(LEDGER, [to_stored(event)], expected_version=0, now=now)
    return True


def carry_over_after_migrating(*, apps: Any = None, **_signal: Any) -> None:
    """Do it as soon as the ledger has its new columns; `apps` are those that the database has been brought to."""
    transfer = Transfer if apps is None else apps.all_models["ledger"].get("transfer")
    if transfer is not None and any(one.name == "stream" for one in transfer._meta.get_fields()):
        carry_over(now=timezone.now())
