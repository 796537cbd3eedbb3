"""What happened to a tournament: every official fact, in the past tense, in the order of its stream.

All amounts are whole chips, all seats are numbers 0..3 counted South, East, North, West (§1.2), all round, table and
deal numbers count from 1. An event carries enough that its fold need not think. Beside the classes each file lists
them with their stored names, which are final, and with how each changes the state.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from tournaments.engine.cardboard_events import CardboardEvent
from tournaments.engine.correction_events import CORRECTION_EVENTS, CorrectionEvent
from tournaments.engine.draw_events import DRAW_EVENTS, DrawEvent
from tournaments.engine.entry_events import ENTRY_EVENTS, EntryEvent
from tournaments.engine.fold_scores import CARDBOARD_EVENTS, with_ruling, with_score
from tournaments.engine.participants import Net
from tournaments.engine.scoring.standing_rows import FinalRow, PlayerAmount
from tournaments.engine.scoring.tie_breaks import AS_EVER
from tournaments.engine.state import Registered, Status, TournamentState
from tournaments.engine.timing_events import TIMING_EVENTS, TimingEvent


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
class TournamentStarted:
    """The entries are closed; ``seed`` (0 up to, not including, 2**53) fixes the first draw.

    ``secret`` is what the seed is made of (`commitment.seed_of`) and what was committed to; None where nothing was.
    The seed fixes all draws where there is no secret for each.
    """

    seed: int
    secret: str | None = None


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
    | TournamentStarted
    | TableDealScored
    | DealRescored
    | RoundClosed
    | TournamentClosed
    | PrizesCorrected
    | RefereeAnswered
    | TournamentCancelled
    | EntryEvent
    | DrawEvent
    | TimingEvent
    | CorrectionEvent
    | CardboardEvent
)
"""Everything that can happen to a tournament."""


def _described(state: TournamentState, event: TournamentDescribed) -> TournamentState:
    closed = state.check_in_closed and event.starts_at == state.starts_at
    return replace(
        state,
        starts_at=event.starts_at,
        description=event.description,
        check_in_closed=closed,
    )


REGISTERED: Final[tuple[Registered[Any], ...]] = (
    Registered(
        TournamentCreated,
        "tournament.created",
        lambda state, event: TournamentState(options=event),
        older=(
            lambda payload: {**payload, "fill_to": 0},
            lambda payload: {**payload, "bank_seconds": 0, "spectator_delay": None},
            lambda payload: {**payload, "least_members": 1, "late_until": 0, "check_in": False},
            lambda payload: {
                **payload,
                "round_minutes": 0,
                "wait_minutes": 0,
                "check_in_ends": None,
                "prize_sums": [],
                "appeal_minutes": 0,
                "club_pays": False,
            },
            lambda payload: {
                **payload,
                "tie_breaks": list(AS_EVER),
                "format": "even",
                "series": "",
                "series_best": 0,
                "duplicate": False,
            },
            lambda payload: {**payload, "final_rounds": 0, "finalists": 0},
            lambda payload: {**payload, "counts_for_player": False},
            lambda payload: {**payload, "admits": "members"},
            lambda payload: {**payload, "ruling_hours": 0},
        ),
    ),
    Registered(TournamentDescribed, "tournament.described", _described),
    Registered(
        TournamentStarted,
        "tournament.started",
        lambda state, event: replace(
            state, status=Status.RUNNING, seed=event.seed, secret=event.secret
        ),
        older=(lambda payload: {**payload, "secret": None},),
    ),
    Registered(
        TableDealScored,
        "tournament.deal-scored",
        with_score,
        older=(
            lambda payload: {**payload, "played_for": []},
            lambda payload: {**payload, "sat_in": []},
        ),
    ),
    Registered(DealRescored, "tournament.deal-rescored", with_ruling),
    Registered(
        RoundClosed,
        "tournament.round-closed",
        lambda state, event: state.with_round(replace(state.rounds[event.number - 1], closed=True)),
        older=(lambda payload: {**payload, "unconfirmed": [], "director": None},),
    ),
    Registered(
        TournamentClosed,
        "tournament.closed",
        lambda state, event: replace(state, status=Status.CLOSED, final=event.rows, pause=None),
    ),
    Registered(
        PrizesCorrected,
        "tournament.prizes-corrected",
        lambda state, event: replace(state, final=event.rows),
        older=(lambda payload: {**payload, "deal": None},),
    ),
    Registered(
        RefereeAnswered,
        "tournament.referee-answered",
        lambda state, event: state,  # for the log alone
    ),
    Registered(
        TournamentCancelled,
        "tournament.cancelled",
        lambda state, event: replace(
            state, status=Status.CANCELLED, end_reason=event.reason, pause=None
        ),
    ),
    *ENTRY_EVENTS,
    *DRAW_EVENTS,
    *TIMING_EVENTS,
    *CORRECTION_EVENTS,
    *CARDBOARD_EVENTS,
)
"""Every event with its stored name and how it changes the state: the log, the fold and the rows ask this list."""
