"""What one entry of a tournament shows: to its member, and to a director."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import queries
from tournaments.engine.notes import Kind
from tournaments.errors import refusal
from tournaments.models import Entry, Standing, Tournament
from tournaments.presenters.page import LEFT, entries_of
from tournaments.presenters.remarks import remarks


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry, and what this viewer may do about it now."""

    row: Tournament
    entry: Entry
    remarks: tuple[str, ...]
    next_round: int
    """The round that is drawn next, 0 where none is."""
    directs: bool
    check_in: bool
    sit_out: bool
    sit_in: bool
    leave: bool
    remove: bool
    take_back: bool


def entry_page(tournament_id: int, player_id: int, *, directs: bool) -> EntryPage:
    """An entry, for a director if it `directs`, else for its member.

    Raises Refused: "tournament.unknown", "tournament.not-entered".
    """
    row = queries.get_tournament(tournament_id)
    entry = queries.entry_of(tournament_id, player_id)
    if entry is None:
        raise refusal("tournament.not-entered")
    line = Standing.objects.filter(tournament=row, player_id=player_id).first()
    running = row.status == Tournament.Status.RUNNING
    going = running or row.status == Tournament.Status.OPEN
    more = going and row.rounds_drawn < row.rounds
    gone = entry.status in LEFT
    # A member's own withdrawal, with no round drawn since.
    fresh = line is not None and [Kind.WITHDREW, row.rounds_drawn, ""] in line.notes
    return EntryPage(
        row=row,
        entry=entry,
        remarks=() if line is None else remarks(line),
        next_round=row.rounds_drawn + 1 if more else 0,
        directs=directs,
        check_in=row.check_in and row.status == Tournament.Status.OPEN and not entry.checked_in,
        sit_out=more and entry.status == Entry.Status.PLAYS,
        sit_in=more and entry.status == Entry.Status.ABSENT,
        leave=not directs and running and more and not gone,
        remove=directs and running and not gone,
        take_back=running and gone and (directs or fresh),
    )


def entries(tournament_id: int) -> tuple[Tournament, list[Entry]]:
    """All entries in order. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    return row, list(entries_of(row))
