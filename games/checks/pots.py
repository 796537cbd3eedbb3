"""Checks tables' pots (§13.14) against the deals played for them, using only their events in the log."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.checks.wording import UNREADABLE, unreadable
from games.club.pots import (
    Pot,
    PotEvent,
    PotOfDeal,
    PotPaid,
    PotReturned,
    PotSharedOut,
    fold,
    pot_stream,
    table_of,
)
from games.ledger.accounts import table_pot_account
from games.ledger.audit import CalledTransfer
from games.log.integrity.verify import stream_names
from games.models import Deal, Table
from games.queries.finished.histories import history
from games.queries.pots import pot_events, said_of_pot
from games.settlement import pot_owed


def unreadable_pots() -> Iterator[str]:
    """Yield a sentence for each pot whose events are unreadable or impossible."""
    called: list[str] = []
    for _owed in called_by_pots(called):
        pass
    yield from called


def called_by_pots(unreadable_ones: list[str]) -> Iterator[CalledTransfer]:
    """Yield every transfer that pots call for; append a sentence to `unreadable_ones` for each unreadable pot."""
    for stream in stream_names("pot-"):
        table_id = table_of(stream)
        try:
            transfers = [] if table_id is None else list(pot_owed(table_id))
        except UNREADABLE as error:
            unreadable_ones.append(unreadable(stream, error))
            continue
        yield from map(CalledTransfer, transfers)


def strange_pots() -> Iterator[str]:
    """Yield a sentence for each payment into or out of a pot that its table's deals do not call for."""
    with_stream = {number for stream in stream_names("pot-") if (number := table_of(stream))}
    playing = Table.objects.filter(rules__pot__gt=0, chips_per_point__gt=0)
    tables = {*with_stream, *playing.values_list("pk", flat=True)}
    for table in Table.objects.filter(pk__in=tables).order_by("pk"):
        try:
            yield from _strange(table)
        except UNREADABLE:
            continue  # `check_ledger` and `verify_log` name the pot or the deal


def _strange(table: Table) -> Iterator[str]:
    events = [event for _stored, event in pot_events(table.pk)]
    pot, told = fold(events), {}
    deals = list(Deal.objects.filter(table=table).order_by("pk"))
    for deal in deals:
        said = said_of_pot(history(deal.pk))
        if said is not None:
            told[deal.pk] = said
        of_deal = [event for event in events if event.deal == deal.pk]
        settled = deal.owed_version == deal.settled_version
        if not _agree(pot, deal.pk, said, of_deal, settled=settled):
            yield _("The pot of table %(table)d differs from what deal %(deal)d says about it.") % {
                "table": table.pk,
                "deal": deal.pk,
            }
    for deal_id in sorted({event.deal for event in events} - {deal.pk for deal in deals}):
        yield _("Stream %(stream)s names deal %(deal)d, which was not played at its table.") % {
            "stream": pot_stream(table.pk),
            "deal": deal_id,
        }
    open_one = table.closed_at is None
    if open_one and any(isinstance(event, PotSharedOut) for event in events):
        yield _("The pot of table %(table)d was shared out, but the table is still open.") % {
            "table": table.pk
        }
    settled = all(deal.owed_version == deal.settled_version for deal in deals)
    if not open_one and settled and pot.chips:
        yield _(
            "Table %(table)d has ended, but account %(account)s still holds %(chips)d chips."
        ) % {
            "table": table.pk,
            "account": table_pot_account(table.pk),
            "chips": pot.chips,
        }


def _agree(
    pot: Pot, deal_id: int, said: PotOfDeal | None, events: list[PotEvent], *, settled: bool
) -> bool:
    """Return whether the pot's events about a deal are those that the deal calls for."""
    if said is None:
        return not events
    if PotPaid(deal_id, said.players, said.chips) not in events:
        return False  # it is paid with the cards, and never behind them
    returned = any(isinstance(event, PotReturned) for event in events)
    if returned and not said.stopped:
        return False
    if said.stopped and settled and not returned:
        return False  # whatever was paid, or taken, behind it
    if deal_id in pot.taken and pot.taken[deal_id].by != said.taker:
        return False
    return not settled or not list(pot.due(deal_id, said))
