"""The events of a tournament: every official fact, in the past tense, in the order of its stream.

All amounts are whole chips. Seats are numbers 0..3 for South, East, North, West (§1.2); round, table and deal numbers
count from 1. Folding an event needs no decision: it holds all that is needed. Each file of events also lists its
classes with their final stored names and the functions that apply them to the state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from tournaments.engine.cash.events import CASH_EVENTS, CashEvent
from tournaments.engine.clock.timing_events import TIMING_EVENTS, TimingEvent
from tournaments.engine.correcting.agreement_events import AGREEMENT_EVENTS, AgreementEvent
from tournaments.engine.correcting.correction_events import CORRECTION_EVENTS, CorrectionEvent
from tournaments.engine.draw_events import DRAW_EVENTS, DrawEvent
from tournaments.engine.fold_scores import CARDBOARD_EVENTS, with_ruling, with_score
from tournaments.engine.participants import Net
from tournaments.engine.people.entry_events import ENTRY_EVENTS, EntryEvent
from tournaments.engine.real_cards.events import CardboardEvent
from tournaments.engine.scoring.standing_rows import FinalRow, PlayerAmount
from tournaments.engine.state import Registered, Status, TournamentState
from tournaments.engine.terms import SCHEMA, Terms, added_in


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(Terms):
    """A director announced a tournament by these terms."""

    director: int


@dataclass(frozen=True, slots=True)
class TournamentDescribed:
    """A director set the start time and the description; the latest such event counts.

    The time is in UTC; None means that no day is set.
    """

    starts_at: datetime | None
    description: str
    director: int


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The entries are closed; ``seed`` (0 up to, not including, 2**53) fixes the first draw.

    ``secret`` is the committed secret from which the seed comes (`commitment.seed_of`); None if nothing was committed.
    If there is no secret for each draw, the seed fixes all draws. ``three_seats`` says whether the rules allow three
    players.
    """

    seed: int
    secret: str | None = None
    three_seats: bool = False


@dataclass(frozen=True, slots=True)
class TableDealScored:
    """A deal of a table ended and counts.

    ``winner`` is a seat, or None when nobody won (§8.1); ``points`` are those of the winning hand (§9.1);
    ``penalised`` is the seat that paid the penalty (đền, §10.5), if any. ``played_for`` are the seats of members for
    whom the careful bot made every move. ``sat_in`` pairs each seat not played by the member drawn for it with the
    member who played it.
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
    """A ruling changed the payments of a scored deal; its winner and points stay.

    ``ruling`` is the ruling's id.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    net: Net
    penalised: int | None
    ruling: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every deal of the round is scored, and the round is over.

    ``unconfirmed`` are the ids of deals with real cards that only one seat has confirmed. If there are any,
    ``director`` is the director who closed the round anyway; otherwise None.
    """

    number: int
    unconfirmed: tuple[int, ...] = ()
    director: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """The standings became final and the prizes are owed. The prizes add up to the pot."""

    rows: tuple[FinalRow, ...]


@dataclass(frozen=True, slots=True)
class PrizesCorrected:
    """A ruling or a director's correction changed the final standings after the closing.

    The ruling or correction is the event before. ``rows`` are the new final standings. ``corrections`` are the new
    prizes less the old ones, where they differ; they add up to zero. ``ruling`` is 0 if a director corrected.
    ``deal`` is the deal that was ruled on, None after a director's correction and in older events.
    """

    rows: tuple[FinalRow, ...]
    corrections: tuple[PlayerAmount, ...]
    ruling: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class RefereeAnswered:
    """A referee was called to a table of a round, and answered.

    ``call`` is the call's id, ``player`` the member who called, for ``reason`` and in ``words``; ``section`` may be
    empty.
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
    """The tournament was cancelled; every fee goes back, as ``refunds`` lists."""

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
    | AgreementEvent
    | CardboardEvent
    | CashEvent
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


def _with_terms_of(schema: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return a function that completes an older payload of `tournament.created`.

    The function adds the defaults of the terms introduced with version ``schema`` of that event.
    """
    return lambda payload: {**payload, **added_in(schema)}


REGISTERED: Final[tuple[Registered[Any], ...]] = (
    Registered(
        TournamentCreated,
        "tournament.created",
        lambda state, event: TournamentState(options=event),
        older=tuple(map(_with_terms_of, range(2, SCHEMA + 1))),
    ),
    Registered(TournamentDescribed, "tournament.described", _described),
    Registered(
        TournamentStarted,
        "tournament.started",
        lambda state, event: replace(
            state,
            status=Status.RUNNING,
            seed=event.seed,
            secret=event.secret,
            three_seats=event.three_seats,
        ),
        older=(
            lambda payload: {**payload, "secret": None},
            lambda payload: {**payload, "three_seats": False},
        ),
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
    *AGREEMENT_EVENTS,
    *CARDBOARD_EVENTS,
    *CASH_EVENTS,
)
"""Every event with its stored name and how it changes the state: the log, the fold and the rows ask this list."""
