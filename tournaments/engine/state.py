"""Where a tournament stands: the sum of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from tournaments.engine.events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    DealRescored,
    DrawCommitted,
    FinalRow,
    MemberCheckedIn,
    MemberEntered,
    MemberLeft,
    MemberLeftOut,
    MemberRemoved,
    MemberReturned,
    MembersEntered,
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
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.participants import is_bot, member_label, with_fillers
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
    played_for: tuple[int, ...] = ()
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
    """A round: its tables in order of their numbers, the starter seat of each deal (§8.3), whether it is closed.

    ``method`` is the way in which it was drawn.
    """

    number: int
    tables: tuple[TableState, ...]
    starters: tuple[int, ...]
    closed: bool = False
    method: int = 1


@dataclass(frozen=True, slots=True)
class Leaving:
    """That a member left when ``round`` rounds were drawn; ``reason`` is a director's, None of who withdrew."""

    round: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament after ``version`` events. ``entrants`` are player ids in order of entry.

    Of them ``late`` have entered after the start (with the first round that they can play), ``left`` play no more, and
    ``absent`` sit out the next round; before the start ``here`` have checked in.
    """

    options: TournamentCreated
    version: int = 1
    status: Status = Status.OPEN
    entrants: tuple[int, ...] = ()
    late: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, Leaving] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    commitment: str | None = None
    """SHA-256 of the secret to which the draws are bound; None where the tournament is older than that."""
    seed: int | None = None
    secret: str | None = None
    rounds: tuple[RoundState, ...] = ()
    final: tuple[FinalRow, ...] = ()
    starts_at: datetime | None = None
    description: str = ""

    @property
    def pot(self) -> int:
        """The entry fees of all who have entered, in chips."""
        return self.options.entry_fee * len(self.entrants)

    @property
    def members(self) -> tuple[str, ...]:
        """The labels of all who have entered, in order of entry."""
        return tuple(member_label(player) for player in self.entrants)

    @property
    def playing(self) -> tuple[int, ...]:
        """The members whom the next round is drawn with, in order of entry."""
        away = self.left.keys() | self.absent
        return tuple(player for player in self.entrants if player not in away)

    @property
    def not_here(self) -> tuple[int, ...]:
        """The members without whom a start would be: who has not checked in where that is asked, nor sits it out."""
        if not self.options.check_in or self.status is not Status.OPEN:
            return ()
        return tuple(player for player in self.playing if player not in self.here)

    @property
    def participants(self) -> tuple[str, ...]:
        """The labels of all who play the next round: those members, and the fillers that their number calls for."""
        members = [member_label(player) for player in self.playing]
        return with_fillers(members, self.options.filler, self.options.fill_to)

    @property
    def next_round(self) -> int:
        """The number of the round that is drawn next; one more than there are after the last draw."""
        return len(self.rounds) + 1

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
                        table.seats,
                        score.net,
                        score.winner,
                        score.points,
                        score.penalised,
                        score.played_for,
                    )

    def standings(self) -> tuple[StandingRow, ...]:
        """The standings as they are now; before the start the members with zeros."""
        bots = (
            label
            for drawn in self.rounds
            for table in drawn.tables
            for label in table.seats
            if is_bot(label)
        )
        gone = {member_label(player) for player in self.left}
        return standings([*self.members, *bots], self.results(), gone=gone)

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
        case TournamentDescribed(starts_at, description):
            return replace(state, starts_at=starts_at, description=description)
        case MemberEntered(player):
            late = {player: state.next_round} if state.rounds else {}
            return replace(state, entrants=(*state.entrants, player), late={**state.late, **late})
        case MembersEntered(players):
            return replace(state, entrants=state.entrants + players)
        case MemberCheckedIn(player):
            return replace(state, here=state.here | {player})
        case MemberWithdrew(player) | MemberLeftOut(player):
            return replace(
                state,
                entrants=tuple(entrant for entrant in state.entrants if entrant != player),
                absent=state.absent - {player},
                here=state.here - {player},
            )
        case MemberLeft(player, number):
            return _without(state, player, Leaving(number, None))
        case MemberRemoved(player, number, reason):
            return _without(state, player, Leaving(number, reason))
        case MemberReturned(player):
            left = {who: leaving for who, leaving in state.left.items() if who != player}
            return replace(state, left=left)
        case AbsenceAnnounced(player):
            return replace(state, absent=state.absent | {player})
        case AbsenceTakenBack(player):
            return replace(state, absent=state.absent - {player})
        case DrawCommitted(commitment):
            return replace(state, commitment=commitment)
        case TournamentStarted(seed, secret):
            return replace(state, status=Status.RUNNING, seed=seed, secret=secret)
        case RoundDrawn(number, tables, starters, method):
            seated = tuple(TableState(seats) for seats in tables)
            drawn = RoundState(number, seated, starters, method=method)
            return replace(state, rounds=(*state.rounds, drawn), absent=frozenset())
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


def _without(state: TournamentState, player: int, leaving: Leaving) -> TournamentState:
    return replace(state, left={**state.left, player: leaving}, absent=state.absent - {player})


def _with_score(state: TournamentState, event: TableDealScored) -> TournamentState:
    score = DealScore(
        event.deal_number,
        event.deal_id,
        event.net,
        event.winner,
        event.points,
        event.penalised,
        event.played_for,
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
