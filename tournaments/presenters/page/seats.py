"""The page of a tournament's reserve list, and of who holds which seat in the current round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.common.joints import listed
from games.models import Player
from games.presenters.sentences import wind
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.participants import is_bot, player_id
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.presenters.page.entry import may_take_seat, tables_left


@dataclass(frozen=True, slots=True)
class CurrentSeat:
    """A member's seat in the current round: its value in a form, and its holder in words."""

    value: str
    words: str
    given: bool
    """Whether somebody else has it than was drawn."""


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """The reserve list, and this viewer's possible actions on it."""

    row: Tournament
    reserves: tuple[Player, ...]
    turned_away: tuple[Player, ...]
    """Who was removed before the start; for directors alone."""
    seats: tuple[CurrentSeat, ...]
    directs: bool
    going: bool
    listed: bool
    may_list: bool
    uninvited: bool
    """Whether the terms do not let the viewer onto the list."""
    take_seat: bool


def seats_page(tournament_id: int, viewer: Player, *, directs: bool) -> SeatsPage:
    """Return the page for this viewer; if `directs`, as a director. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    going = row.status in (Tournament.Status.OPEN, Tournament.Status.RUNNING)
    reserves = tuple(queries.reserves_of(row.pk))
    entry = Entry.objects.filter(tournament=row, player=viewer).first()
    stays = entry is None or entry.status in (Entry.Status.PLAYS, Entry.Status.ABSENT)
    mine = viewer in reserves
    admitted = (
        row.terms.admits == Tournament.Admits.MEMBERS
        or entry is not None
        or queries.is_invited(row.pk, viewer.pk)
    )
    # The director who announced it is excluded once it runs (§10.8), and is offered nothing.
    comes_in = row.status == Tournament.Status.OPEN or row.director_id != viewer.pk
    return SeatsPage(
        row=row,
        reserves=reserves,
        turned_away=tuple(queries.turned_away(row.pk)) if directs else (),
        seats=seat_lines(row) if directs else (),
        directs=directs,
        going=going,
        listed=mine and not directs,
        uninvited=not directs and going and comes_in and not admitted,
        may_list=not directs
        and going
        and entry is None
        and not mine
        and not viewer.is_guest
        and comes_in
        and admitted,
        take_seat=not directs and stays and comes_in and admitted and may_take_seat(row, viewer.pk),
    )


class SeatLeft(NamedTuple):
    """A member's seat at an unfinished table.

    `owner` is the label drawn for the seat, `holder` the label from the next deal on.
    """

    table: int
    seat: int
    owner: str
    holder: str


def seats_left(row: Tournament) -> list[SeatLeft]:
    """Return the members' seats at the current round's unfinished tables."""
    if row.status != Tournament.Status.RUNNING or row.rounds_closed == row.rounds_drawn:
        return []
    return [
        SeatLeft(table.number, seat, owner, holder)
        for table in tables_left(row)
        for seat, (owner, holder) in enumerate(zip(table.seats, table.holders, strict=True))
        if not is_bot(owner)
    ]


def seat_lines(row: Tournament) -> tuple[CurrentSeat, ...]:
    """Return `seats_left` in words, for a form."""
    seats = seats_left(row)
    labels = list({label for one in seats for label in (one.owner, one.holder)})
    names = dict(zip(labels, names_of(labels), strict=True))
    return tuple(
        CurrentSeat(
            f"{table}/{seat}/{holder}",
            _seat_words(table, seat, names[owner], names[holder], holder != owner),
            holder != owner,
        )
        for table, seat, owner, holder in seats
    )


def _seat_words(number: int, seat: int, owner: str, holder: str, given: bool) -> str:
    facts = {"number": number, "owner": owner, "holder": holder}
    who = _("%(holder)s for %(owner)s") % facts if given else owner
    return listed((_("Table %(number)s") % facts, wind(seat), who))


def owner_of(row: Tournament, table: int, seat: int) -> int | None:
    """Return the id of the member drawn for a seat of the current round; None for a bot's seat or no seat."""
    drawn = RoundTable.objects.filter(tournament=row, round=row.rounds_drawn, number=table).first()
    if drawn is None or not 0 <= seat < len(drawn.seats) or is_bot(drawn.seats[seat]):
        return None
    return player_id(drawn.seats[seat])
