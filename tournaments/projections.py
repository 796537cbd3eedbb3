"""Rows made from the events of a tournament. Applying the same events again changes nothing.

`project` belongs into the transaction of the append. `project_standings` compares and writes only what differs; it may
run later, from the fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F

from games.encryption import decrypt, encrypt
from games.log.store import read_events
from tournaments.engine.events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    DealRescored,
    DrawCommitted,
    MemberCheckedIn,
    MemberEntered,
    MemberLeft,
    MemberLeftOut,
    MemberRemoved,
    MemberReturned,
    MembersEntered,
    MemberWithdrew,
    PrizesCorrected,
    RoundClosed,
    RoundDrawn,
    StandingRow,
    TableDealScored,
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.notes import Note, notes
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.state import TournamentState, evolve
from tournaments.models import DrawSecret, Entry, RoundTable, Standing, Tournament
from tournaments.schema import from_stored, stream_of


def new_row(
    created: TournamentCreated, *, now: datetime, idempotency_key: UUID | None = None
) -> Tournament:
    """The row, at version 0, of a tournament whose creation is about to be appended: it gives the stream its id."""
    row = Tournament(idempotency_key=idempotency_key)
    _create(row, created, now)
    return row


def keep_draw_secret(tournament_id: int, secret: str) -> None:
    """Keep the secret to which a tournament's draws are bound, encrypted, until the start publishes it."""
    encrypted = encrypt(secret, of=_draw_of(tournament_id))
    DrawSecret.objects.create(tournament_id=tournament_id, encrypted=encrypted)


def draw_secret(tournament_id: int) -> str | None:
    """The secret of a tournament's draws, for its start and no other eyes; None where it cannot be read."""
    rows = DrawSecret.objects.filter(tournament_id=tournament_id)
    encrypted = rows.values_list("encrypted", flat=True).first()
    return decrypt(encrypted, of=_draw_of(tournament_id)) if encrypted else None


def _draw_of(tournament_id: int) -> str:
    return f"draw of {stream_of(tournament_id)}"


def project(
    tournament_id: int, events: Sequence[TournamentEvent], *, version: int, now: datetime
) -> Tournament:
    """Bring the rows of a tournament up to `version`, after these newest events; returns its row.

    Events that the row already counts are passed over. Raises `Tournament.DoesNotExist`.
    """
    row = Tournament.objects.get(pk=tournament_id)
    at = version - len(events)
    for event in events:
        at += 1
        if at > row.version:
            _apply(row, event, now)
            row.version = at
    row.save()
    return row


def _apply(row: Tournament, event: TournamentEvent, now: datetime) -> None:
    match event:
        case TournamentCreated():
            _create(row, event, now)
        case TournamentDescribed(starts_at, description):
            row.starts_at, row.description = starts_at, description
        case MemberEntered(player):
            Entry.objects.filter(tournament=row, player_id=player).delete()  # was left out before
            Entry.objects.create(tournament=row, player_id=player, entered_at=now)
            row.entrants += 1
        case MembersEntered(players, director):
            entries = [
                Entry(tournament=row, player_id=player, entered_at=now, entered_by_id=director)
                for player in players
            ]
            Entry.objects.bulk_create(entries)
            row.entrants += len(players)
        case MemberWithdrew(player):
            Entry.objects.filter(tournament=row, player_id=player).delete()
            row.entrants -= 1
        case MemberCheckedIn(player):
            Entry.objects.filter(tournament=row, player_id=player).update(checked_in=True)
        case MemberLeftOut(player):
            _mark(row, player, Entry.Status.LEFT_OUT)
            row.entrants -= 1
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
            DrawSecret.objects.filter(tournament=row).update(encrypted="")
        case RoundDrawn():
            _draw(row, event)
        case TableDealScored():
            tables = RoundTable.objects.filter(tournament=row, round=event.round)
            tables.filter(number=event.table).update(deals_done=F("deals_done") + 1)
        case RoundClosed(number):
            row.rounds_closed = number
        case TournamentClosed():
            row.status, row.ended_at = Tournament.Status.CLOSED, now
        case TournamentCancelled(reason):
            row.status, row.ended_at, row.end_reason = Tournament.Status.CANCELLED, now, reason
        case DealRescored() | PrizesCorrected() | DrawCommitted():
            pass  # only the standings change, or nothing that a row shows


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
    row.check_in = event.check_in
    row.created_at = now
    row.save()


