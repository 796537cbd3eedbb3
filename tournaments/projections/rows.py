"""What each event of a tournament changes in its rows: the tournament, entries, invitations, round tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never
from uuid import UUID

from django.db.models import F, QuerySet

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
from tournaments.engine.corrections import CORRECTIONS
from tournaments.engine.draws.groups import section
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
from tournaments.engine.sanction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.seat_events import (
    CheckInUndone,
    EntryAllowed,
    EntryRemoved,
    ReserveLeft,
    ReserveListed,
    SeatGiven,
)
from tournaments.engine.signature_events import (
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
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
from tournaments.models import (
    DrawSecret,
    Entry,
    Invitation,
    Reserve,
    RoundTable,
    Tournament,
)


def new_row(
    created: TournamentCreated, *, now: datetime, idempotency_key: UUID | None = None
) -> Tournament:
    """The row, at version 0, of a tournament whose creation is about to be appended: it gives the stream its id."""
    row = Tournament(idempotency_key=idempotency_key)
    _create(row, created, now)
    return row


def project(
    tournament_id: int,
    events: Sequence[TournamentEvent],
    *,
    version: int,
    now: datetime,
    read: datetime | None = None,
) -> Tournament:
    """Bring the rows of a tournament up to `version`, after these newest events; returns its row.

    `now` is the log's time; `read` is the clock's, where a step back has put that behind the log's.
    Events that the row already counts are passed over. Raises `Tournament.DoesNotExist`.
    """
    row = Tournament.objects.get(pk=tournament_id)
    at = version - len(events)
    for event in events:
        at += 1
        if at > row.version:
            clocks = row.clock_until, row.appeal_until
            _apply(row, event, now)
            if (row.clock_until, row.appeal_until) != clocks:
                runs = row.clock_until or row.appeal_until
                row.clock_at = (read or now) if runs else None
            row.corrections += isinstance(event, CORRECTIONS)
            row.version = at
    row.save()
    return row


def _apply(row: Tournament, event: TournamentEvent, now: datetime) -> None:
    match event:
        case TournamentCreated():
            _create(row, event, now)
        case TournamentDescribed(starts_at, description):
            row.check_in_closed = row.check_in_closed and starts_at == row.starts_at
            row.starts_at, row.description = starts_at, description
        case CheckInClosed():
            row.check_in_closed = True
        case MemberEntered(player):
            Entry.objects.filter(tournament=row, player_id=player).delete()  # was left out before
            Reserve.objects.filter(tournament=row, player_id=player).delete()
            Entry.objects.create(tournament=row, player_id=player, entered_at=now)
            row.entrants += 1
        case MembersEntered(players, director):
            Entry.objects.filter(tournament=row, player__in=players).delete()  # were left out
            entries = [
                Entry(tournament=row, player_id=player, entered_at=now, entered_by_id=director)
                for player in players
            ]
            Entry.objects.bulk_create(entries)
            Reserve.objects.filter(tournament=row, player__in=players).delete()
            row.entrants += len(players)
        case MemberWithdrew(player):
            Entry.objects.filter(tournament=row, player_id=player).delete()
            row.entrants -= 1
        case MemberCheckedIn(player):
            Entry.objects.filter(tournament=row, player_id=player).update(checked_in=True)
        case MemberLeftOut(player):
            _mark(row, player, Entry.Status.LEFT_OUT)
            row.entrants -= 1
        case EntryRemoved(player):
            _mark(row, player, Entry.Status.TURNED_AWAY)
            row.entrants -= 1
        case EntryAllowed(player):
            turned_away = Entry.Status.TURNED_AWAY
            Entry.objects.filter(tournament=row, player_id=player, status=turned_away).delete()
        case CheckInUndone(player):
            Entry.objects.filter(tournament=row, player_id=player).update(checked_in=False)
        case ReserveListed(player):
            Reserve.objects.create(tournament=row, player_id=player, listed_at=now)
        case ReserveLeft(player):
            Reserve.objects.filter(tournament=row, player_id=player).delete()
        case MembersInvited(players, director):
            invited = {"tournament": row, "invited_at": now, "invited_by_id": director}
            Invitation.objects.bulk_create(
                [Invitation(player_id=player, **invited) for player in players]
            )
        case InvitationTakenBack(player):
            Invitation.objects.filter(tournament=row, player_id=player).delete()
        case MemberLeft(player):
            _mark(row, player, Entry.Status.WITHDREW)
        case MemberRemoved(player):
            _mark(row, player, Entry.Status.REMOVED)
        case MemberReturned(player) | AbsenceTakenBack(player):
            _mark(row, player, Entry.Status.PLAYS)
        case AbsenceAnnounced(player):
            _mark(row, player, Entry.Status.ABSENT)
        case TournamentStarted():
            row.status, row.started_at = Tournament.Status.RUNNING, now
        case RoundDrawn():
            _draw(row, event.number, event)
        case RoundTimed(number, begins):
            row.rounds_begun, row.clock_until = number - 1, begins
        case RoundBegan(number, until):
            row.rounds_begun, row.clock_until = number, until
        case RoundTimeUp():
            row.clock_until, row.time_up = None, True
        case ClockMoved(_, clock) | RoundLengthened(_, clock):
            row.clock_until = clock
        case TableStopped(_, _, deals):
            _table(row, event).update(stopped=deals)
        case TournamentPaused(director, reason, at):
            row.paused_at, row.paused_by_id, row.pause_reason = at, director, reason
        case TournamentResumed(_, clock):
            row.clock_until = clock
            _go_on(row)
        case DrawDiscarded(number, absent):
            _discard(row, number)
            _sit_out(row, absent)
        case RedrawTakenBack(number, absent=absent):
            _discard(row, number)
            _draw(row, number, event)
            _sit_out(row, absent)
        case TableDealScored():
            _table(row, event).update(deals_done=F("deals_done") + 1)
        case DealVoided():
            table = _table(row, event).get()
            _table(row, event).update(voided=sorted({*table.voided, event.deal_number}))
        case VoidingTakenBack():
            table = _table(row, event).get()
            voided = [number for number in table.voided if number != event.deal_number]
            starters = list(table.starters)
            if event.replay is not None:
                del starters[event.replay - 1]
            _table(row, event).update(voided=voided, starters=starters)
        case ReplayOrdered():
            table = _table(row, event).get()
            _table(row, event).update(starters=[*table.starters, event.starter])
            row.rounds_closed, row.appeal_until = event.round - 1, None
        case SettingCorrected(setting, _, new):
            setattr(row, setting, list(new) if isinstance(new, tuple) else new)
        case RoundClosed(number):
            row.rounds_closed, row.clock_until, row.time_up = number, None, False
        case AppealOpened(until) | AppealMoved(until) | AppealExtended(until):
            row.appeal_until = until
        case TournamentClosed():
            row.status, row.ended_at = Tournament.Status.CLOSED, now
            _go_on(row)
            DrawSecret.objects.filter(tournament=row).update(encrypted="")
        case TournamentCancelled(reason):
            row.status, row.ended_at, row.end_reason = Tournament.Status.CANCELLED, now, reason
            row.clock_until = None
            _go_on(row)
            DrawSecret.objects.filter(tournament=row).update(encrypted="")
        case TablesMarked(table, cardboard=cardboard):
            row.cardboard = cardboard if table is None else row.cardboard
        case ResultEntered():
            tables = RoundTable.objects.filter(tournament=row, round=event.round)
            tables.filter(number=event.table).update(deals_done=F("deals_done") + 1)
        case (
            DealRescored()
            | PrizesCorrected()
            | DrawCommitted()
            | DrawGiven()
            | DealsCommitted()
            | DealOpened()
            | PointsAdjusted()
            | AdjustmentTakenBack()
            | MembersKeptApart()
            | KeepingApartEnded()
            | ResultConfirmed()
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
            | RefereeAnswered()
            | SeatGiven()
            | MemberSanctioned()
            | SanctionTakenBack()
            | CorrectionProposed()
            | CorrectionSigned()
            | CorrectionUnsigned()
        ):
            pass  # only the standings change, or nothing that a row shows
        case _:
            assert_never(event)


def _go_on(row: Tournament) -> None:
    row.paused_at, row.paused_by_id, row.pause_reason = None, None, ""


def _table(
    row: Tournament,
    event: TableDealScored | DealVoided | VoidingTakenBack | ReplayOrdered | TableStopped,
) -> QuerySet[RoundTable]:
    return RoundTable.objects.filter(tournament=row, round=event.round, number=event.table)


def _mark(row: Tournament, player: int, status: Entry.Status) -> None:
    Entry.objects.filter(tournament=row, player_id=player).update(status=status)


def _create(row: Tournament, event: TournamentCreated, now: datetime) -> None:
    row.name = event.name
    row.rules = event.rules
    row.rounds = event.rounds
    row.deals_per_round = event.deals_per_round
    row.entry_fee = event.entry_fee
    row.prize_shares = list(event.prize_shares)
    row.seconds_per_move = event.seconds_per_move
    row.director_id = event.director
    row.filler = event.filler
    row.fill_to = event.fill_to
    row.bank_seconds = event.bank_seconds
    row.spectator_delay = event.spectator_delay
    row.least_members = event.least_members
    row.late_until = event.late_until
    row.admits = event.admits
    row.check_in = event.check_in
    row.round_minutes = event.round_minutes
    row.wait_minutes = event.wait_minutes
    row.check_in_ends = event.check_in_ends
    row.prize_sums = list(event.prize_sums)
    row.appeal_minutes = event.appeal_minutes
    row.ruling_hours = event.ruling_hours
    row.club_pays = event.club_pays
    row.tie_breaks = list(event.tie_breaks)
    row.counts_for_player = event.counts_for_player
    row.format = event.format
    row.series, row.series_best = event.series, event.series_best
    row.duplicate = event.duplicate
    row.final_rounds, row.finalists = event.final_rounds, event.finalists
    row.created_at = now
    row.save()


def _discard(row: Tournament, number: int) -> None:
    RoundTable.objects.filter(tournament=row, round=number).delete()
    row.rounds_drawn = number - 1
    row.rounds_begun = min(row.rounds_begun, number - 1)
    row.clock_until, row.time_up = None, False


def _sit_out(row: Tournament, players: Sequence[int]) -> None:
    absent = Entry.objects.filter(tournament=row, player_id__in=players)
    absent.update(status=Entry.Status.ABSENT)


def _draw(row: Tournament, round_number: int, event: RoundDrawn | RedrawTakenBack) -> None:
    # A rebuild meets tables that are there: they keep the club's table, and count their deals anew.
    RoundTable.objects.bulk_create(
        [
            RoundTable(
                tournament=row,
                round=round_number,
                number=number,
                seats=list(seats),
                section=section(event.groups, event.finalists, seats),
                starters=list(event.starters),
            )
            for number, seats in enumerate(event.tables, 1)
        ],
        update_conflicts=True,
        unique_fields=("tournament", "round", "number"),
        update_fields=(
            *("seats", "section", "starters", "deals_done", "stopped", "voided", "occupants"),
        ),
    )
    row.rounds_drawn = round_number
    if not (row.round_minutes or row.wait_minutes):
        row.rounds_begun = round_number
    absent = Entry.objects.filter(tournament=row, status=Entry.Status.ABSENT)
    absent.update(status=Entry.Status.PLAYS)
