"""How each event changes where a tournament stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from games.engine.approval import Approval
from tournaments.engine.cardboard_events import (
    AppealExtended,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
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
    RedrawTakenBack,
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
from tournaments.engine.invitation_events import InvitationTakenBack, MembersInvited
from tournaments.engine.redrawn import with_draw, with_former_draw, without_draw
from tournaments.engine.sanction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.sanctioned import with_sanction
from tournaments.engine.scored import (
    moved,
    with_entered,
    with_paper,
    with_round,
    with_ruling,
    with_score,
    with_table,
)
from tournaments.engine.seat_events import (
    CheckInUndone,
    EntryAllowed,
    EntryRemoved,
    ReserveLeft,
    ReserveListed,
    SeatGiven,
)
from tournaments.engine.seats import (
    with_entry,
    with_seat,
    without_entry,
    without_reserve,
)
from tournaments.engine.signature_events import (
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
)
from tournaments.engine.state import Leaving, Pause, Status, TournamentState
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
    RedrawTakenBack,
    ResultCorrected,
    MemberSanctioned,
    SanctionTakenBack,
    CorrectionSigned,
)
"""What a director judges or corrects in favour of somebody, be it against others; `DiscardRuled` a referee."""


def evolve(state: TournamentState | None, event: TournamentEvent) -> TournamentState:
    """The state after one more event. Never decides; ValueError if the first is not the creation."""
    if isinstance(event, TournamentCreated):
        return TournamentState(options=event)
    if state is None:
        raise ValueError(f"a tournament cannot begin with {type(event).__name__}")
    after = replace(_changed(state, event), version=state.version + 1)
    if isinstance(event, DiscardRuled | DiscardSigned):
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
            later = dict.fromkeys(players, state.next_round) if state.rounds else {}
            return with_entry(replace(state, late={**state.late, **later}), players)
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
        case MembersInvited(players):
            return replace(state, invited=state.invited + players)
        case InvitationTakenBack(player):
            return replace(state, invited=tuple(one for one in state.invited if one != player))
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
            return with_draw(state, event)
        case DrawDiscarded():
            return without_draw(state, event)
        case RedrawTakenBack():
            return with_former_draw(state, event)
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
            return with_table(state, number, table_number, table)
        case TournamentPaused(director, reason, at):
            return replace(state, pause=Pause(director, reason, at))
        case TournamentResumed(_director, clock):
            state = replace(state, pause=None)
            current = state.open_round
            return state if current is None else _with_clock(state, current.number, clock=clock)
        case TableDealScored():
            return with_score(state, event)
        case DealRescored():
            return with_ruling(state, event)
        case DealVoided(number, table, deal):
            return moved(state, number, table, deal, voided=True, ruled=bool(event.ruling))
        case VoidingTakenBack(number, table, deal):
            return moved(state, number, table, deal, voided=False)
        case ReplayOrdered(number, table, _, instead_of):
            state = with_round(state, replace(state.rounds[number - 1], closed=False))
            # The time to appeal begins anew behind the replay.
            state = replace(state, appeal_until=None, filing_until=None)
            again = state.rounds[number - 1].tables[table - 1]
            return with_table(
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
            return with_entered(state, event)
        case (
            ResultConfirmed()
            | ResultContradicted()
            | ResultCorrected()
            | DiscardDisputed()
            | DiscardJoined()
            | DiscardRuled()
            | DiscardAppealed()
            | DiscardProposed()
            | DiscardSigned()
            | DiscardUnsigned()
            | PhotographAdded()
            | PhotographRemoved()
        ):
            return with_paper(state, event)
        case DealsCommitted(commitment):
            return replace(state, deals_bound=commitment)
        case DealOpened(number, deal, place, link):
            drawn = state.rounds[number - 1]
            state = with_round(state, replace(drawn, opened=(*drawn.opened, deal)))
            return state if link is None else replace(state, links={**state.links, place: link})
        case RoundClosed(number):
            return with_round(state, replace(state.rounds[number - 1], closed=True))
        case AppealOpened(until):
            return replace(state, appeal_until=until, filing_until=until)
        case AppealMoved(until):
            lost = until - state.appeal_until if state.appeal_until else timedelta()
            filing = state.filing_until and state.filing_until + lost
            return replace(state, appeal_until=until, filing_until=filing)
        case AppealExtended(until):
            return replace(state, appeal_until=until)
        case TournamentClosed(rows):
            return replace(state, status=Status.CLOSED, final=rows, pause=None)
        case PrizesCorrected(rows):
            return replace(state, final=rows)
        case TournamentCancelled():
            return replace(state, status=Status.CANCELLED, pause=None)
        case CorrectionProposed(number):
            waiting = {**state.waiting, number: Approval(event, event.director)}
            return replace(state, waiting=waiting, proposed=number)
        case CorrectionSigned(number) | CorrectionUnsigned(number):
            left_over = {one: said for one, said in state.waiting.items() if one != number}
            return replace(state, waiting=left_over)
        case RefereeAnswered():  # for the log alone
            return state
        case TournamentCreated():  # handled by evolve: a creation replaces everything
            return TournamentState(options=event)


def _without(state: TournamentState, player: int, leaving: Leaving) -> TournamentState:
    return replace(state, left={**state.left, player: leaving}, absent=state.absent - {player})


def _with_clock(state: TournamentState, number: int, **said: Any) -> TournamentState:
    return with_round(state, replace(state.rounds[number - 1], **said))
