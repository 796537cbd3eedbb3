"""Where a tournament stands: the sum of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.engine.events import (
    DealRescored,
    FinalRow,
    MemberEntered,
    MemberWithdrew,
    Net,
    PrizesCorrected,
    RoundClosed,
    RoundDrawn,
    StandingRow,
    Table,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.participants import member_label, with_fillers
from tournaments.engine.standings import Result, standings


class Status(StrEnum):
    """The stages of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    CLOSED = "closed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class DealScore:
    """What one deal counts now; ``rulings`` are the ids of the rulings that changed it, oldest first."""

    number: int
    deal_id: int
    net: Net
    winner: int | None
    points: int
    penalised: int | None
    rulings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a round: who sits there and the deals scored so far, by number."""

    seats: Table
    scores: tuple[DealScore, ...] = ()

    def score(self, number: int) -> DealScore | None:
        """What deal ``number`` counts, or None while it is not scored."""
        return next((score for score in self.scores if score.number == number), None)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round: its tables in order of their numbers, the starter seat of each deal (§8.3), whether it is closed."""

    number: int
    tables: tuple[TableState, ...]
    starters: tuple[int, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament after ``version`` events. ``entrants`` are player ids in order of entry."""

    options: TournamentCreated
    version: int = 1
    status: Status = Status.OPEN
    entrants: tuple[int, ...] = ()
    seed: int | None = None
    rounds: tuple[RoundState, ...] = ()
    final: tuple[FinalRow, ...] = ()

    @property
    def pot(self) -> int:
        """The entry fees of all who have entered, in chips."""
        return self.options.entry_fee * len(self.entrants)

    @property
    def members(self) -> tuple[str, ...]:
        """The labels of all who have entered, in order of entry."""
        return tuple(member_label(player) for player in self.entrants)

    @property
    def participants(self) -> tuple[str, ...]:
        """The labels of all who play: the members and the fillers that their number calls for."""
        return with_fillers(self.members, self.options.filler, self.options.fill_to)

    @property
    def open_round(self) -> RoundState | None:
        """The round that is being played, if there is one."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    def outstanding(self) -> int:
        """How many deals of the open round are not scored yet; 0 without an open round."""
        current = self.open_round
        if current is None:
            return 0
        return sum(self.options.deals_per_round - len(table.scores) for table in current.tables)

    def results(self) -> Iterator[Result]:
        """Every deal as it counts now."""
        for drawn in self.rounds:
            for table in drawn.tables:
                for score in table.scores:
                    yield Result(
                        table.seats, score.net, score.winner, score.points, score.penalised
                    )

    def standings(self) -> tuple[StandingRow, ...]:
        """The standings as they are now; before the start the members with zeros."""
        labels = self.participants if self.rounds else self.members
        return standings(labels, self.results())

    def find_deal(self, deal_id: int) -> tuple[int, int, DealScore] | None:
        """The round, the table and the score of a scored deal, or None."""
        for drawn in self.rounds:
            for number, table in enumerate(drawn.tables, 1):
                for score in table.scores:
                    if score.deal_id == deal_id:
                        return drawn.number, number, score
        return None


def evolve(state: TournamentState | None, event: TournamentEvent) -> TournamentState:
    """The state after one more event. Never decides; ValueError if the first is not the creation."""
    if isinstance(event, TournamentCreated):
        return TournamentState(options=event)
    if state is None:
        raise ValueError(f"a tournament cannot begin with {type(event).__name__}")
    return replace(_changed(state, event), version=state.version + 1)


def fold(events: Iterable[TournamentEvent]) -> TournamentState:
    """The state after all these events, the first of which is the creation; ValueError for an empty stream."""
    state: TournamentState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a tournament has at least its creation")
    return state


def _changed(state: TournamentState, event: TournamentEvent) -> TournamentState:
    match event:
        case MemberEntered(player):
            return replace(state, entrants=(*state.entrants, player))
        case MemberWithdrew(player):
            return replace(
                state, entrants=tuple(entrant for entrant in state.entrants if entrant != player)
            )
        case TournamentStarted(seed):
            return replace(state, status=Status.RUNNING, seed=seed)
        case RoundDrawn(number, tables, starters):
            drawn = RoundState(number, tuple(TableState(seats) for seats in tables), starters)
            return replace(state, rounds=(*state.rounds, drawn))
        case TableDealScored():
            return _with_score(state, event)
        case DealRescored():
            return _with_ruling(state, event)
        case RoundClosed(number):
            return _with_round(state, replace(state.rounds[number - 1], closed=True))
        case TournamentClosed(rows):
            return replace(state, status=Status.CLOSED, final=rows)
        case PrizesCorrected(rows):
            return replace(state, final=rows)
        case TournamentCancelled():
            return replace(state, status=Status.CANCELLED)
        case TournamentCreated():  # handled by evolve: a creation replaces everything
            return TournamentState(options=event)


def _with_score(state: TournamentState, event: TableDealScored) -> TournamentState:
    score = DealScore(
        event.deal_number, event.deal_id, event.net, event.winner, event.points, event.penalised
    )
    table = state.rounds[event.round - 1].tables[event.table - 1]
    scores = sorted((*table.scores, score), key=lambda one: one.number)
    return _with_scores(state, event.round, event.table, tuple(scores))


def _with_ruling(state: TournamentState, event: DealRescored) -> TournamentState:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    scores = tuple(
        replace(
            score, net=event.net, penalised=event.penalised, rulings=(*score.rulings, event.ruling)
        )
        if score.number == event.deal_number
        else score
        for score in table.scores
    )
    return _with_scores(state, event.round, event.table, scores)


def _with_scores(
    state: TournamentState, round_number: int, table_number: int, scores: tuple[DealScore, ...]
) -> TournamentState:
    drawn = state.rounds[round_number - 1]
    tables = list(drawn.tables)
    tables[table_number - 1] = replace(tables[table_number - 1], scores=scores)
    return _with_round(state, replace(drawn, tables=tuple(tables)))


def _with_round(state: TournamentState, drawn: RoundState) -> TournamentState:
    rounds = list(state.rounds)
    rounds[drawn.number - 1] = drawn
    return replace(state, rounds=tuple(rounds))
