"""The state of a tournament, as folded from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from games.engine.disputing.approval import Approval
from tournaments.engine.participants import Table, is_bot, member_label
from tournaments.engine.round_state import DealScore, DiscardedDraw, RoundState, TableState
from tournaments.engine.scoring.means import UNIT
from tournaments.engine.scoring.sat_out import RankedBy, Unplayed, deals_sat_out
from tournaments.engine.scoring.standing_rows import FinalRow, StandingRow
from tournaments.engine.scoring.standings import CountedDeal, Final, RankedStandings, ranked
from tournaments.engine.table_sizes import Sizes, odd_of, sizes

if TYPE_CHECKING:  # events know the state they change
    from tournaments.engine.cash.events import BoxCounted, CashNoted
    from tournaments.engine.correcting.agreement_events import AgreementAsked
    from tournaments.engine.correcting.correction_events import (
        CorrectionProposed,
        MemberSanctioned,
        PointsAdjusted,
        SanctionTakenBack,
    )
    from tournaments.engine.events import TournamentCreated
    from tournaments.engine.real_cards.entered_results import ResultStatus
    from tournaments.engine.real_cards.events import PhysicalTablesSet

Event = TypeVar("Event")
Key = TypeVar("Key")
Value = TypeVar("Value")


class Status(StrEnum):
    """The stages of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    CLOSED = "closed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of all tables: who called it, why, and since when."""

    director: int
    reason: str
    at: datetime
    entered: frozenset[tuple[int, int]] = frozenset()
    """The tables with real cards, by round and number, whose result was entered meanwhile: the deal that lay there."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """A member's leaving after ``round`` rounds were drawn; a removal has the director's ``reason``."""

    round: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament after ``version`` events.

    ``entrants`` are player ids in order of entry. ``late`` are those who entered after the start, with the first
    round they can play; ``left`` no longer play; ``absent`` sit out the next round; ``here`` have checked in before
    the start.
    """

    options: TournamentCreated
    version: int = 1
    status: Status = Status.OPEN
    entrants: tuple[int, ...] = ()
    late: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, Leaving] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    here: frozenset[int] = frozenset()
    three_seats: bool = False
    """Whether three can play by its rules, as it started."""
    left_out: frozenset[int] = frozenset()
    """Without whom it started, since they had not checked in."""
    end_reason: str = ""
    """Why it was cancelled; empty where it was not."""
    commitment: str | None = None
    """SHA-256 of the first secret to which the draws are bound; None where the tournament is older than that."""
    bound_draws: int = 1
    """How many draws have a secret of their own; 1 where one is for all."""
    draws: int = 0
    """How many there have been, with discarded ones."""
    seed: int | None = None
    secret: str | None = None
    """The one that was opened last."""
    rounds: tuple[RoundState, ...] = ()
    former: DiscardedDraw | None = None
    """The draw of the newest round that was discarded last; None where there is none, or it stands again."""
    restored: int = 0
    """The newest round in which a redraw was taken back."""
    final: tuple[FinalRow, ...] = ()
    appeal_until: datetime | None = None
    """Up to when disputes hold the prizes; None before the last deal is over, and where nobody may appeal."""
    filing_until: datetime | None = None
    """Up to when deals are disputed: the same, but for what a late decision leaves to answer it."""
    starts_at: datetime | None = None
    description: str = ""
    check_in_closed: bool = False
    pause: Pause | None = None
    adjustments: Mapping[int, PointsAdjusted] = field(default_factory=dict)
    """Those that count, by number."""
    adjusted: int = 0
    """How many there have been."""
    adjusted_in: Mapping[int, int] = field(default_factory=dict)
    """How many rounds were drawn when each of them was made."""
    sanctions: Mapping[int, MemberSanctioned] = field(default_factory=dict)
    """Every report of conduct, by number; those too that stand no more."""
    sanctions_back: Mapping[int, SanctionTakenBack] = field(default_factory=dict)
    """What took which of them back."""
    apart: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The groups of members who are not to meet, by number."""
    parted: int = 0
    """How many there have been."""
    given: tuple[tuple[Table, ...], ...] = ()
    """The tables of every round, where a director gave them by hand."""
    reserves: tuple[int, ...] = ()
    """The reserve list, in order."""
    substitutes: Mapping[int, int | None] = field(default_factory=dict)
    """Who has the seats of a member in all rounds that are yet to be drawn, None the careful bot."""
    invited: tuple[int, ...] = ()
    """Who may enter where the terms take only those who are invited, in order."""
    turned_away: Mapping[int, str] = field(default_factory=dict)
    """Who was removed before the start, and why."""
    judges: frozenset[int] = frozenset()
    """Who has judged or corrected a deal, points or a draw, and so does not play."""
    deals_bound: str | None = None
    """SHA-256 of the first secret to which the deals of a duplicate are bound; None of any other tournament."""
    links: Mapping[int, str] = field(default_factory=dict)
    """Those of the deals of a duplicate that are open, by place."""
    marks: tuple[PhysicalTablesSet, ...] = ()
    """Which tables are played with real cards."""
    waiting: Mapping[int, Approval[CorrectionProposed, int]] = field(default_factory=dict)
    """Corrections that wait for a second person, by number."""
    proposed: int = 0
    """How many of these there have been."""
    agreements: Mapping[int, Approval[AgreementAsked, int]] = field(default_factory=dict)
    """Acts of a director who plays that wait for another member's agreement, by number."""
    asked: int = 0
    cash: Mapping[int, CashNoted] = field(default_factory=dict)
    """The payments at the door that count, by number."""
    cash_noted: int = 0
    """How many payments have been noted, with those taken back."""
    counts: tuple[BoxCounted, ...] = ()
    """How often the box was counted, and what was in it."""

    def with_round(self, drawn: RoundState) -> TournamentState:
        """Return the state with this round in place of the one with its number."""
        rounds = list(self.rounds)
        rounds[drawn.number - 1] = drawn
        return replace(self, rounds=tuple(rounds))

    def with_table(self, round_number: int, number: int, table: TableState) -> TournamentState:
        """Return the state with this table in place of the one with its number in a round."""
        drawn = self.rounds[round_number - 1]
        tables = list(drawn.tables)
        tables[number - 1] = table
        return self.with_round(replace(drawn, tables=tuple(tables)))

    def judged_by(self, player: int) -> TournamentState:
        """Return the state with this director or referee among the judges, who may not play."""
        return replace(self, judges=self.judges | {player})

    @property
    def pot(self) -> int:
        """Return the entry fees of all entrants, in chips."""
        return self.options.entry_fee * len(self.entrants)

    @property
    def members(self) -> tuple[str, ...]:
        """Return the labels of all entrants, in order of entry."""
        return tuple(member_label(player) for player in self.entrants)

    def interested(self, player: int) -> bool:
        """Return whether a member has entered, is on the reserve list, or ever held a seat (§10.8)."""
        return player in (*self.entrants, *self.reserves, *self.substitutes.values()) or any(
            player in table.came
            or any(
                player == who for score in (*table.scores, *table.voided) for _, who in score.sat_in
            )
            for drawn in self.rounds
            for table in drawn.tables
        )

    @property
    def without_place(self) -> frozenset[str]:
        """Return who has a line in the standings but no place: those who left, and substitutes without a fee."""
        sat = {
            player
            for drawn in self.rounds
            for table in drawn.tables
            for score in table.scores
            for _seat, player in score.sat_in
        }
        return frozenset(map(member_label, {*self.left, *sat.difference(self.entrants)}))

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the player ids in the next round's draw, in order of entry; a substitute plays on for who left."""
        stood_in_for = {owner for owner, player in self.substitutes.items() if player is not None}
        away = (self.left.keys() - stood_in_for) | self.absent
        return tuple(player for player in self.entrants if player not in away)

    @property
    def not_here(self) -> tuple[int, ...]:
        """Return whom a start now would leave out for lack of a required check-in; nobody after the start."""
        if not self.options.check_in or self.status is not Status.OPEN:
            return ()
        return tuple(player for player in self.playing if player not in self.here)

    @property
    def cardboard(self) -> bool:
        """Return whether every table is marked for real cards from the next draw on."""
        return next((one.cardboard for one in self.marks[::-1] if one.table is None), False)

    @property
    def sizes(self) -> Sizes:
        """Return the table sizes of the next round."""
        return self.sizes_of(len(self.playing))

    def sizes_of(self, members: int) -> Sizes:
        """Return the sizes of the next round's tables for this many members."""
        odd = odd_of(self.options, cardboard=self.cardboard, three_seats=self.three_seats)
        return sizes(members, odd, self.options.fill_to)

    @property
    def participants(self) -> tuple[str, ...]:
        """Return the labels of all in the next round: its members, and the fillers they need."""
        members = [member_label(player) for player in self.playing]
        return (*members, *[self.options.filler] * self.sizes.bots)

    @property
    def outs(self) -> tuple[tuple[str, ...], ...]:
        """Return for each round the labels of the members who sat it out by turns."""
        return tuple(tuple(map(member_label, drawn.out)) for drawn in self.rounds)

    @property
    def next_round(self) -> int:
        """Return the number of the next round to be drawn; after the last draw, one more than the last."""
        return len(self.rounds) + 1

    @property
    def final_began(self) -> int | None:
        """Return the number of the round that began the final; None if there is no final, or not yet."""
        return next((drawn.number for drawn in self.rounds if drawn.finalists), None)

    @property
    def open_round(self) -> RoundState | None:
        """Return the round being played, None if there is none."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def standing_draw(self) -> int:
        """Return which of all draws, discarded ones included, made the newest round; 0 before the first."""
        return self.rounds[-1].draw if self.rounds else 0

    def outstanding(self) -> int:
        """Return how many deals of the open round are not scored; 0 without an open round."""
        return self.open_round.outstanding() if self.open_round is not None else 0

    def on_one_word(self) -> tuple[int, ...]:
        """Return the open round's deals with one confirmation alone, which keep it from closing automatically."""
        tables = () if self.open_round is None else self.open_round.tables
        return tuple(
            score.deal_id
            for table in tables
            for score in table.scores
            if score.paper is not None and score.paper.alone
        )

    def papers(self, *statuses: ResultStatus) -> Iterator[tuple[Table, DealScore]]:
        """Yield the deals with real cards whose results have one of these statuses.

        Each comes with the labels drawn at its table. Deals that a ruling has declared void are included: on appeal
        they may count again.
        """
        for drawn in self.rounds:
            for table in drawn.tables:
                ruled_out = (score for score in table.voided if score.ruled_out)
                for score in (*table.scores, *ruled_out):
                    if score.paper is not None and score.paper.status in statuses:
                        yield table.seats, score

    def unvouched(self) -> int:
        """Return how many results with real cards only one seat has confirmed; no prize is paid on them."""
        return sum(
            score.paper is not None and score.paper.alone
            for drawn in self.rounds
            for table in drawn.tables
            for score in table.scores
        )

    @property
    def unit(self) -> int:
        """Return the number of parts into which a point of the standings is divided."""
        return UNIT if self.options.duplicate else 1

    def results(self) -> Iterator[CountedDeal]:
        """Yield every deal with its current score, in parts of a point (`unit`)."""
        for drawn in self.rounds:
            for _table, _score, result in self.counted(drawn):
                yield result

    def counted(self, drawn: RoundState) -> Iterator[tuple[int, DealScore, CountedDeal]]:
        """Yield the counted deals of a round: each one's table number, its score, and how it counts for whom."""
        numbers = {score.number for table in drawn.tables for score in table.scores}
        means = {one: drawn.mean(one) for one in numbers} if self.options.duplicate else {}
        for number, table in enumerate(drawn.tables, 1):
            for score in table.scores:
                result = table.counted(
                    score, drawn.number, for_player=self.options.counts_for_player
                )
                mean = means.get(score.number)
                if mean is not None:
                    result = replace(
                        result, net=mean.scored(score.net), exact=mean.exact(score.net)
                    )
                yield number, score, result

    def standings(self) -> tuple[StandingRow, ...]:
        """Return the current standings; before the start the members with zeros."""
        return self.ranked().rows()

    def ranked(self) -> RankedStandings:
        """Return the standings with the values that decided each place."""
        bots = (
            label
            for drawn in self.rounds
            for table in drawn.tables
            for label in table.seats
            if is_bot(label)
        )
        extra: Counter[str] = Counter()
        for one in self.adjustments.values():
            extra[member_label(one.player)] += one.points * self.unit
        return ranked(
            [*self.members, *bots],
            self.results(),
            gone=self.without_place,
            extra=extra,
            tie_breaks=self.options.tie_breaks,
            final=self._final(),
            by_deal=self.options.ranked_by == RankedBy.DEAL,
            sat_out=deals_sat_out(self.rounds) if self.options.unplayed == Unplayed.MEAN else {},
        )

    def _final(self) -> Final | None:
        began = self.final_began
        if began is None:
            return None
        extra: Counter[str] = Counter()
        for one in self.adjustments.values():
            if self.adjusted_in.get(one.number, 0) >= began:
                extra[member_label(one.player)] += one.points * self.unit
        finalists = frozenset(map(member_label, self.rounds[-1].finalists))
        return Final(finalists, began, extra, self.options.counts_for_player)

    def find_deal(self, deal_id: int) -> tuple[int, int, DealScore] | None:
        """Return the round, table and score of a scored deal, even a voided one; None if it is not scored."""
        for drawn in self.rounds:
            for number, table in enumerate(drawn.tables, 1):
                for score in (*table.scores, *table.voided):
                    if score.deal_id == deal_id:
                        return drawn.number, number, score
        return None


@dataclass(frozen=True, slots=True)
class Registered(Generic[Event]):
    """An event of tournaments as the log and the fold need it: its class, its final stored name, its fold.

    ``older`` are functions that convert stored payloads from schema 1 to 2, from 2 to 3, and so on.
    """

    kind: type[Event]
    name: str
    fold: Callable[[TournamentState, Event], TournamentState]
    older: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = ()

    @property
    def schema(self) -> int:
        """Return the schema number with which the event is now stored."""
        return len(self.older) + 1


def without(mapping: Mapping[Key, Value], gone: Key) -> Mapping[Key, Value]:
    """Return a copy of the mapping without this key, which it need not have."""
    return {key: value for key, value in mapping.items() if key != gone}
