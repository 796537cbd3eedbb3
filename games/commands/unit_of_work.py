"""The unit of work: what happens to one aggregate in one transaction is collected, appended and projected as one.

The aggregate's row is locked first. The events go behind the head of the stream that was loaded, so what was decided on
another history is refused; the rows follow in the same transaction; messages and the cache wait for its commit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

import structlog
from django.conf import settings
from django.db import transaction

from games import projections
from games.commands.deadlines import Deadlines, deadlines
from games.engine.events import DealExhausted, DealWon, Event, SecretPublished
from games.engine.evolve import blank, evolve
from games.engine.state import DealState
from games.errors import Refused
from games.live.publish import publish_table
from games.log import EventData, Head, WrongVersion, append_to, version_of_command
from games.log.aggregates import Aggregate, Aggregates
from games.models import Deal, Player
from games.outbox import enqueue_due, enqueue_subscribers
from games.queries import rows
from games.queries.histories import DEALS, LoadedDeal, Row, current
from games.schema import to_stored

A = TypeVar("A", bound=Aggregate)
S = TypeVar("S")
E = TypeVar("E")


class UnitOfWork(ABC, Generic[A, S, E]):
    """What happens to one aggregate: collected by `add`, with the state kept in step, and saved all at once."""

    aggregates: Aggregates[A]

    def __init__(self, head: Head, state: S | None, *, now: datetime, by: Player | None) -> None:
        """`state` is None for a stream without events; `by` is who asked, None for the service."""
        self.now = now
        self.by = by
        self.events: list[E] = []
        self._head = head
        self._state = state

    @property
    def state(self) -> S:
        """The aggregate after all that was added."""
        assert self._state is not None
        return self._state

    def add(self, events: Iterable[E]) -> None:
        """Add what happened."""
        for event in events:
            self._state = self._evolved(self._state, event)
            self.events.append(event)

    def answered(self, idempotency_key: str | None) -> int | None:
        """The version to which the command with this key has led; None where it is new, or has no key."""
        if not idempotency_key:
            return None
        return version_of_command(self._head.stream, idempotency_key)

    def carry_out(
        self, decide: Callable[[S], Iterable[E]], *, idempotency_key: str | None = None
    ) -> int:
        """Answer a command that was carried out before, else decide and save; the stream's version."""
        if (version := self.answered(idempotency_key)) is not None:
            return version
        self.add(decide(self.state))
        return self.save(idempotency_key=idempotency_key)

    def save(self, *, idempotency_key: str | None = None) -> int:
        """Append the events and project them; the stream's version. Raises Refused on a lost race."""
        if not self.events:
            return self._head.version
        stored = self._stored()
        try:
            head = append_to(
                self._head,
                stored,
                now=self.now,
                metadata=self._metadata(),
                command_id=idempotency_key,
            )
        except WrongVersion as error:
            raise self._stale() from error
        if head.version != self._head.version + len(self.events):
            return head.version  # the log holds this command already, so nothing was stored now
        self._project()
        loaded = self._loaded(head)
        transaction.on_commit(lambda: self.aggregates.keep(loaded))
        enqueue_subscribers(event.name for event in stored)
        return head.version

    def _metadata(self) -> dict[str, Any]:
        """What is stored beside each event."""
        return {} if self.by is None else {"by": self.by.pk}

    @abstractmethod
    def _evolved(self, state: S | None, event: E) -> S:
        """The state after one more event."""

    @abstractmethod
    def _stored(self) -> Sequence[EventData]:
        """The events as the log stores them."""

    @abstractmethod
    def _stale(self) -> Refused:
        """What a lost race is refused with."""

    @abstractmethod
    def _project(self) -> None:
        """Bring the rows along, and whatever else follows in this transaction."""

    @abstractmethod
    def _loaded(self, head: Head) -> A:
        """The aggregate with these events, as the next one who loads it will find it."""


class DealWork(UnitOfWork[LoadedDeal, DealState, Event]):
    """What happens to one deal, whose row is locked."""

    aggregates = DEALS

    def __init__(
        self, deal: Deal, loaded: LoadedDeal | None, *, now: datetime, by: Player | None = None
    ) -> None:
        """`loaded` is None for a deal without events."""
        head = Head(deal.stream) if loaded is None else loaded.head
        super().__init__(head, None if loaded is None else loaded.state, now=now, by=by)
        self.deal = deal
        self.hurried = False
        """Whether a deal that is not dealt yet waits no longer than `READY_SECONDS`."""
        self._rows = () if loaded is None else loaded.rows

    @classmethod
    def on(cls, deal_id: int, *, now: datetime, by: Player | None = None) -> DealWork:
        """Lock the deal's row to the end of the transaction and load it. Raises Refused("deal.unknown")."""
        deal = rows.LOCKED.first(deal_id)
        if deal is None:
            raise Refused("deal.unknown")
        # Lines that name the deal name its table too.
        if "deal" in structlog.contextvars.get_contextvars():
            structlog.contextvars.bind_contextvars(table=deal.table_id)
        return cls(deal, current(deal.pk), now=now, by=by)

    def add(self, events: Iterable[Event]) -> None:
        """Add what happened. The end of a deal publishes its secret with it."""
        for event in events:
            super().add((event,))
            if isinstance(event, DealWon | DealExhausted):
                super().add((SecretPublished(projections.secret_of(self.deal)),))

    def save(self, *, idempotency_key: str | None = None) -> int:
        """Set the deal's deadlines, append the events and project them; the stream's version."""
        before = Deadlines(self.deal.deadline, self.deal.bot_due)
        after = deadlines(
            self.state,
            self.events,
            before,
            now=self.now,
            seconds_per_move=self.deal.table.seconds_per_move,
            bot_pause=settings.TUSAC_BOT_PAUSE,
            hurried=self.hurried,
        )
        self.deal.deadline, self.deal.bot_due = after
        if not self.events and after != before:
            self.deal.save(update_fields=["deadline", "bot_due"])
        return super().save(idempotency_key=idempotency_key)

    def _metadata(self) -> dict[str, Any]:
        said = super()._metadata()
        if not self._head.version:
            # What the deal is played for, where no edit of the table's row can reach it (games.settlement).
            said["chips_per_point"] = self.deal.table.chips_per_point
        if self.deal.deadline is not None:
            said["deadline"] = self.deal.deadline.isoformat()
        return said

    def _evolved(self, state: DealState | None, event: Event) -> DealState:
        # Only the first event makes a state out of nothing.
        return blank(event) if state is None else evolve(state, event)  # type: ignore[arg-type]

    def _stored(self) -> list[EventData]:
        return to_stored(self.events)

    def _stale(self) -> Refused:
        return Refused("deal.stale")

    def _project(self) -> None:
        projections.project(self.deal, self.state, self.events, now=self.now)
        publish_table(self.deal.table_id)
        enqueue_due(self.deal)

    def _loaded(self, head: Head) -> LoadedDeal:
        said = self._metadata()
        added = tuple(
            Row(version, self.now, event, said.get("by"), said.get("chips_per_point"))
            for version, event in enumerate(self.events, start=self._head.version + 1)
        )
        return LoadedDeal((*self._rows, *added), self.state, head)
