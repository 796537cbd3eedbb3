"""The unit of work of one deal: its events, its row, its deadlines and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import structlog

from games import projections
from games.bots import BOTS, Bot, bot_at_once
from games.bots.waiving import turned
from games.club.events import AlarmKind
from games.commands.club.club_work import raise_alarm
from games.commands.club.pots import keep_pot
from games.commands.deal.deadlines import Deadlines, deadlines, is_turn_of_thinker
from games.commands.deal.thinking import bot_pause
from games.commands.unit_of_work import UnitOfWork
from games.engine import sight
from games.engine.attendance import Attendance, Terms, attend
from games.engine.deal import decide, legal_moves, to_move
from games.engine.events import (
    UNSEEN,
    ClaimsOffered,
    DealPaused,
    DealResumed,
    DealStarted,
    Event,
    Over,
    SecretPublished,
)
from games.engine.events.preparing import blank
from games.engine.evolve import evolve
from games.engine.recording.notation import NAMES
from games.engine.state import DealState, Phase
from games.errors import Refused
from games.infrastructure.outbox import enqueue_due
from games.live.publish import publish_table
from games.log import EventData, Head
from games.models import Deal, Player, Table
from games.queries.club.house import house_rules
from games.queries.finished.histories import DEALS, LoadedDeal, Row, current
from games.queries.play import rows
from games.queries.play.windows import alone_unseen
from games.schema import to_stored


def commitment_broken(deal: Deal, *, now: datetime) -> None:
    """Raise an alarm: a deal's secret or a seed differs from what the log committed to."""
    raise_alarm(
        AlarmKind.COMMITMENT_BROKEN, subject=deal.stream, facts={"table": deal.table_id}, now=now
    )


def answered_by_bot(state: DealState, seat: int) -> tuple[Event, ...]:
    """Return the events of a bot's answer to the claim that it is offered; none if a person has the seat.

    Bots never think about a claim: the time it takes would reveal who was asked.
    """
    participant = state.setup.players[seat]
    if not participant.startswith("bot:"):
        return ()
    return decide(state, bot_at_once(participant)(sight.see(state, seat), legal_moves(state, seat)))


def _bot_of(participant: str) -> Bot | None:
    kind, _, name = participant.partition(":")
    return BOTS.get(name) if kind == "bot" else None


Clock = datetime | Callable[[], datetime]
"""A moment, or what reads the clock behind the deal's lock."""


