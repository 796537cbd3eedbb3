"""What happened to a tournament: every official fact, in the past tense, in the order of its stream.

All amounts are whole chips, all seats are numbers 0..3 counted South, East, North, West (§1.2), all round, table and
deal numbers count from 1. An event carries enough that `evolve` need not think.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from tournaments.engine.cardboard_events import CardboardEvent
from tournaments.engine.correction_events import CorrectionEvent
from tournaments.engine.duplicate_events import DuplicateEvent
from tournaments.engine.invitation_events import InvitationEvent
from tournaments.engine.sanction_events import SanctionEvent
from tournaments.engine.scoring.standing_rows import (
    FinalRow,
    PlayerAmount,
    RankAtDraw,
)
from tournaments.engine.seat_events import SeatEvent
from tournaments.engine.signature_events import SignatureEvent
from tournaments.engine.terms import Terms
from tournaments.engine.timing_events import TimingEvent

Table: TypeAlias = tuple[str, str, str, str]
"""Who sits at one table: four participant labels, by seat."""

Net: TypeAlias = tuple[int, int, int, int]
"""What a deal brought each seat, in points; the sum is zero (§9.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(Terms):
    """A director announced a tournament by these terms."""

    director: int


@dataclass(frozen=True, slots=True)
class TournamentDescribed:
    """A director said when it begins (UTC, None where no day is set) and what it is about; the latest word counts."""

    starts_at: datetime | None
    description: str
    director: int


@dataclass(frozen=True, slots=True)
class MemberEntered:
    """A member entered and owes the entry fee to the pot; after the start for the rounds that are yet to be drawn."""

    player: int


@dataclass(frozen=True, slots=True)
class MembersEntered:
    """A director entered these members, in this order, and each owes the entry fee as by an entry of their own."""

    players: tuple[int, ...]
    director: int


@dataclass(frozen=True, slots=True)
class MemberWithdrew:
    """A member withdrew before the start and gets the entry fee back."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberCheckedIn:
    """A member is there, before the start."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberLeftOut:
    """The tournament starts without a member who has not checked in and who gets the entry fee back."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A member withdrew after the start, with ``round`` rounds drawn: no further one is drawn with them."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class MemberRemoved:
    """A director removed a member, with ``round`` rounds drawn: no further one is drawn with them."""

    player: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class MemberReturned:
    """A withdrawal after the start, or a removal, was taken back: the member plays from the next draw."""

    player: int


@dataclass(frozen=True, slots=True)
class AbsenceAnnounced:
    """A member sits out round ``round``, which is yet to be drawn."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class AbsenceTakenBack:
    """The member plays round ``round`` after all."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class DrawCommitted:
    """The draws are bound to secrets before anybody knows who plays; ``commitment`` is the first one's SHA-256 in hex.

    There is one for each of so many ``draws``, and each is the SHA-256 of the next one; a tournament from before has
    one for all of its draws, and ``draws`` is 1.
    """

    commitment: str
    draws: int = 1


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The entries are closed; ``seed`` (0 up to, not including, 2**53) fixes the first draw.

    ``secret`` is what the seed is made of (`commitment.seed_of`) and what was committed to; None where nothing was.
    The seed fixes all draws where there is no secret for each.
    """

    seed: int
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class DrawGiven:
    """A director gave the tables of every round by hand, before the start; the latest such word counts."""

    rounds: tuple[tuple[Table, ...], ...]
    director: int


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """The tables of a round; ``starters[k - 1]`` is the seat that starts deal k (§8.3).

    ``method`` is the number of the way in which it was drawn (`METHODS`), ``secret`` the next of the
    secrets to which the draws are bound; None where one was opened for all. ``apart`` are the groups of members who
    were not to meet in it, ``ranking`` the standings by which it was drawn, where it was. ``groups`` are the members of
    each group, where there are any, and ``finalists`` who plays the final in this round and those to come.
    """

    number: int
    tables: tuple[Table, ...]
    starters: tuple[int, ...]
    method: int = 1
    secret: str | None = None
    apart: tuple[tuple[int, ...], ...] = ()
    ranking: tuple[RankAtDraw, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    finalists: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableDealScored:
    """A deal of a table ended and counts.

    ``winner`` is a seat, or None when nobody won (§8.1); ``points`` are those of the winning hand (§9.1);
    ``penalised`` is the seat that paid the penalty (đền, §10.5), if any. ``played_for`` are the seats of members for
    whom the careful bot moved all along. ``sat_in`` are the seats where another member sat than was drawn, with who.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    net: Net
    winner: int | None
    points: int
    penalised: int | None
    played_for: tuple[int, ...] = ()
    sat_in: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DealRescored:
    """A ruling changed what a scored deal counts. ``ruling`` is the ruling's id; winner and points stay."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    net: Net
    penalised: int | None
    ruling: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every deal of the round is scored, and none by one seat's word alone; else a ``director`` names it.

    ``unconfirmed`` are the ids of the deals with real cards that one seat alone has vouched for.
    """

    number: int
    unconfirmed: tuple[int, ...] = ()
    director: int | None = None


@dataclass(frozen=True, slots=True)
class AppealOpened:
    """The last deal is over: up to ``until`` (UTC) a dispute holds the prizes, and after it they are paid."""

    until: datetime


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """The standings became final and the prizes are owed: they add up to the pot."""

    rows: tuple[FinalRow, ...]


@dataclass(frozen=True, slots=True)
class PrizesCorrected:
    """A ruling after the closing changed the final standings, or a director did with the event before this one.

    ``rows`` replace the older ones; ``corrections`` are the new prizes less the old ones, only where they differ,
    zero in all. ``ruling`` is 0 where a director corrected; ``deal`` is the deal that was ruled on, None there and in
    events of before it was named.
    """

    rows: tuple[FinalRow, ...]
    corrections: tuple[PlayerAmount, ...]
    ruling: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class RefereeAnswered:
    """A referee was called to a table of a round, and answered.

    ``call`` is the call's id, ``player`` who called, for ``reason`` and in ``words``; ``section`` may be empty.
    """

    call: int
    round: int
    table: int
    player: int
    reason: str
    words: str
    referee: int
    answer: str
    section: str


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """The tournament was called off; every fee goes back, as ``refunds`` lists."""

    reason: str
    refunds: tuple[PlayerAmount, ...]


TournamentEvent: TypeAlias = (
    TournamentCreated
    | TournamentDescribed
    | MemberEntered
    | MembersEntered
    | MemberWithdrew
    | MemberCheckedIn
    | MemberLeftOut
    | MemberLeft
    | MemberRemoved
    | MemberReturned
    | AbsenceAnnounced
    | AbsenceTakenBack
    | DrawCommitted
    | DrawGiven
    | TournamentStarted
    | RoundDrawn
    | TimingEvent
    | CorrectionEvent
    | TableDealScored
    | DealRescored
    | RoundClosed
    | AppealOpened
    | TournamentClosed
    | PrizesCorrected
    | RefereeAnswered
    | TournamentCancelled
    | CardboardEvent
    | SeatEvent
    | SanctionEvent
    | DuplicateEvent
    | InvitationEvent
    | SignatureEvent
)
"""Everything that can happen to a tournament."""
