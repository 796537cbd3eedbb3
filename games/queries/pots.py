"""Queries for the pot of a table (§13.14), and for what each deal means for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.club.pots import Pot, PotEvent, PotOfDeal, from_stored, pot_stream
from games.engine.events import DealCommitted, DealStarted, DealStopped, Ended, PaymentChange
from games.engine.rules import RuleSet
from games.engine.scoring import Result, is_factored
from games.log import UNREADABLE, Head, Recorded, Replayed, read_events
from games.log.aggregates import Aggregates, head_behind
from games.models import Deal, Table
from games.queries.finished.histories import Row
from games.schema import rules_from_plain


def paid_into_pot(table: Table) -> int:
    """Return the chips that a seat pays into the pot before each deal; 0 without a pot or without stakes."""
    return rules_from_plain(table.rules).pot if table.chips_per_point else 0


def pot_events(table_id: int) -> Iterator[tuple[Replayed, PotEvent]]:
    """Yield the events of a table's pot, in order, each with its stored row.

    Raises ValueError for events that no version of this program has written.
    """
    for stored in read_events(pot_stream(table_id)):
        yield stored, from_stored(stored.name, stored.schema, stored.payload)


@dataclass(frozen=True, slots=True)
class LoadedPot:
    """A pot as loaded from its stream."""

    pot: Pot
    head: Head


def _follow(known: LoadedPot | None, events: Sequence[Recorded]) -> LoadedPot:
    pot = Pot() if known is None else known.pot
    for stored in events:
        pot = pot.after(from_stored(stored.name, stored.schema, stored.payload))
    return LoadedPot(pot, head_behind(events))


POTS: Final = Aggregates(_follow)
"""All pots, by their streams."""


def pot_of(table_id: int) -> Pot:
    """Return the current pot of a table, empty if it has none. Raises ValueError if its events are impossible."""
    loaded = POTS.load(pot_stream(table_id))
    return Pot() if loaded is None else loaded.pot


def shown_pot(table: Table) -> Pot | None:
    """Return the present pot of a table for a page; None if there is no pot, or its events cannot be read."""
    try:
        return pot_of(table.pk) if paid_into_pot(table) else None
    except UNREADABLE:
        return None  # `check_ledger` names it


def pot_during(deal: Deal) -> int | None:
    """Return the chips that were in the table's pot during a deal; None without a pot."""
    pot = shown_pot(deal.table)
    return None if pot is None else pot.held.get(deal.pk)


def said_of_pot(rows: Sequence[Row]) -> PotOfDeal | None:
    """Return who paid into the pot in a deal and what became of it; None without a pot or before cards are dealt."""
    first = rows[0].event if rows else None
    if not isinstance(first, DealCommitted) or not first.rules.pot or rows[0].imported:
        return None
    if not rows[0].chips_per_point or not any(isinstance(row.event, DealStarted) for row in rows):
        return None
    said = PotOfDeal(first.players, first.rules.pot)
    for row in rows:
        event = row.event
        if isinstance(event, Ended):
            taker = taker_of(first.rules, event.result)
            label = None if taker is None else first.players[taker]
            said = said._replace(taker=label, stopped=isinstance(event, DealStopped))
        elif isinstance(event, PaymentChange):
            said = said._replace(void=event.result.winner is None)
    return said


def taker_of(rules: RuleSet, result: Result) -> int | None:
    """Return the seat that takes the pot with this result; None if nobody won with a hand that takes it."""
    taken = rules.pot and is_factored(rules, (shown.kind for shown in result.sets))
    return result.winner if taken else None
