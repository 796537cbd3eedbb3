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
from tournaments.engine.scoring.tie_breaks import AS_EVER
from tournaments.engine.seat_events import SeatEvent
from tournaments.engine.signature_events import SignatureEvent
from tournaments.engine.timing_events import TimingEvent

Table: TypeAlias = tuple[str, str, str, str]
"""Who sits at one table: four participant labels, by seat."""

Net: TypeAlias = tuple[int, int, int, int]
"""What a deal brought each seat, in points; the sum is zero (§9.7)."""


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A director announced a tournament.

    ``rules`` is the key of a rule set (§11.1), ``prize_shares`` are percents of the pot for the first, second, …
    place, 100 in all, or of what ``prize_sums``, chips by place, leave of it (`prizes`). ``filler`` is the label of the
    bots that fill the tables: the last one, and if ``fill_to`` says so, more of them until that many play.
    ``bank_seconds`` are a seat's for a deal, and ``spectator_delay`` says how many seconds later who looks on sees a
    table; None that nobody may. Fewer than ``least_members`` in the first round do not start it; after the start
    members may enter until round ``late_until`` is drawn, 0 for nobody. With ``check_in`` it starts without those who
    have not said that they are there, where ``check_in_ends`` says so until that many minutes before the announced
    start. For ``appeal_minutes`` after the last deal the standings are provisional and the prizes held; with
    ``club_pays`` the club pays the entry fees. In a ``duplicate`` all tables of a round play the same deals.

    No deal of a round begins later than ``round_minutes`` after the round, where that is not 0, and ``deals_per_round``
    are then the most; a round begins ``wait_minutes`` after it was drawn. ``tie_breaks`` are asked in turn of members
    with equal points (`tie_breaks.TieBreak`); where there are none they share the place. ``format`` says by what the
    tables are made (`formats.Format`); where it is one of a ``series`` of that name, a member's ``series_best`` best of
    them count. Of tournaments in groups the last ``final_rounds`` are the final of so many ``finalists`` (`groups`).
    With ``counts_for_player`` each deal counts for who played it, else for the seat's owner, whoever played it. A
    referee is to rule within ``ruling_hours`` of a dispute or an appeal, 0 for what the rule of the house says.
    ``admits`` says who may enter (`admission.Admits`).
    """

    name: str
    rules: str
    rounds: int
    deals_per_round: int
    entry_fee: int
    prize_shares: tuple[int, ...]
    seconds_per_move: int
    director: int
    filler: str
    fill_to: int
    bank_seconds: int
    spectator_delay: int | None
    least_members: int = 1
    late_until: int = 0
    check_in: bool = False
    round_minutes: int = 0
    wait_minutes: int = 0
    check_in_ends: int | None = None
    prize_sums: tuple[int, ...] = ()
    appeal_minutes: int = 0
    club_pays: bool = False
    tie_breaks: tuple[str, ...] = AS_EVER
    format: str = "even"
    series: str = ""
    series_best: int = 0
    duplicate: bool = False
    final_rounds: int = 0
    finalists: int = 0
    counts_for_player: bool = False
    admits: str = "members"
    ruling_hours: int = 0


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
