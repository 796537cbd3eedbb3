"""The state of a round: its tables, who has their seats, and what their deals count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.engine.participants import CAREFUL, SEATS, Net, Table, is_bot, member_label
from tournaments.engine.scoring.means import Mean, mean_of
from tournaments.engine.scoring.standing_rows import RankAtDraw
from tournaments.engine.scoring.standings import CountedDeal

if TYPE_CHECKING:  # events know the state they change
    from tournaments.engine.real_cards.entered_results import EnteredResult


class Span(StrEnum):
    """How long a seat is given for: one deal, the current round, or all that follows."""

    DEAL = "deal"
    ROUND = "round"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class DealScore:
    """The present score of one deal; ``rulings`` are the ids of the rulings that changed it, oldest first."""

    number: int
    deal_id: int
    net: Net
    winner: int | None
    points: int
    penalised: int | None
    played_for: tuple[int, ...] = ()
    sat_in: tuple[tuple[int, int], ...] = ()
    rulings: tuple[int, ...] = ()
    paper: EnteredResult | None = None
    """What was entered of a deal with real cards; None of one that was played on screens."""
    before: tuple[Net, ...] = ()
    """What it had counted when each of the rulings came."""
    ruled_out: bool = False
    """Whether the last of the rulings declared it void: then only a ruling lets it count."""
    called_off: bool = False
    """Whether a director has voided it: then no ruling lets it count."""


@dataclass(frozen=True, slots=True)
class Given:
    """The player of a seat that was given away (None: the careful bot); ``then`` plays it after one deal."""

    player: int | None
    span: Span
    then: Given | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a round: who sits there, the deals that count so far, by number, and those that were voided.

    ``replays`` are the voided deals that are played again, by number: the first one's replay has the number behind the
    last deal of the draw. ``stopped`` is how many deals it has played, where the round's time was up before all were.
    """

    seats: Table
    scores: tuple[DealScore, ...] = ()
    stopped: int | None = None
    voided: tuple[DealScore, ...] = ()
    replays: tuple[int, ...] = ()
    given: Mapping[int, Given] = field(default_factory=dict)
    """The seats that were given away, be it back to their owners, and who has them from the next deal on."""
    came: frozenset[int] = frozenset()
    """The members who had a seat that was given away, be it no more."""

    def counted(self, score: DealScore, number: int, *, for_player: bool) -> CountedDeal:
        """Return what a deal of round ``number`` counts, and for whom: the owner, or the member at a bot's seat.

        With ``for_player`` that is who played it: a substitute for themselves, the careful bot for nobody's member.
        """
        seats, away = list(self.seats), set(score.played_for)
        for seat, player in score.sat_in:
            if for_player or is_bot(seats[seat]):
                seats[seat] = member_label(player)
            else:
                away.add(seat)
        if for_player:
            for seat in away:
                seats[seat] = CAREFUL
            away = set()
        return CountedDeal(
            tuple(seats),
            score.net,
            score.winner,
            score.points,
            score.penalised,
            tuple(sorted(away)),
            number,
        )

    def score(self, number: int) -> DealScore | None:
        """Return what deal ``number`` counts, or would if it were not voided; None while it is not scored."""
        both = (*self.scores, *self.voided)
        return next((score for score in both if score.number == number), None)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round: its tables in order of their numbers, the starter seat of each deal (§8.3), whether it is closed.

    ``method`` is the way in which it was drawn, ``draw`` the number of the draw among all of the tournament, with
    discarded ones, ``secret`` what was opened for it, ``apart`` who was not to meet, ``ranking`` the standings by which
    it was drawn, if it was. ``clock`` is when it begins, or once it has ``begun`` when its time is up; None where
    nothing is timed. In a pause it stands relative to that pause's beginning.
    """

    number: int
    tables: tuple[TableState, ...]
    starters: tuple[int, ...]
    closed: bool = False
    method: int = 1
    draw: int = 1
    secret: str | None = None
    apart: tuple[tuple[int, ...], ...] = ()
    ranking: tuple[RankAtDraw, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    """The members of each group by which it was drawn; those of the last round of groups in a final."""
    finalists: tuple[int, ...] = ()
    """Who plays the final in it."""
    out: tuple[int, ...] = ()
    """Members whose turn it is to sit out."""
    had_left: frozenset[int] = frozenset()
    """Who had left when it was drawn, for some of whom a substitute plays on."""
    begun: bool = True
    clock: datetime | None = None
    time_up: bool = False
    opened: tuple[int, ...] = ()
    """The deals of a duplicate that no table plays any more, by number."""

    @property
    def drawn(self) -> tuple[Table, ...]:
        """Return who was drawn at its tables."""
        return tuple(table.seats for table in self.tables)

    def mean(self, number: int) -> Mean | None:
        """Return the mean of a duplicate's deal over the tables at which it counts, None where it counts at none."""
        nets = [one.net for table in self.tables for one in table.scores if one.number == number]
        return mean_of(nets) if nets else None

    def planned(self, table: TableState) -> int:
        """Return how many deals one of its tables plays, with replays, as far as known."""
        if table.stopped is not None:
            return table.stopped
        return len(self.starters) + len(table.replays)

    def starter(self, table: TableState, number: int) -> int:
        """Return the seat that starts this deal of a table; a replay has that of the deal it replaces."""
        while number > len(self.starters):
            number = table.replays[number - len(self.starters) - 1]
        return self.starters_at(table)[number - 1]

    def starters_at(self, table: TableState) -> tuple[int, ...]:
        """Return the starter of each deal of a table; at one of three nobody sits West."""
        seats = len(table.seats)
        return (
            self.starters
            if seats == SEATS
            else tuple(deal % seats for deal in range(len(self.starters)))
        )

    def outstanding(self) -> int:
        """Return how many of its deals are not yet scored."""
        return sum(
            self.planned(table) - len(table.scores) - len(table.voided) for table in self.tables
        )


@dataclass(frozen=True, slots=True)
class DiscardedDraw:
    """A discarded draw with its circumstances: it may be restored while its round is drawn.

    ``late``, ``absent`` and ``adjusted_in`` are as in the state of a tournament.
    """

    drawn: RoundState
    late: Mapping[int, int]
    absent: frozenset[int]
    adjusted_in: Mapping[int, int]
