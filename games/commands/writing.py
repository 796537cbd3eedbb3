"""Writing to one deal: its row locked, its events appended, its row and its bells set, all in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import structlog

from games import projections, queries, rows
from games.bell import ring
from games.engine.events import DealExhausted, DealWon, Event, SecretPublished
from games.engine.evolve import blank, evolve
from games.engine.state import DealState
from games.log import Head, WrongVersion, append, append_to
from games.models import Deal, Player
from games.refusals import Refused
from games.schema import to_stored
from games.stream import table_moved


def locked(deal_id: int) -> tuple[Deal, DealState]:
    """The deal's row, locked to the end of the transaction, and its state from the log."""
    deal = rows.LOCKED.first(deal_id)
    if deal is None:
        raise Refused("deal.unknown")
    # Lines that name the deal name its table too.
    if "deal" in structlog.contextvars.get_contextvars():
        structlog.contextvars.bind_contextvars(table=deal.table_id)
    return deal, queries.current(deal.pk).state


class Writer:
    """Collects what happens to a deal, keeps the state in step, and saves all of it at once."""

    def __init__(
        self, deal: Deal, state: DealState | None, *, now: datetime, actor: Player | None = None
    ) -> None:
        """`state` is None for a deal without events; `actor` is who asked, None for the service."""
        self.deal = deal
        self.now = now
        self._state = state
        self._before = 0 if state is None else state.version
        # Known, it saves a query; and what was decided on another history is then refused as stale.
        self._head = Head(deal.stream) if state is None else queries.head_of(deal.pk, state)
        self._actor = actor
        self._events: list[Event] = []

    @property
    def state(self) -> DealState:
        """The deal after all that was added."""
        assert self._state is not None
        return self._state

    @property
    def empty(self) -> bool:
        """Whether nothing was added."""
        return not self._events

    def add(self, events: Iterable[Event]) -> None:
        """Add what happened. The end of a deal publishes its secret in the same breath."""
        for event in events:
            self._put(event)
            if isinstance(event, DealWon | DealExhausted):
                self._put(SecretPublished(projections.secret_of(self.deal)))

    def _put(self, event: Event) -> None:
        # Only the first event makes a state out of nothing.
        self._state = blank(event) if self._state is None else evolve(self._state, event)  # type: ignore[arg-type]
        self._events.append(event)

    def save(self, *, command_id: str | None = None) -> int:
        """Append the events and bring the live row along; the stream's version. Raises Refused on a lost race."""
        if not self._events:
            return self._before
        projections.bring(self.deal, self.state, self._events, now=self.now)
        metadata: dict[str, Any] = {}
        if not self._before:
            # What the deal is played for, where no edit of the table's row can reach it (games.settlement).
            metadata["chips_per_point"] = self.deal.table.chips_per_point
        if self._actor is not None:
            metadata["by"] = self._actor.pk
        if self.deal.deadline is not None:
            metadata["deadline"] = self.deal.deadline.isoformat()
        try:
            version = self._append(metadata, command_id)
        except WrongVersion as error:
            raise Refused("deal.stale") from error
        if version != self.state.version:
            return version  # the log holds this command already, so nothing was stored now
        projections.save(self.deal, self.state, self._events)
        table_moved(self.deal.table_id)
        ring(self.deal)
        return version

    def _append(self, metadata: dict[str, Any], command_id: str | None) -> int:
        events = to_stored(self._events)
        if self._head is None:
            return append(
                self.deal.stream,
                events,
                expected_version=self._before,
                now=self.now,
                metadata=metadata,
                command_id=command_id,
            )
        head = append_to(self._head, events, now=self.now, metadata=metadata, command_id=command_id)
        return head.version
