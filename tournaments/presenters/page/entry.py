"""The page of one entry: for its member, and for a director."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from tournaments import queries
from tournaments.engine.participants import is_bot, member_label
from tournaments.engine.scoring.standing_flags import FlagKind
from tournaments.errors import refusal
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.presenters.page.flag_words import remarks
from tournaments.presenters.page.overview import LEFT, entries_of


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
    undo_check_in: bool
    take_seat: bool
    """Whether there is a bot's seat to take in the round that is played, as far as the rows tell."""
    sit_out: bool
    sit_in: bool
    leave: bool
    last_round: bool
    """Whether the last round is drawn, so that nobody withdraws any more."""
    remove: bool
    take_back: bool

    @property
    def nothing(self) -> bool:
        """Return whether the page offers no action and has nothing to say."""
        acts = (self.sit_out, self.sit_in, self.take_seat, self.take_back, self.leave, self.remove)
        return not any((*acts, self.last_round))


def entry_page(tournament_id: int, player_id: int, *, directs: bool) -> EntryPage:
    """Return an entry; if `directs`, as a director sees it, otherwise as its member does.

    Raises Refused: "tournament.unknown", "tournament.not-entered".
    """
    row = queries.get_tournament(tournament_id)
    entry = queries.entry_of(tournament_id, player_id)
    if entry is None:
        raise refusal("tournament.not-entered")
    line = Standing.objects.filter(tournament=row, player_id=player_id).first()
    running = row.status == Tournament.Status.RUNNING
    going = running or row.status == Tournament.Status.OPEN
    more = going and row.rounds_drawn < row.terms.rounds
    gone = entry.status in LEFT
    # A member's own withdrawal, with no round drawn since.
    fresh = line is not None and [FlagKind.WITHDREW, row.rounds_drawn, ""] in line.notes
    return EntryPage(
        row=row,
        entry=entry,
        remarks=() if line is None else remarks(line),
        next_round=row.rounds_drawn + 1 if more else 0,
        directs=directs,
        check_in=not entry.checked_in
        and (
            (directs and row.check_in and row.status == Tournament.Status.OPEN)
            or row.takes_check_in(timezone.now())
        ),
        undo_check_in=entry.checked_in and row.status == Tournament.Status.OPEN,
        take_seat=may_take_seat(row, player_id, directs=directs) and not gone,
        sit_out=more and entry.status == Entry.Status.PLAYS,
        sit_in=more and entry.status == Entry.Status.ABSENT,
        leave=not directs and running and more and not gone,
        last_round=not directs and running and not more and not gone,
        remove=directs and going and not gone,
        take_back=running and gone and (directs or fresh),
    )


def may_take_seat(row: Tournament, player_id: int, *, directs: bool = False) -> bool:
    """Return whether a member who has entered or may enter can take a bot's seat in the current round."""
    playing = row.status == Tournament.Status.RUNNING and row.rounds_closed < row.rounds_drawn
    if not playing or not (directs or row.rounds_drawn <= row.terms.late_until):
        return False
    tables = list(RoundTable.objects.filter(tournament=row, round=row.rounds_drawn))
    label = member_label(player_id)
    if any(label in (*table.seats, *table.holders) for table in tables):
        return False
    return any(
        is_bot(drawn) and is_bot(now)
        for table in tables_left(row)
        for drawn, now in zip(table.seats, table.holders, strict=True)
    )


def tables_left(row: Tournament, tables: Iterable[RoundTable] | None = None) -> list[RoundTable]:
    """Return the newest round's tables that have deals left to play.

    `tables` saves a query if they are already read.
    """
    over = queries.played_out(row.pk) if row.duplicate else ()
    if tables is None:
        tables = RoundTable.objects.filter(tournament=row, round=row.rounds_drawn)
        tables = tables.order_by("number")
    newest = (table for table in tables if table.round == row.rounds_drawn)
    return [table for table in newest if not table.done and table.number not in over]


def entries(tournament_id: int) -> tuple[Tournament, list[Entry]]:
    """Return the tournament and all its entries in order of entry. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    return row, list(entries_of(row))
