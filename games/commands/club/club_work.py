"""Commands about the club itself: alarms and their answers, and the unit of work that such commands share."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction

from games.club.events import (
    NAMES,
    AlarmAnswered,
    AlarmKind,
    AlarmRaised,
    ClubEvent,
    Facts,
    to_stored,
)
from games.club.state import ClubState, evolve
from games.club.vouching import vouch
from games.commands.unit_of_work import UnitOfWork
from games.errors import Refused
from games.log import EventData, Head
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.memory import NotedAlarm, note_alarm
from games.models import Player
from games.queries.club.house import CLUB, LoadedClub, current_club

_log = logging.getLogger(__name__)

TRIES: Final = 5
"""How often a lost race is run again: no row stands for the club that could be locked."""
LONGEST_REASON: Final = 500
"""Characters."""


class ClubWork(UnitOfWork[LoadedClub, ClubState, ClubEvent]):
    """A unit of work on the club's stream: its events and their rows, in one transaction."""

    aggregates = CLUB

    @classmethod
    def on(cls, *, now: datetime, by: Player | None = None) -> ClubWork:
        """Load the club without locking it; if another transaction writes first, saving is refused."""
        loaded = current_club()
        return cls(loaded.head, loaded.state, now=now, by=by)

    def _evolved(self, state: ClubState | None, event: ClubEvent) -> ClubState:
        return evolve(state or ClubState(), event, self.recorded_at)

    def _stored(self) -> list[EventData]:
        return [to_stored(event) for event in self.events]

    def _metadata(self) -> dict[str, Any]:
        """Return the metadata with the log key's signatures. Raises Refused("log.key") when an owner acts and there is
        no key.
        """
        by = None if self.by is None else self.by.pk
        try:
            key = log_key(make=self.by is not None)
        except NoKey:
            if self.by is not None:
                raise Refused("log.key") from None
            return {}  # an alarm is raised all the same
        first, said = self._head.version + 1, super()._metadata()
        return said | vouch(key, first, self._stored(), by=by, at=self.recorded_at)

    def _name_of(self, kind: type[ClubEvent]) -> str:
        return NAMES[kind]

    def _stale(self) -> Refused:
        return Refused("club.stale")

    def _project(self) -> None:
        """Note new alarms outside the database, once the transaction is committed.

        No row has to be written, since the club is read from its stream.
        """
        for event in self.events:
            if isinstance(event, AlarmRaised):
                alarm = NotedAlarm(event.alarm, event.kind, self.recorded_at)
                transaction.on_commit(partial(_note, alarm))

    def _loaded(self, head: Head) -> LoadedClub:
        return LoadedClub(self.state, head)


def _note(alarm: NotedAlarm) -> None:
    try:
        note_alarm(log_key().verifier, alarm)
    except (OSError, NoKey) as error:
        _log.error("an alarm could not be noted beside the log's key: %s", error)


def record(event: ClubEvent, *, now: datetime, by: Player | None = None) -> None:
    """Append an event to the club's stream. Raises Refused("club.stale") if other transactions kept writing first."""
    carry_out(lambda _state: (event,), now=now, by=by)


def raise_alarm(
    kind: AlarmKind, *, subject: str = "", facts: Facts | None = None, now: datetime
) -> None:
    """Raise an alarm, unless one of the same kind and subject is still unanswered."""

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if not state.stands(kind, subject):
            yield AlarmRaised(state.raised + 1, str(kind), subject, dict(facts or {}))

    carry_out(decide, now=now, by=None)


def answer_alarm(*, by: Player, alarm: int, reason: str, now: datetime) -> None:
    """Answer an alarm as an owner, with a reason. Answering twice changes nothing."""
    require_owner(by)
    reason = reason.strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        raise Refused("alarm.reason")

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if not 0 < alarm <= state.raised:
            raise Refused("alarm.unknown")
        if any(one.number == alarm for one in state.alarms):
            yield AlarmAnswered(alarm, reason)

    carry_out(decide, now=now, by=by)


def require_owner(player: Player) -> None:
    """Raise Refused("club.owner") unless the caller is an owner."""
    if not player.is_superuser:
        raise Refused("club.owner")


def carry_out(
    decide: Callable[[ClubState], Iterable[ClubEvent]], *, now: datetime, by: Player | None
) -> None:
    """Store the events that `decide` returns for the club, in one transaction.

    Retries when another transaction wrote first; raises Refused("club.stale") when the retries are used up.
    """
    for left in reversed(range(TRIES)):
        work = ClubWork.on(now=now, by=by)
        work.add(decide(work.state))
        try:
            with transaction.atomic():
                work.save()
        except Refused:
            if not left:
                raise
        else:
            return
