"""How each event changes where a tournament stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from tournaments.engine.cardboard_events import (
    AppealExtended,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardRuled,
    PaperEvent,
    PhotographAdded,
    PhotographRemoved,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
    TablesMarked,
)
from tournaments.engine.correction_events import (
    AdjustmentTakenBack,
    DealVoided,
    DrawDiscarded,
    KeepingApartEnded,
    MembersKeptApart,
    PointsAdjusted,
    ReplayOrdered,
    SettingCorrected,
    VoidingTakenBack,
)
from tournaments.engine.duplicate_events import DealOpened, DealsCommitted
from tournaments.engine.events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    AppealOpened,
    DealRescored,
    DrawCommitted,
    DrawGiven,
    MemberCheckedIn,
    MemberEntered,
    MemberLeft,
    MemberLeftOut,
    MemberRemoved,
    MemberReturned,
    MembersEntered,
    MemberWithdrew,
    PrizesCorrected,
    RefereeAnswered,
    RoundClosed,
    RoundDrawn,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.paper import Paper
from tournaments.engine.sanction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.sanctioned import with_sanction
from tournaments.engine.seat_events import (
    CheckInUndone,
    EntryAllowed,
    EntryRemoved,
    ReserveLeft,
    ReserveListed,
    SeatGiven,
)
from tournaments.engine.seats import (
    at_draw,
    behind_deal,
    sat_in,
    with_entry,
    with_seat,
    without_entry,
    without_reserve,
)
from tournaments.engine.state import (
    DealScore,
    Leaving,
    Pause,
    RoundState,
    Status,
    TableState,
    TournamentState,
)
from tournaments.engine.timing_events import (
    AppealMoved,
    CheckInClosed,
    ClockMoved,
    RoundBegan,
    RoundLengthened,
    RoundTimed,
    RoundTimeUp,
    TableStopped,
    TournamentPaused,
    TournamentResumed,
)

_JUDGING: Final = (
    DealVoided,
    ReplayOrdered,
    VoidingTakenBack,
    PointsAdjusted,
    AdjustmentTakenBack,
    DrawDiscarded,
    ResultCorrected,
    MemberSanctioned,
    SanctionTakenBack,
)
"""What a director judges or corrects in favour of somebody, be it against others; `DiscardRuled` a referee."""


def evolve(state: TournamentState | None, event: TournamentEvent) -> TournamentState:
    """The state after one more event. Never decides; ValueError if the first is not the creation."""
    if isinstance(event, TournamentCreated):
        return TournamentState(options=event)
    if state is None:
        raise ValueError(f"a tournament cannot begin with {type(event).__name__}")
    after = replace(_changed(state, event), version=state.version + 1)
    if isinstance(event, DiscardRuled):
        return replace(after, judges=after.judges | {event.referee})
    if isinstance(event, _JUDGING):
        return replace(after, judges=after.judges | {event.director})
    return after


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
            closed = state.check_in_closed and starts_at == state.starts_at
            return replace(
                state, starts_at=starts_at, description=description, check_in_closed=closed
            )
        case CheckInClosed():
            return replace(state, check_in_closed=True)
        case MemberEntered(player):
            late = {player: state.next_round} if state.rounds else {}
            return with_entry(replace(state, late={**state.late, **late}), (player,))
        case MembersEntered(players):
            return with_entry(state, players)
        case MemberCheckedIn(player):
            return replace(state, here=state.here | {player})
        case MemberWithdrew(player) | MemberLeftOut(player):
            return without_entry(state, player)
        case EntryRemoved(player, reason):
            turned_away = {**state.turned_away, player: reason}
            return replace(without_entry(state, player), turned_away=turned_away)
        case EntryAllowed(player):
            others = {who: why for who, why in state.turned_away.items() if who != player}
            return replace(state, turned_away=others)
        case CheckInUndone(player):
            return replace(state, here=state.here - {player})
        case ReserveListed(player):
            return replace(state, reserves=(*state.reserves, player))
        case ReserveLeft(player):
            return without_reserve(state, player)
        case SeatGiven():
            return with_seat(state, event)
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
        case DrawCommitted(commitment, draws):
            return replace(state, commitment=commitment, bound_draws=draws)
        case DrawGiven(rounds):
            return replace(state, given=rounds)
        case TournamentStarted(seed, secret):
            return replace(state, status=Status.RUNNING, seed=seed, secret=secret)
        case RoundDrawn():
            return _with_draw(state, event)
        case DrawDiscarded():
            return _without_draw(state, event)
        case RoundTimed(number, begins):
            return _with_clock(state, number, begun=False, clock=begins)
        case RoundBegan(number, until):
            return _with_clock(state, number, begun=True, clock=until)
        case RoundTimeUp(number):
            return _with_clock(state, number, clock=None, time_up=True)
        case ClockMoved(number, clock) | RoundLengthened(number, clock):
            return _with_clock(state, number, clock=clock)
        case TableStopped(number, table_number, deals):
            table = replace(state.rounds[number - 1].tables[table_number - 1], stopped=deals)
            return _with_table(state, number, table_number, table)
        case TournamentPaused(director, reason, at):
            return replace(state, pause=Pause(director, reason, at))
        case TournamentResumed(_director, clock):
            state = replace(state, pause=None)
            current = state.open_round
            return state if current is None else _with_clock(state, current.number, clock=clock)
        case TableDealScored():
            return _with_score(state, event)
        case DealRescored():
            return _with_ruling(state, event)
        case DealVoided(number, table, deal):
            return _moved(state, number, table, deal, voided=True, ruled=bool(event.ruling))
        case VoidingTakenBack(number, table, deal):
            return _moved(state, number, table, deal, voided=False)
        case ReplayOrdered(number, table, _, instead_of):
            state = _with_round(state, replace(state.rounds[number - 1], closed=False))
            state = replace(state, appeal_until=None)  # it begins anew behind the replay
            again = state.rounds[number - 1].tables[table - 1]
            return _with_table(
                state, number, table, replace(again, replays=(*again.replays, instead_of))
            )
        case PointsAdjusted(number):
            both = {**state.adjustments, number: event}
            made_in = {**state.adjusted_in, number: len(state.rounds)}
            return replace(state, adjustments=both, adjusted=number, adjusted_in=made_in)
        case AdjustmentTakenBack(number):
            kept = {one: said for one, said in state.adjustments.items() if one != number}
            return replace(state, adjustments=kept)
        case MemberSanctioned() | SanctionTakenBack():
            return with_sanction(state, event)
        case SettingCorrected(setting, _, new):
            changed: Any = {setting: new}
            return replace(state, options=replace(state.options, **changed))
        case MembersKeptApart(number, players):
            return replace(state, apart={**state.apart, number: players}, parted=number)
        case KeepingApartEnded(number):
            groups = {one: players for one, players in state.apart.items() if one != number}
            return replace(state, apart=groups)
        case TablesMarked():
            return replace(state, marks=(*state.marks, event))
        case ResultEntered():
            return _with_entered(state, event)
        case (
            ResultConfirmed()
            | ResultContradicted()
            | ResultCorrected()
            | DiscardDisputed()
            | DiscardJoined()
            | DiscardRuled()
            | DiscardAppealed()
            | PhotographAdded()
            | PhotographRemoved()
        ):
            return _with_paper(state, event)
        case DealsCommitted(commitment):
            return replace(state, deals_bound=commitment)
        case DealOpened(number, deal, place, link):
            drawn = state.rounds[number - 1]
            state = _with_round(state, replace(drawn, opened=(*drawn.opened, deal)))
            return state if link is None else replace(state, links={**state.links, place: link})
        case RoundClosed(number):
            return _with_round(state, replace(state.rounds[number - 1], closed=True))
        case AppealOpened(until) | AppealMoved(until) | AppealExtended(until):
            return replace(state, appeal_until=until)
        case TournamentClosed(rows):
            return replace(state, status=Status.CLOSED, final=rows, pause=None)
        case PrizesCorrected(rows):
            return replace(state, final=rows)
        case TournamentCancelled():
            return replace(state, status=Status.CANCELLED, pause=None)
        case RefereeAnswered():  # for the log alone
            return state
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
        event.sat_in,
    )
    return _scored(state, event, score)


def _with_entered(state: TournamentState, event: ResultEntered) -> TournamentState:
    lay = event.lay
    deciders = () if event.decider is None else (event.decider,)
    paper = Paper(lay, confirmed_by=() if event.seat is None else (event.seat,))
    score = DealScore(
        event.deal_number,
        event.deal_id,
        event.net,
        lay.winner,
        event.points,
        lay.offender,
        paper=paper if event.seat is not None else replace(paper, decided=True, deciders=deciders),
        sat_in=sat_in(state.rounds[event.round - 1].tables[event.table - 1]),
    )
    return _scored(state, event, score)


def _scored(
    state: TournamentState, event: TableDealScored | ResultEntered, score: DealScore
) -> TournamentState:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    scores = sorted((*table.scores, score), key=lambda one: one.number)
    if state.pause is not None:
        entered = state.pause.entered | {(event.round, event.table)}
        state = replace(state, pause=replace(state.pause, entered=entered))
    table = replace(table, scores=tuple(scores), given=behind_deal(state, table, score))
    return _with_table(state, event.round, event.table, table)


def _with_paper(state: TournamentState, event: PaperEvent) -> TournamentState:
    def followed(scores: tuple[DealScore, ...]) -> tuple[DealScore, ...]:
        return tuple(
            _after(score, event) if score.number == event.deal_number else score for score in scores
        )

    table = state.rounds[event.round - 1].tables[event.table - 1]
    table = replace(table, scores=followed(table.scores), voided=followed(table.voided))
    return _with_table(state, event.round, event.table, table)


def _after(score: DealScore, event: PaperEvent) -> DealScore:
    assert score.paper is not None
    score = replace(score, paper=score.paper.follow(event))
    if not isinstance(event, ResultCorrected | DiscardRuled):
        return score
    lay = event.lay
    return replace(
        score,
        net=event.net,
        winner=lay.winner,
        points=event.points,
        penalised=lay.offender,
    )


def _with_ruling(state: TournamentState, event: DealRescored) -> TournamentState:
    def ruled(scores: tuple[DealScore, ...]) -> tuple[DealScore, ...]:
        return tuple(
            replace(
                score,
                net=event.net,
                penalised=event.penalised,
                rulings=(*score.rulings, event.ruling),
                before=(*score.before, score.net),
                ruled_out=False,  # a ruling that voids it is followed by the voiding
            )
            if score.number == event.deal_number
            else score
            for score in scores
        )

    table = state.rounds[event.round - 1].tables[event.table - 1]
    table = replace(table, scores=ruled(table.scores), voided=ruled(table.voided))
    return _with_table(state, event.round, event.table, table)


def _moved(
    state: TournamentState,
    round_number: int,
    table_number: int,
    deal: int,
    *,
    voided: bool,
    ruled: bool = False,
) -> TournamentState:
    """A deal is voided, or counts again: then it is not replayed."""
    table = state.rounds[round_number - 1].tables[table_number - 1]
    every = [
        replace(score, ruled_out=ruled, called_off=voided and (score.called_off or not ruled))
        if score.number == deal
        else score
        for score in sorted((*table.scores, *table.voided), key=lambda one: one.number)
    ]
    before = {score.number for score in table.voided}
    out = before | {deal} if voided else before - {deal}
    table = replace(
        table,
        scores=tuple(score for score in every if score.number not in out),
        voided=tuple(score for score in every if score.number in out),
        replays=tuple(one for one in table.replays if voided or one != deal),
    )
    return _with_table(state, round_number, table_number, table)


def _with_draw(state: TournamentState, event: RoundDrawn) -> TournamentState:
    drawn = RoundState(
        event.number,
        tuple(at_draw(state, seats) for seats in event.tables),
        event.starters,
        method=event.method,
        draw=state.draws + 1,
        secret=event.secret,
        apart=event.apart,
        ranking=event.ranking,
        groups=event.groups,
        finalists=event.finalists,
        had_left=frozenset(state.left),
        begun=not (state.options.round_minutes or state.options.wait_minutes),
    )
    return replace(
        state,
        rounds=(*state.rounds, drawn),
        absent=frozenset(),
        draws=drawn.draw,
        secret=event.secret or state.secret,
    )


def _without_draw(state: TournamentState, event: DrawDiscarded) -> TournamentState:
    """Who has entered since may play the round after all."""
    number = event.round
    late = {player: min(first, number) for player, first in state.late.items() if number > 1}
    made_in = {one: min(drawn, number - 1) for one, drawn in state.adjusted_in.items()}
    return replace(
        state,
        rounds=state.rounds[:-1],
        absent=frozenset(event.absent),
        late=late,
        adjusted_in=made_in,
    )


def _with_clock(state: TournamentState, number: int, **said: Any) -> TournamentState:
    return _with_round(state, replace(state.rounds[number - 1], **said))


def _with_table(
    state: TournamentState, round_number: int, number: int, table: TableState
) -> TournamentState:
    drawn = state.rounds[round_number - 1]
    tables = list(drawn.tables)
    tables[number - 1] = table
    return _with_round(state, replace(drawn, tables=tuple(tables)))


def _with_round(state: TournamentState, drawn: RoundState) -> TournamentState:
    rounds = list(state.rounds)
    rounds[drawn.number - 1] = drawn
    return replace(state, rounds=tuple(rounds))
