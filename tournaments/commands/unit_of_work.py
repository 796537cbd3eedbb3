"""One transaction on one tournament: its events, its rows, and the chips they move.

`command` runs every use case in the same steps: check authority, lock, look for an earlier run, decide, append the
events, project, notify.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, wraps
from typing import Any, Concatenate, Final, ParamSpec, Protocol

from django.db import transaction

from games.commands.unit_of_work import UnitOfWork
from games.errors import Refused
from games.ledger.commands import Calling, Owed, post_owed
from games.log import EventData, Head
from games.models import Player
from games.queries import with_duty
from tournaments import queries
from tournaments.engine.correcting import agreements
from tournaments.engine.correcting.agreement_events import AgreementAsked
from tournaments.engine.errors import TournamentRefused
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
        """Create the unit of work; ``loaded`` is None for a tournament without events."""
        stream = stream_of(tournament_id)
        head = Head(stream) if loaded is None else loaded.head
        self._before = None if loaded is None else loaded.state
        super().__init__(head, self._before, now=now, by=by)
        self.tournament_id = tournament_id
        self._books = Books(tournament_id) if loaded is None else loaded.books
        self._owed: list[Owed] = []

    @classmethod
    def on(cls, tournament_id: int, *, now: datetime, by: Player | None = None) -> TournamentWork:
        """Lock the tournament's row until the transaction ends, and load it.

        Raises Refused("tournament.unknown").
        """
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
    """The input of a use case: the caller, the tournament and the time."""

    by: Player
    tournament_id: int
    now: datetime
    idempotency_key: str | None = None
    agreed: bool = False
    """Whether another member has agreed to it, so that the caller's own interest does not count."""


class Command(Protocol[P]):
    """A use case, called with keyword arguments by pages, the API and workers."""

    def __call__(
        self,
        by: Player,
        tournament_id: int,
        now: datetime,
        idempotency_key: str | None = None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> int:
        """Carry the use case out and return the stream's version.

        Raises `games.errors.Refused` and changes nothing then. A call repeated with the same `idempotency_key` is
        carried out once.
        """


ADVANTAGES: Final[dict[str, Callable[..., int]]] = {}
"""The commands that give somebody an advantage, by name: each takes an `Ask`, then the command's own arguments."""


def command(
    *brings: type[TournamentEvent],
    advantage: bool = False,
    then: Callable[[TournamentWork], object] | None = None,
    after: Callable[[TournamentWork], object] | None = None,
) -> Callable[[Callable[Concatenate[Ask, P], Decide]], Command[P]]:
    """Turn a function that checks authority and returns a decision into a use case.

    The function runs before the lock; the decision that it returns runs on the state of the locked tournament.
    `brings` is as in `UnitOfWork.answered`. With `advantage`, an act that is forbidden by the director's own interest
    becomes a request for another member's agreement. `then` may add events before they are saved. `after` runs after
    saving, in the same transaction, even if an earlier call with the same key had already carried the command out.
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
            return carry_out(Ask(by, tournament_id, now, idempotency_key), *args, **kwargs)

        def carry_out(ask: Ask, *args: P.args, **kwargs: P.kwargs) -> int:
            with translate_refusals():
                decide = asked(ask, *args, **kwargs)
                if advantage and ask.by.is_director and not ask.agreed:
                    agreed = partial(asked, replace(ask, agreed=True), *args, **kwargs)
                    decide = _or_ask(ask, asked.__name__, kwargs, decide, agreed)
                with transaction.atomic():
                    work = TournamentWork.on(ask.tournament_id, now=ask.now, by=ask.by)
                    version = work.carry_out(
                        decide,
                        idempotency_key=ask.idempotency_key,
                        brings=(*brings, AgreementAsked) if advantage and brings else brings,
                        then=then,
                    )
                    if after is not None:
                        after(work)
            return version

        if advantage:
            ADVANTAGES[asked.__name__] = carry_out
        return run

    return use_case


def _or_ask(
    ask: Ask,
    act: str,
    arguments: Mapping[str, Any],
    decide: Decide,
    agreed: Callable[[], Decide],
) -> Decide:
    """Return a decision that asks for another member's agreement if the caller's own interest forbids the act."""

    def decided(state: TournamentState) -> Sequence[TournamentEvent]:
        try:
            return decide(state)
        except TournamentRefused as refused:
            if refused.code != "tournament.own-interest":
                raise
        # What cannot be done anyway is refused now, and nothing is done yet.
        with transaction.atomic():
            follows = tuple(agreed()(state))
            transaction.set_rollback(True)
        if not follows:
            return ()
        more = {key: said for key, said in arguments.items() if key not in ("lay", "reason")}
        events = agreements.decide_ask(
            state,
            act=act,
            arguments=more,
            lay=arguments.get("lay"),
            reason=arguments.get("reason", ""),
            place=_place(state, arguments),
            director=ask.by.pk,
            follows=follows,
            silent=_silent(state),
        )
        _require_somebody(state, events[0])
        return events

    return decided


def _place(state: TournamentState, arguments: Mapping[str, Any]) -> agreements.ActPlace:
    """Return the round, table and deal number of the deal or table that these arguments name.

    Numbers that are not named are 0.
    """
    deal = arguments.get("deal", arguments.get("deal_id"))
    if deal is not None:
        found = state.find_deal(deal)
        if found is not None:
            return agreements.ActPlace(found[0], found[1], found[2].number)
        runs = queries.places_of([deal])[deal]
        return agreements.ActPlace(runs.round, runs.table, runs.deal_number)
    if "table" in arguments:
        return agreements.ActPlace(
            arguments.get("round_number", len(state.rounds)), arguments["table"]
        )
    return agreements.ActPlace()


def _silent(state: TournamentState) -> set[int]:
    known = queries.players_by_id(state.entrants)
    return {pk for pk, one in known.items() if one.is_guest or not one.is_active}


def _require_somebody(state: TournamentState, asked: AgreementAsked) -> None:
    """Raise `TournamentRefused` if nobody who can log in may agree to the request."""
    members = queries.players_by_id(agreements.free(state, asked)).values()
    staff = (one for one in with_duty() if not state.interested(one.pk))
    if not any(one.is_active and not one.is_guest for one in members) and not any(staff):
        raise TournamentRefused("tournament.agreement-nobody")
