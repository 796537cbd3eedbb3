"""Rebuilds the rows of tournaments from their streams.

`_reset` must name every column that events change, and every table of rows: any left out would keep its old values.
"""

from __future__ import annotations

from django.db import transaction

from games.log.store import read_events
from games.models import FiledDispute, Table
from tournaments.engine.evolve import evolve
from tournaments.engine.state import TournamentState
from tournaments.models import (
    Entry,
    Invitation,
    Reserve,
    RoundTable,
    Standing,
    Tournament,
)
from tournaments.projections.cases import project_cases
from tournaments.projections.rows import project
from tournaments.projections.standings import project_standings
from tournaments.schema import from_stored, stream_of


def rebuild(tournament_id: int) -> None:
    """Delete the rows of a tournament and rebuild them from its stream.

    The tournament's own row keeps its id, and the round tables keep their links to the club's tables.
    """
    with transaction.atomic():
        _reset(tournament_id)
        state: TournamentState | None = None
        for stored in read_events(stream_of(tournament_id)):
            event = from_stored(stored.name, stored.schema, stored.payload)
            before, state = state, evolve(state, event)
            project(tournament_id, before, state, [event], now=stored.recorded_at)
            project_cases(tournament_id, state, [event])
        _link(tournament_id)
        if state is not None:
            project_standings(tournament_id, state)


def _link(tournament_id: int) -> None:
    """Link each rebuilt row that has lost its club table to that table again, as happens after a redraw."""
    for drawn in RoundTable.objects.filter(tournament=tournament_id, games_table_id=None):
        origin = f"{stream_of(tournament_id)}/{drawn.round}/{drawn.number}"
        table = Table.objects.filter(origin=origin).first()
        if table is not None:
            drawn.games_table_id = table.pk
            drawn.save(update_fields=("games_table_id",))


def rebuild_all() -> int:
    """Rebuild the rows of all tournaments, one by one; return how many there are."""
    tournaments = list(Tournament.objects.order_by("pk").values_list("pk", flat=True))
    for tournament_id in tournaments:
        rebuild(tournament_id)
    return len(tournaments)


def _reset(tournament_id: int) -> None:
    Entry.objects.filter(tournament_id=tournament_id).delete()
    Standing.objects.filter(tournament_id=tournament_id).delete()
    Reserve.objects.filter(tournament_id=tournament_id).delete()
    Invitation.objects.filter(tournament_id=tournament_id).delete()
    FiledDispute.objects.filter(reported__tournament=tournament_id).delete()
    Tournament.objects.filter(pk=tournament_id).update(
        version=0,
        status=Tournament.Status.OPEN,
        entrants=0,
        rounds_drawn=0,
        rounds_closed=0,
        rounds_begun=0,
        clock_until=None,
        clock_at=None,
        time_up=False,
        paused_at=None,
        paused_by=None,
        pause_reason="",
        check_in_closed=False,
        corrections=0,
        agreements=0,
        starts_at=None,
        appeal_until=None,
        description="",
        cardboard=False,
        started_at=None,
        ended_at=None,
        end_reason="",
    )
