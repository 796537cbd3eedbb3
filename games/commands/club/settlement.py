"""Settles finished deals: transfers for the result, countering transfers for each ruling, and held chips.

It also seals, once in a club's life, the transfers made before transfers named their events.
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
    """Post the transfers that a finished deal still owes; return how many transfers the deal calls for.

    The number includes transfers posted earlier. It is 0 if nothing is left to settle, or if the deal's row is
    locked: then nothing is posted, and the next sweep tries again. Safe to repeat.

    Payment and holding of disputed chips are one transaction, so nobody can spend the chips in between. Held chips
    are released first where a ruling would otherwise leave somebody owing. The table's pot follows (§13.14). `now`
    defaults to the clock.
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
    """Seal the transfers that name no event, by an event of the ledger; return whether there were any to seal.

    This is done once, and only while no transfer names an event. So a transfer without an event that somebody adds
    later is not sealed, and the checks report it.
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
    """Run `carry_over` once the ledger has its new columns; `apps` is the app registry that migrations have reached."""
    transfer = Transfer if apps is None else apps.all_models["ledger"].get("transfer")
    if transfer is not None and any(one.name == "stream" for one in transfer._meta.get_fields()):
        carry_over(now=timezone.now())
