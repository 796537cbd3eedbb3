"""What happens to one deal in one transaction: its events, its row, its deadlines, and what they call for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings

from games import projections
from games.club.events import AlarmKind
from games.commands.club import raise_alarm
from games.commands.deadlines import Deadlines, deadlines
from games.commands.unit_of_work import UnitOfWork
from games.engine.events import DealCancelled, DealExhausted, DealWon, Event, SecretPublished
from games.engine.evolve import blank, evolve
from games.engine.state import DealState, Phase
from games.errors import Refused
from games.live.publish import publish_table
from games.log import EventData, Head
from games.models import Deal, Player
from games.outbox import enqueue_due
from games.queries import rows
from games.queries.histories import DEALS, LoadedDeal, Row, current
from games.schema import to_stored


def commitment_broken(deal: Deal, *, now: datetime) -> None:
    """Tell an owner that a deal's secret or a seed is not what the log says it was bound to."""
    raise_alarm(
        AlarmKind.COMMITMENT_BROKEN, subject=deal.stream, facts={"table": deal.table_id}, now=now
    )


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
        """Add what happened. The end of a deal publishes its secret, and so does calling it off among the seeds.

        A secret that is not what the deal was bound to is not published: an owner is told, and the log shows its lack.
        """
        for event in events:
            revealing = self._state is not None and self._state.phase is Phase.REVEAL
            super().add((event,))
            if isinstance(event, DealWon | DealExhausted) or (
                revealing and isinstance(event, DealCancelled)
            ):
                secret = projections.secret_of(self.deal.pk, self.state)
                if secret is None:
                    commitment_broken(self.deal, now=self.now)
                else:
                    super().add((SecretPublished(secret),))

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
