"""Builds the printouts for a round: a slip with each member's seat, and a score sheet for each table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.presenters.sentences import wind
from games.queries.club.house import rules_named
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.models import RoundTable, Tournament
from tournaments.presenters.cardboard.sheet_line import SheetColumns
from tournaments.presenters.page.groups import parts_of
from tournaments.presenters.printouts.hall import HallSeat, seat_lines, stood_in_for


class SlipColumn(NamedTuple):
    """A column of a score sheet: a seat's wind and player."""

    wind: str
    name: str
    owner: str = ""
    """In whose place they sit."""


class SheetDeal(NamedTuple):
    """An empty row of a score sheet, with the deal's number and its starter's wind (§8.3)."""

    number: int
    starter: str


class ScoreSheet(NamedTuple):
    """The score sheet of a table."""

    table: int
    seats: tuple[SlipColumn, ...]
    deals: tuple[SheetDeal, ...]
    empty: range
    """The columns that are written by hand."""
    part: str = ""
    """Whose table it is: a group's or the final's; empty where there are no groups."""


@dataclass(frozen=True)
class Printout:
    """The printout for a round; the round is 0 before the first draw."""

    row: Tournament
    round: int

    @property
    def rounds(self) -> range:
        """Return the rounds that are drawn."""
        return range(1, self.row.rounds_drawn + 1)

    @cached_property
    def columns(self) -> SheetColumns:
        """Return the columns of a score sheet."""
        return SheetColumns(rules_named(self.row.terms.rules))

    @cached_property
    def _tables(self) -> list[RoundTable]:
        rows = RoundTable.objects.filter(tournament=self.row, round=self.round)
        return list(rows.order_by("number"))

    @cached_property
    def slips(self) -> list[HallSeat]:
        """Return the slip of each member, or of the member's substitute, sorted by name."""
        return seat_lines(self._tables)

    @cached_property
    def sheets(self) -> list[ScoreSheet]:
        """Return the score sheets, by table."""
        labels = list({label for table in self._tables for label in (*table.seats, *table.holders)})
        names = dict(zip(labels, names_of(labels), strict=True))
        parts = parts_of(self._tables)
        return [
            ScoreSheet(
                table.number,
                tuple(
                    SlipColumn(wind(seat), names[now], stood_in_for(names, owner, now))
                    for seat, (owner, now) in enumerate(
                        zip(table.seats, table.holders, strict=True)
                    )
                ),
                tuple(SheetDeal(k, wind(seat)) for k, seat in enumerate(table.starters, 1)),
                self.columns._replace(seats=len(table.seats)).empty,
                parts.get(table.number, ""),
            )
            for table in self._tables
        ]


def paper(tournament_id: int, round_number: int) -> Printout:
    """Return the printout for a round, by default the latest. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    known = range(1, row.rounds_drawn + 1)
    return Printout(row, round_number if round_number in known else row.rounds_drawn)
