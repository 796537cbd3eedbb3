"""Writes the rows of a tournament, its entries, reserve list and invitations, where its state has changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from tournaments.engine.correcting.agreements import waiting
from tournaments.engine.correcting.corrections import CORRECTIONS
from tournaments.engine.events import TournamentCreated, TournamentEvent
from tournaments.engine.people.entry_events import MembersEntered, MembersInvited
from tournaments.engine.state import TournamentState
from tournaments.models import DrawSecret, Entry, Invitation, Reserve, Tournament
from tournaments.projections.tables import project_tables


def new_row(
    created: TournamentCreated, *, now: datetime, idempotency_key: UUID | None = None
) -> Tournament:
    """Save and return a row, at version 0, for a new tournament; its id names the stream."""
    row = Tournament(idempotency_key=idempotency_key, created_at=now, director_id=created.director)
    row.terms = created
    row.save()
    return row


def project(
    tournament_id: int,
    before: TournamentState | None,
    after: TournamentState,
    events: Sequence[TournamentEvent],
    *,
    now: datetime,
    read: datetime | None = None,
) -> None:
    """Update the rows of a tournament from the state before these newest events to the state after them.

    `now` is the time in the log; `read` is the clock's time, earlier if the clock was set back. A row that already
    includes these events is left unchanged. Raises `Tournament.DoesNotExist`.
    """
    row = Tournament.objects.get(pk=tournament_id)
    if row.version >= after.version:
        return
    _write_tournament(row, after, now=now, read=read or now)
    row.corrections += sum(isinstance(event, CORRECTIONS) for event in events)
    row.save()
    before = before or TournamentState(options=after.options)
    _write_entries(row, before, after, events, now)
    _write_reserves(row, before, after, now)
    _write_invitations(row, before, after, events, now)
    project_tables(tournament_id, before, after)


def _write_tournament(
    row: Tournament, state: TournamentState, *, now: datetime, read: datetime
) -> None:
    status = Tournament.Status(state.status.value)
    is_over = status in (Tournament.Status.CLOSED, Tournament.Status.CANCELLED)
    if status != row.status and is_over:
        row.ended_at = now
        DrawSecret.objects.filter(tournament=row).update(encrypted="")
    if state.seed is not None and row.started_at is None:
        row.started_at = now
    rounds, current, pause = state.rounds, state.open_round, state.pause
    clocks = row.clock_until, row.appeal_until
    row.terms = state.options
    columns: dict[str, Any] = {
        "version": state.version,
        "status": status,
        "end_reason": state.end_reason,
        "starts_at": state.starts_at,
        "description": state.description,
        "check_in_closed": state.check_in_closed,
        "entrants": len(state.entrants),
        "cardboard": state.cardboard,
        "rounds_drawn": len(rounds),
        "rounds_begun": len(rounds) - (bool(rounds) and not rounds[-1].begun),
        "rounds_closed": sum(drawn.closed for drawn in rounds),
        "clock_until": None if current is None or is_over else current.clock,
        "time_up": current is not None and current.time_up,
        "appeal_until": state.appeal_until,
        "agreements": len(waiting(state)),
        "paused_at": None if pause is None else pause.at,
        "paused_by_id": None if pause is None else pause.director,
        "pause_reason": "" if pause is None else pause.reason,
    }
    for name, value in columns.items():
        setattr(row, name, value)
    if (row.clock_until, row.appeal_until) != clocks:
        row.clock_at = read if row.clock_until or row.appeal_until else None


def _entries(state: TournamentState) -> dict[int, Entry.Status]:
    """Return the status of every player who needs an entry row, by player id."""
    found = dict.fromkeys(state.entrants, Entry.Status.PLAYS)
    found |= dict.fromkeys(state.absent, Entry.Status.ABSENT)
    for player, leaving in state.left.items():
        removed = leaving.reason is not None
        found[player] = Entry.Status.REMOVED if removed else Entry.Status.WITHDREW
    found |= dict.fromkeys(state.left_out, Entry.Status.LEFT_OUT)
    found |= dict.fromkeys(state.turned_away, Entry.Status.TURNED_AWAY)
    return found


def _write_entries(
    row: Tournament,
    before: TournamentState,
    after: TournamentState,
    events: Sequence[TournamentEvent],
    now: datetime,
) -> None:
    rows = Entry.objects.filter(tournament=row)
    old, new = _entries(before), _entries(after)
    if old != new or before.entrants != after.entrants:
        entered = set(after.entrants).difference(before.entrants)
        entered |= new.keys() - old.keys()
        gone = (old.keys() - new.keys()) | (entered & old.keys())
        if gone:
            rows.filter(player__in=gone).delete()
        by = {
            player: event.director
            for event in events
            if isinstance(event, MembersEntered)
            for player in event.players
        }
        created = [
            Entry(
                tournament=row,
                player_id=player,
                status=status,
                entered_at=now,
                entered_by_id=by.get(player),
            )
            for player, status in new.items()
            if player in entered
        ]
        Entry.objects.bulk_create(created)
        changed = {player for player in new.keys() - entered if new[player] != old[player]}
        for status in {new[player] for player in changed}:
            these = [player for player in changed if new[player] == status]
            rows.filter(player__in=these).update(status=status)
    playing = new.keys() & set(after.entrants)
    for is_here, moved in (
        (True, after.here - before.here),
        (False, before.here - after.here),
    ):
        if moved & playing:
            rows.filter(player__in=moved & playing).update(checked_in=is_here)


def _write_reserves(
    row: Tournament, before: TournamentState, after: TournamentState, now: datetime
) -> None:
    old, new = set(before.reserves), set(after.reserves)
    if old - new:
        Reserve.objects.filter(tournament=row, player__in=old - new).delete()
    listed = [player for player in after.reserves if player not in old]
    Reserve.objects.bulk_create(
        [Reserve(tournament=row, player_id=player, listed_at=now) for player in listed]
    )


def _write_invitations(
    row: Tournament,
    before: TournamentState,
    after: TournamentState,
    events: Sequence[TournamentEvent],
    now: datetime,
) -> None:
    old, new = set(before.invited), set(after.invited)
    if old - new:
        Invitation.objects.filter(tournament=row, player__in=old - new).delete()
    by = {
        player: event.director
        for event in events
        if isinstance(event, MembersInvited)
        for player in event.players
    }
    created = [
        Invitation(tournament=row, player_id=player, invited_at=now, invited_by_id=by[player])
        for player in after.invited
        if player not in old
    ]
    Invitation.objects.bulk_create(created)
