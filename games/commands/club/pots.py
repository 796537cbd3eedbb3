"""Commands of a table's pot (§13.14): payments, wins and refunds, each an event with a transfer.

The pot's account is locked after table, deal and members, so that events of one pot are written one after another.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from games.club.pots import Pot, PotEvent, PotSharedOut, pot_stream, to_stored
from games.ledger.accounts import table_pot_account
from games.ledger.commands import lock_account, post_owed
from games.log import append, stream_version
from games.models import Deal, Table
from games.queries.finished.histories import history
from games.queries.pots import paid_into_pot, pot_of, said_of_pot
from games.settlement import pot_owed


def keep_pot(*, deal: Deal, now: datetime) -> None:
    """Add the pot's events for all deals of the table up to this one. Safe to run twice and late.

    Earlier deals that are not settled are handled first, because a winner takes what was paid until then.
    """
    table = deal.table
    if not paid_into_pot(table):
        return
    lock_account(table_pot_account(table.pk))
    unsettled = Deal.objects.filter(
        table=table, pk__lt=deal.pk, owed_version__gt=F("settled_version")
    )
    pot = pot_of(table.pk)
    for deal_id in [*unsettled.order_by("pk").values_list("pk", flat=True), deal.pk]:
        said = said_of_pot(history(deal_id))
        if said is not None:
            for event in list(pot.due(deal_id, said)):
                pot = _add(table, pot, event, now)


def share_out_pot(*, table: Table, now: datetime) -> None:
    """Refund what is in the pot of a table that has ended.

    Does nothing while a deal of the table is not settled; settling that deal calls this function again.
    """
    if not paid_into_pot(table):
        return
    lock_account(table_pot_account(table.pk))
    table.refresh_from_db(fields=["closed_at"])  # whoever closed it meanwhile has let the lock go
    if table.closed_at is None:
        return
    if table.deals.filter(owed_version__gt=F("settled_version")).exists():
        return
    pot = pot_of(table.pk)
    if pot.payments:
        _add(table, pot, PotSharedOut(pot.payments[-1].deal), now)


def _add(table: Table, pot: Pot, event: PotEvent, now: datetime) -> Pot:
    stream = pot_stream(table.pk)
    version = append(stream, [to_stored(event)], expected_version=stream_version(stream), now=now)
    post_owed(one for one in pot_owed(table.pk) if one.event.version == version)
    return pot.after(event)
