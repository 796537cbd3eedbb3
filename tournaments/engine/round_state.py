"""The state of a round: its tables, the holders of their seats, and the counted deals."""

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
    """How long a seat is given to somebody: for one deal, for the current round, or for all later rounds too."""

    DEAL = "deal"
    ROUND = "round"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class DealScore:
    """The current score of a deal; ``rulings`` are the ids of the rulings that changed it, oldest first."""

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
    """The holder of a seat given away (None: the careful bot).

    After a seat given for one deal, ``then`` is the next holder.
    """

    player: int | None
    span: Span
    then: Given | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a round: its drawn seats, the counted deals by number, and the voided ones.

    ``replays`` are the voided deals to be played again: the first replay has the number after the draw's last deal,
    and so on. ``stopped`` is how many deals the table has played if it stopped early, when the round's time was up;
    otherwise None.
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
        """Return how a deal of this table counts, and for whom; ``number`` is the number of the round.

        Normally a deal counts for the member drawn for the seat, or for a member at a bot's seat. With ``for_player``
        it counts for the member who played it: for a substitute, and for no member if the careful bot played.
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
        """Return the score of deal ``number``, voided or not; None while it is not scored."""
        both = (*self.scores, *self.voided)
        return next((score for score in both if score.number == number), None)


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round: its tables by number, the starter seat of each deal (§8.3), and whether it is closed.

    ``method`` is the number of its pairing method. ``draw`` is the number of its draw among all of the tournament,
    discarded ones included; ``secret`` is the secret opened for that draw. ``apart`` are the groups of members kept
    apart, ``ranking`` the standings used for the draw, if any. ``clock`` is when the round begins or, once it has
    ``begun``, when its time is up; None if it is not timed. During a pause ``clock`` is as it was when the pause
    began.
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
        """Return the labels drawn for the seats of each table."""
        return tuple(table.seats for table in self.tables)

    def mean(self, number: int) -> Mean | None:
        """Return the mean of a duplicate's deal over the tables where it counts, None if it counts at none."""
        nets = [one.net for table in self.tables for one in table.scores if one.number == number]
        return mean_of(nets) if nets else None

    def planned(self, table: TableState) -> int:
        """Return how many deals a table plays this round as far as known, replays included."""
        if table.stopped is not None:
            return table.stopped
        return len(self.starters) + len(table.replays)

    def starter(self, table: TableState, number: int) -> int:
        """Return the seat that starts this deal of a table; a replay has the starter of the deal it replaces."""
        while number > len(self.starters):
            number = table.replays[number - len(self.starters) - 1]
        return self.starters_at(table)[number - 1]

    def starters_at(self, table: TableState) -> tuple[int, ...]:
        """Return the starter seat of each deal of a table; West never starts at a table of three."""
        seats = len(table.seats)
        return (
            self.starters
            if seats == SEATS
            else tuple(deal % seats for deal in range(len(self.starters)))
        )

    def outstanding(self) -> int:
        """Return how many of the round's deals are not yet scored."""
        return sum(
            self.planned(table) - len(table.scores) - len(table.voided) for table in self.tables
        )


@dataclass(frozen=True, slots=True)
class DiscardedDraw:
    """A discarded draw and what is needed to restore it, as long as its round is the newest.

    ``late``, ``absent`` and ``adjusted_in`` are the values that these fields of `TournamentState` had.
    """

    drawn: RoundState
    late: Mapping[int, int]
    absent: frozenset[int]
    adjusted_in: Mapping[int, int]
