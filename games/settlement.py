"""From a finished deal's points to chips: one transfer for its result, and countering ones for each ruling."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from django.db import transaction

from games import queries
from games.engine.events import DealExhausted, DealWon, RulingGiven, RulingWithdrawn
from games.engine.scoring import Result
from games.ledger.accounts import account_of
from games.ledger.commands import Owed, post_owed
from games.models import Deal


def owed(deal_id: int, number: str, chips_per_point: int) -> list[Owed]:
    """Every transfer that the events of a deal call for, in order. `number` names it in the memos.

    A point is worth what the first event says; `chips_per_point`, the table's, counts for deals from before it did.
    """
    transfers: list[Owed] = []
    current: Owed | None = None
    players: tuple[str, ...] = ()
    for row in queries.history(deal_id):
        event = row.event
        if row.version == 1 and row.chips_per_point is not None:
            chips_per_point = row.chips_per_point
        players = queries.players_of(event) or players
        if not isinstance(event, DealWon | DealExhausted | RulingGiven | RulingWithdrawn):
            continue
        first = isinstance(event, DealWon | DealExhausted)
        key = f"deal:{deal_id}" if first else f"deal:{deal_id}:ruling:{row.version}"
        amounts = _amounts(players, event.result, chips_per_point)
        if current is not None:
            back = {code: -amount for code, amount in current.amounts.items()}
            transfers.append(
                Owed(
                    f"{key}:counter", f"Deal {number}: taken back after a ruling", back, current.key
                )
            )
            current = None
        if amounts:
            memo = f"Deal {number}" if first else f"Deal {number}: paid again after a ruling"
            current = Owed(key, memo, amounts, None)
            transfers.append(current)
    return transfers


def _amounts(players: tuple[str, ...], result: Result, chips_per_point: int) -> dict[str, int]:
    sums: defaultdict[str, int] = defaultdict(int)
    for label, net in zip(players, result.net, strict=True):
        sums[account_of(label)] += net * chips_per_point
    return {code: amount for code, amount in sums.items() if amount}


@transaction.atomic
def settle(*, deal_id: int, now: datetime) -> int:
    """Post what a finished deal still owes; how many transfers it calls for. Safe to run twice and late.

    Where the deal's row is taken it posts nothing: the sweep comes again.
    """
    # A settlement that waits in a lock is enqueued at every sweep. Copies that wait behind it would fill the pool.
    rows = Deal.objects.select_for_update(of=("self",), skip_locked=True).select_related("table")
    deal = rows.filter(pk=deal_id).first()
    if deal is None or deal.owed_version == deal.settled_version:
        return 0
    transfers = owed(deal_id, f"{deal.table.name} {deal.number}", deal.table.chips_per_point)
    post_owed(transfers, now=now)
    deal.settled_version = deal.owed_version
    deal.save(update_fields=["settled_version"])
    return len(transfers)