class DealWork(UnitOfWork[LoadedDeal, DealState, Event]):
    """A unit of work on one deal, whose row is locked: its events, its row and what follows from them."""

    aggregates = DEALS

    def __init__(
        self, deal: Deal, loaded: LoadedDeal | None, *, now: datetime, by: Player | None = None
    ) -> None:
        """Start the work on a locked deal; `loaded` is None if the deal has no events yet."""
        head = Head(deal.stream) if loaded is None else loaded.head
        super().__init__(head, None if loaded is None else loaded.state, now=now, by=by)
        self.deal = deal
        self.ready_within = 0
        """How many seconds a deal that is not dealt yet waits for its players; 0 waits as long as they like."""
        self.closing = False
        """Whether the claim window closes with this work."""
        self.rows = () if loaded is None else loaded.rows
        """What was stored before."""

    @classmethod
    def on(cls, deal_id: int, *, now: Clock, by: Player | None = None) -> DealWork:
        """Lock the deal's row until the end of the transaction and load it. Raises Refused("deal.unknown").

        A clock as `now` is read after the lock is taken, so that no player loses time by waiting for the lock.
        """
        deal = rows.LOCKED.first(deal_id)
        if deal is None:
            raise Refused("deal.unknown")
        if not isinstance(now, datetime):
            now = now()
        # Lines that name the deal name its table too.
        if "deal" in structlog.contextvars.get_contextvars():
            structlog.contextvars.bind_contextvars(table=deal.table_id)
        return cls(deal, current(deal.pk), now=now, by=by)

    def events_until(self, version: int) -> tuple[Event, ...]:
        """Return the stored events up to and including this version."""
        return tuple(row.event for row in self.rows if row.version <= version)

    def add(self, events: Iterable[Event]) -> None:
        """Add events, and the published secret when the deal ends or is called off while its seeds are being opened.

        A secret that differs from the deal's commitment is not published; an alarm tells the owners. When a claim
        window opens in which nobody may claim, the forced events wait for its end (§6.10).
        """
        events = list(events)
        kinds = [type(event) for event in events]
        if ClaimsOffered in kinds and self._claim_seconds() is not None:
            del events[kinds.index(ClaimsOffered) + 1 :]
        for event in events:
            bound = self._state is not None and self._state.phase is not Phase.SEEDS
            super().add((event,))
            if bound and isinstance(event, Over):
                secret = projections.secret_of(self.deal.pk, self.state)
                if secret is None:
                    commitment_broken(self.deal, now=self.now)
                else:
                    super().add((SecretPublished(secret),))

    def require_still_theirs(self) -> None:
        """Raise Refused("seat.handed-over") if a bot has taken over the caller's seat at a tournament's table."""
        table = self.deal.table
        if table.admission != Table.Admission.FIXED:
            return
        if not table.seats.filter(player=self.by).exists():
            raise Refused("seat.handed-over")

    @property
    def there(self) -> Attendance:
        """Return the deal's attendance after all events added so far: who is gone, time used, pauses."""
        return attend([*[row.event for row in self.rows], *self.events])

    @property
    def terms(self) -> Terms:
        """Return the table's time limits for people."""
        table = self.deal.table
        return Terms(table.seconds_per_move, table.bank_seconds)

    @property
    def shown_state(self) -> DealState:
        """Return the state by which moves are judged: in an open claim window only answers to claims are legal."""
        return self.state if self.deal.window_until is None else sight.in_window(self.state)

    def known_to(self, viewer: int | None, upto: int | None = None) -> list[Event]:
        """Return the events that this seat (None: a spectator) may know, among the first `upto` events."""
        history = [*[row.event for row in self.rows], *self.events][:upto]
        if self.state.phase is Phase.OVER or not self.state.rules.hides:
            return history
        told = sight.known(history, viewer, over=False)
        return [event for event, known in zip(history, told, strict=True) if known]

    def save(self, *, idempotency_key: str | None = None) -> int:
        """Set the deal's deadlines, append its events and project them; return the stream's version."""
        deal = self.deal
        if len(self.events) > sum(isinstance(event, UNSEEN) for event in self.events):
            self.add(turned(self.state, [_bot_of(who) for who in self.state.setup.players]))
        if self.state.phase is Phase.CLAIMS and deal.window_until is None:
            self._answer_as_bots()
        before = Deadlines(deal.deadline, deal.bot_due, deal.window_until)
        since = self.now
        if deal.paused_at is not None and DealResumed in map(type, self.events):
            before = before.later(self.now - deal.paused_at)
        elif deal.paused_at is not None:
            since = deal.paused_at  # the resumption moves it by the whole of the pause
        elif DealPaused in map(type, self.events):
            # And not the log's time, which no step of the clock takes back.
            deal.paused_at = self.now
        after = deadlines(
            self.state,
            [event for event in self.events if not isinstance(event, UNSEEN)],
            before,
            now=since,
            terms=self.terms,
            there=self.there,
            bot_pause=bot_pause(self.deal.table, self.state, self.by),
            ready_within=self.ready_within,
            claim_seconds=self._claim_seconds(),
            closing=self.closing,
        )
        deal.deadline, deal.bot_due, deal.window_until = after
        if after != before or deal.paused_at is not None:
            deal.unseen_until = None  # it was the clock of a move that is made, or stands still
        if not self.events and after != before:
            deal.save(update_fields=["deadline", "bot_due", "window_until", "unseen_until"])
            self._tell()
        version = super().save(idempotency_key=idempotency_key)
        if DealStarted in map(type, self.events):
            keep_pot(deal=deal, now=self.now)
        return version

    def _answer_as_bots(self) -> None:
        """Let bots answer claims immediately when one person plays them unwatched.

        As the bots make no pause, that person cannot tell which of them were asked.
        """
        if alone_unseen(self.deal.table, self.state.setup.players):
            for seat in to_move(self.state):
                self.add(answered_by_bot(self.state, seat))

    def _metadata(self) -> dict[str, Any]:
        said = super()._metadata()
        if not self._head.version:
            # What the deal is played for, where no edit of the table's row can reach it (games.settlement).
            said["chips_per_point"] = self.deal.table.chips_per_point
        if self.deal.deadline is not None:
            said["deadline"] = self.deal.deadline.isoformat()
        if self.deal.window_until is not None:
            said["window"] = self.deal.window_until.isoformat()
        return said

    def _claim_seconds(self) -> int | None:
        """Return how many seconds a claim window of this deal is open; None if it has no windows.

        There are none if the rules or the house have none, among bots alone, and where one person plays bots
        unwatched: there a pause would reveal nothing.
        """
        setup = self.state.setup
        people = any(p.startswith("player:") for p in setup.players)
        if not setup.rules.offers or not people:
            return None
        if alone_unseen(self.deal.table, setup.players):
            return None
        return house_rules().claim_seconds or None

    def _evolved(self, state: DealState | None, event: Event) -> DealState:
        # Only the first event makes a state out of nothing.
        return blank(event) if state is None else evolve(state, event)  # type: ignore[arg-type]

    def _stored(self) -> list[EventData]:
        return to_stored(self.events)

    def _name_of(self, kind: type[Event]) -> str:
        return NAMES[kind]

    def _stale(self) -> Refused:
        return Refused("deal.stale")

    def _project(self) -> None:
        known_at = self.deal.changed_at
        news = len(self.known_to(None)) > len(self.known_to(None, len(self.rows)))
        projections.project(
            self.deal,
            self.state,
            self.events,
            now=self.recorded_at,
            # By the clock of the deadlines, which may have been set back behind the log's time. A window that closes
            # is none: where nobody was asked there is no event to say when it did (§6.10).
            changed_at=self.now if news else known_at,
        )
        if news or self.closing:
            self._tell()
        elif self.deal.bot_due is not None:
            enqueue_due(self.deal, now=self.now, thinks=is_turn_of_thinker(self.state))

    def _tell(self) -> None:
        """Announce that the deal has moved on and enqueue what follows; a hidden answer to a claim is not announced."""
        publish_table(self.deal.table)
        enqueue_due(self.deal, now=self.now, thinks=is_turn_of_thinker(self.state))

    def _loaded(self, head: Head) -> LoadedDeal:
        said = self._metadata()
        added = tuple(
            Row(version, self.recorded_at, event, said.get("by"), said.get("chips_per_point"))
            for version, event in enumerate(self.events, start=self._head.version + 1)
        )
        return LoadedDeal((*self.rows, *added), self.state, head)