def _draw(row: Tournament, event: RoundDrawn) -> None:
    # A rebuild meets tables that are there: they keep the club's table, and count their deals anew.
    RoundTable.objects.bulk_create(
        [
            RoundTable(
                tournament=row,
                round=event.number,
                number=number,
                seats=list(seats),
                starters=list(event.starters),
            )
            for number, seats in enumerate(event.tables, 1)
        ],
        update_conflicts=True,
        unique_fields=("tournament", "round", "number"),
        update_fields=("seats", "starters", "deals_done"),
    )
    row.rounds_drawn = event.number
    absent = Entry.objects.filter(tournament=row, status=Entry.Status.ABSENT)
    absent.update(status=Entry.Status.PLAYS)


def rebuild(tournament_id: int) -> None:
    """Throw away the rows of a tournament and make them again from its stream.

    The tournament's own row keeps its id, and the round tables keep their links to the club's tables.
    """
    with transaction.atomic():
        _reset(tournament_id)
        state: TournamentState | None = None
        for stored in read_events(stream_of(tournament_id)):
            event = from_stored(stored.name, stored.schema, stored.payload)
            state = evolve(state, event)
            project(tournament_id, [event], version=stored.version, now=stored.recorded_at)
        if state is not None:
            project_standings(tournament_id, state)


def rebuild_all() -> int:
    """The rows of all tournaments, made again one by one; how many tournaments there are."""
    tournaments = list(Tournament.objects.order_by("pk").values_list("pk", flat=True))
    for tournament_id in tournaments:
        rebuild(tournament_id)
    return len(tournaments)


def _reset(tournament_id: int) -> None:
    Entry.objects.filter(tournament_id=tournament_id).delete()
    Standing.objects.filter(tournament_id=tournament_id).delete()
    Tournament.objects.filter(pk=tournament_id).update(
        version=0,
        status=Tournament.Status.OPEN,
        entrants=0,
        rounds_drawn=0,
        rounds_closed=0,
        starts_at=None,
        description="",
        started_at=None,
        ended_at=None,
        end_reason="",
    )


_COLUMNS: Final = (
    "line",
    "place",
    "points",
    "deals",
    "wins",
    "best_hand",
    "penalties",
    "settled_by",
    "prize",
    "notes",
)


def project_standings(tournament_id: int, state: TournamentState) -> int:
    """Make the rows of the standings what `state` says, and return how many had to change."""
    rows = Standing.objects.filter(tournament_id=tournament_id)
    stored = {row[0]: row[1:] for row in rows.values_list("participant", *_COLUMNS).order_by()}
    changed = []
    for participant, new in _lines(state):
        if stored.pop(participant, None) != new:
            changed.append(_standing(tournament_id, participant, new))
    if stored:
        rows.filter(participant__in=list(stored)).delete()
    # One statement for new and changed lines alike: an UPDATE by CASE would cost seconds for 400 of them.
    Standing.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=("tournament", "participant"),
        update_fields=_COLUMNS,
    )
    return len(changed) + len(stored)


def standing_rows(tournament_id: int, state: TournamentState) -> list[Standing]:
    """The standings of `state` as rows that are stored nowhere."""
    return [_standing(tournament_id, who, columns) for who, columns in _lines(state)]


def _lines(state: TournamentState) -> Iterator[tuple[str, tuple[Any, ...]]]:
    prizes = {row.standing.participant: row.prize for row in state.final}
    remarks = notes(state)
    for line, standing in enumerate(state.standings(), 1):
        who = standing.participant
        yield who, _columns(line, standing, prizes.get(who), remarks.get(who, ()))


def _columns(
    line: int, row: StandingRow, prize: int | None, remarks: Sequence[Note]
) -> tuple[Any, ...]:
    """What a line holds, in the order of `_COLUMNS`."""
    return (
        line,
        row.place,
        row.points,
        row.deals,
        row.wins,
        row.best_hand,
        row.penalties,
        row.settled_by,
        prize,
        [list(remark) for remark in remarks],
    )


def _standing(tournament_id: int, participant: str, columns: tuple[Any, ...]) -> Standing:
    return Standing(
        tournament_id=tournament_id,
        participant=participant,
        player_id=None if is_bot(participant) else player_id(participant),
        **dict(zip(_COLUMNS, columns, strict=True)),
    )
