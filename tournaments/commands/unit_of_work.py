"""One transaction on one tournament: its events, its rows, and the chips they move.

`command` is the one way in which a use case runs: authority, lock, carried out before?, decide, append, project, tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol

from django.db import transaction

from games.commands.unit_of_work import UnitOfWork
from games.errors import Refused
from games.ledger.commands import Calling, Owed, post_owed
from games.log import EventData, Head
from games.models import Player
from tournaments import queries
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal, translate_refusals
from tournaments.projections import project
from tournaments.projections.cases import project_cases
from tournaments.projections.standings import project_standings
from tournaments.queries import TOURNAMENTS, LoadedTournament
from tournaments.schema import name_of, stream_of, to_stored
from tournaments.settlement import Books


class TournamentWork(UnitOfWork[LoadedTournament, TournamentState, TournamentEvent]):
    """A unit of work on one tournament, whose row is locked."""

    aggregates = TOURNAMENTS

    def __init__(
        self,
        tournament_id: int,
        loaded: LoadedTournament | None,
        *,
        now: datetime,
        by: Player | None = None,
    ) -> None:
        """`loaded` is None for a tournament without events."""
        stream = stream_of(tournament_id)
        head = Head(stream) if loaded is None else loaded.head
        self._before = None if loaded is None else loaded.state
        super().__init__(head, self._before, now=now, by=by)
        self.tournament_id = tournament_id
        self._books = Books(tournament_id) if loaded is None else loaded.books
        self._owed: list[Owed] = []

    @classmethod
    def on(cls, tournament_id: int, *, now: datetime, by: Player | None = None) -> TournamentWork:
        """Lock the row until the transaction ends and load it. Raises Refused("tournament.unknown")."""
        if not queries.lock(tournament_id):
            raise refusal("tournament.unknown")
        return cls(tournament_id, queries.current(tournament_id), now=now, by=by)

    def _evolved(self, state: TournamentState | None, event: TournamentEvent) -> TournamentState:
        state = evolve(state, event)
        by = None if self.by is None else self.by.pk
        # As the event is recorded, which may be later than this clock: the checks hold both to each other.
        place = Calling(self._head.stream, state.version, self.recorded_at, by)
        self._books, called = self._books.follow(event, place)
        self._owed += called
        return state

    def _stored(self) -> list[EventData]:
        return [to_stored(event) for event in self.events]

    def _name_of(self, kind: type[TournamentEvent]) -> str:
        return name_of(kind)

    def _stale(self) -> Refused:
        return refusal("tournament.stale")

    def _project(self) -> None:
        project(
            self.tournament_id,
            self._before,
            self.state,
            self.events,
            now=self.recorded_at,
            read=self.now,
        )
        project_standings(self.tournament_id, self.state)
        project_cases(self.tournament_id, self.state, self.events)
        post_owed(self._owed)

    def _loaded(self, head: Head) -> LoadedTournament:
        return LoadedTournament(self.state, self._books, head)


P = ParamSpec("P")
Decide = Callable[[TournamentState], Sequence[TournamentEvent]]


@dataclass(frozen=True, slots=True)
class Ask:
    """The caller, the tournament and the time."""

    by: Player
    tournament_id: int
    now: datetime
    idempotency_key: str | None = None


class Command(Protocol[P]):
    """A use case as pages, the API and workers call it, with keyword arguments."""

    def __call__(
        self,
        by: Player,
        tournament_id: int,
        now: datetime,
        idempotency_key: str | None = None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> int:
        """Return the stream's version. Raises `games.errors.Refused` and changes nothing.

        What is sent again with the same `idempotency_key` is carried out once.
        """


def command(
    *brings: type[TournamentEvent],
    then: Callable[[TournamentWork], object] | None = None,
    after: Callable[[TournamentWork], object] | None = None,
) -> Callable[[Callable[Concatenate[Ask, P], Decide]], Command[P]]:
    """Turn a function that refuses unauthorised callers, and returns the decision, into a use case.

    The function runs before the lock, and what it returns on the state of the locked tournament. `brings` is as in
    `UnitOfWork.answered`. `then` adds to the work what follows before it is saved. `after` acts in the same transaction
    once it is saved, also where the command was carried out before.
    """

    def use_case(asked: Callable[Concatenate[Ask, P], Decide]) -> Command[P]:
        @wraps(asked)
        def run(
            by: Player,
            tournament_id: int,
            now: datetime,
            idempotency_key: str | None = None,
            *args: P.args,
            **kwargs: P.kwargs,
        ) -> int:
            ask = Ask(by, tournament_id, now, idempotency_key)
            with translate_refusals():
                decide = asked(ask, *args, **kwargs)
                with transaction.atomic():
                    work = TournamentWork.on(tournament_id, now=now, by=by)
                    version = work.carry_out(
                        decide, idempotency_key=idempotency_key, brings=brings, then=then
                    )
                    if after is not None:
                        after(work)
            return version

        return run

    return use_case
