"""The unit of work: collects all changes to one aggregate in a transaction, then appends and projects them together.

The aggregate's row is locked first. Events are appended after the version of the stream that was loaded, so decisions
on an outdated history are refused; the rows change in the same transaction. Messages and cache entries wait for the
commit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, Self, TypeVar

from django.db import transaction

from games.errors import Refused
from games.infrastructure.outbox import enqueue_subscribers
from games.log import EventData, Head, Recorded, WrongVersion, append_to, read, version_of_command
from games.log.aggregates import Aggregate, Aggregates
from games.models import Player

A = TypeVar("A", bound=Aggregate)
S = TypeVar("S")
E = TypeVar("E")


class UnitOfWork(ABC, Generic[A, S, E]):
    """Collects events of one aggregate by `add`, keeps its state up to date, and saves all together."""

    aggregates: Aggregates[A]

    def __init__(self, head: Head, state: S | None, *, now: datetime, by: Player | None) -> None:
        """Begin with the stream's head and state (None if it is empty); `by` is the player, None for the service."""
        self.now = now
        """What the clock says: moments to come are counted from here."""
        self.recorded_at = now if head.at is None else max(now, head.at)
        """When the events are recorded: in a stream time does not go back, whoever sets the clock."""
        self.by = by
        self.events: list[E] = []
        self.saved: A | None = None
        """The aggregate with what was stored, None as long as nothing is."""
        self._head = head
        self._state = state

    @property
    def state(self) -> S:
        """Return the aggregate's state after all added events."""
        assert self._state is not None
        return self._state

    def add(self, events: Iterable[E]) -> None:
        """Add events and apply them to the state."""
        for event in events:
            self._state = self._evolved(self._state, event)
            self.events.append(event)

    def answered(
        self, idempotency_key: str | None, *, brings: Collection[type[E]] = ()
    ) -> int | None:
        """Return the version to which the earlier command with this key led; None if the key is new or empty.

        `brings` names event classes of which this command always stores at least one. Raises Refused("key.used") if
        the key was used by somebody else or for another command, so that a command which never ran is not reported as
        done.
        """
        if not idempotency_key:
            return None
        version = version_of_command(self._head.stream, idempotency_key)
        if version is not None:
            self._require_same(version, brings)
        return version

    def carry_out(
        self,
        decide: Callable[[S], Iterable[E]],
        *,
        idempotency_key: str | None = None,
        brings: Collection[type[E]] = (),
        then: Callable[[Self], object] | None = None,
    ) -> int:
        """Run the command `decide` and return the stream's version; a key that was used before runs nothing.

        The version to which the key's first run led is returned instead. `brings` is as in `answered`. `then` is
        called before saving, to add what follows from the decided events.
        """
        if (version := self.answered(idempotency_key, brings=brings)) is not None:
            return version
        self.add(decide(self.state))
        if then is not None:
            then(self)
        return self.save(idempotency_key=idempotency_key)

    def save(self, *, idempotency_key: str | None = None) -> int:
        """Append the events and project them; return the stream's version.

        Raises Refused if another writer was quicker.
        """
        if not self.events:
            return self._head.version
        stored = self._stored()
        try:
            head = append_to(
                self._head,
                stored,
                now=self.recorded_at,
                metadata=self._metadata(),
                command_id=idempotency_key,
            )
        except WrongVersion as error:
            raise self._stale() from error
        if head.version != self._head.version + len(self.events):
            # The log holds this command already, so nothing was stored now.
            self._require_same(head.version)
            return head.version
        # First, so that the cache does not depend on what messages after the commit meet.
        loaded = self.saved = self._loaded(head)
        transaction.on_commit(lambda: self.aggregates.keep(loaded))
        self._project()
        enqueue_subscribers(event.name for event in stored)
        return head.version

    def _require_same(self, version: int, brings: Collection[type[E]] = ()) -> None:
        """Raise Refused("key.used") if the events stored up to this version are not this command's own."""
        stored = read(self._head.stream, 0 if brings else version - 1)
        last = stored[version - 1 if brings else 0]
        if last.metadata.get("by") != (None if self.by is None else self.by.pk):
            raise Refused("key.used")
        names = {self._name_of(kind) for kind in brings}
        if names and names.isdisjoint(event.name for event in _batch(stored[:version])):
            raise Refused("key.used")

    def _metadata(self) -> dict[str, Any]:
        """Return the metadata that is stored with each event."""
        return {} if self.by is None else {"by": self.by.pk}

    @abstractmethod
    def _evolved(self, state: S | None, event: E) -> S:
        """Return the state after one more event."""

    @abstractmethod
    def _stored(self) -> Sequence[EventData]:
        """Return the events as the log stores them."""

    @abstractmethod
    def _name_of(self, kind: type[E]) -> str:
        """Return the name under which events of this class are stored."""

    @abstractmethod
    def _stale(self) -> Refused:
        """Return the refusal for a command that lost a race against another writer."""

    @abstractmethod
    def _project(self) -> None:
        """Update the rows and whatever else belongs in this transaction."""

    @abstractmethod
    def _loaded(self, head: Head) -> A:
        """Return the aggregate with the new events, for the cache."""


def _batch(stored: Sequence[Recorded]) -> Iterable[Recorded]:
    """Yield the last of these events and, backwards, those that were stored together with it.

    The events of a batch share time and author, and only the last has the command's key. If an earlier batch without
    a key has the same author and the same microsecond, it cannot be told apart, and its events are yielded as well.
    """
    *before, last = stored
    yield last
    for event in reversed(before):
        if event.command_id is not None or (event.recorded_at, event.metadata) != (
            last.recorded_at,
            last.metadata,
        ):
            return
        yield event
