"""The lines of a tournament's standings, with names, flags and cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from games.queries.play.participants import called
from tournaments.engine.participants import is_bot, player_id
from tournaments.models import Standing, Tournament
from tournaments.presenters.page.flag_words import remarks, substitutes_of


class Cells(NamedTuple):
    """The cells of a line after the place, as plain values; ``settled_by`` is empty if there is no place."""

    player: int | None
    member: int | None
    name: str
    mine: bool
    remarks: tuple[str, ...]
    score: int | Decimal
    deals: int
    wins: int
    best_hand: int
    penalties: int
    settled_by: str
    prize: int | None


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings; `bot` says whether the line is a bot's, which has no place.

    `player` is the id of the line's player, None for a bot. `member` is the id of the member to whose page the name
    links, None if the name is no link.
    """

    row: Standing
    name: str
    mine: bool
    bot: bool
    player: int | None
    member: int | None
    remarks: tuple[str, ...]

    @property
    def average(self) -> Decimal:
        """Return the points per deal, to a tenth of a point."""
        return round(Decimal(self.row.score) / (self.row.deals or 1), 1)

    @property
    def cells(self) -> Cells:
        """Return the cells that follow the place in a line."""
        row = self.row
        return Cells(
            self.player,
            self.member,
            self.name,
            self.mine,
            self.remarks,
            row.score,
            row.deals,
            row.wins,
            row.best_hand,
            row.penalties,
            row.settled_by if row.place else "",
            row.prize,
        )


def lines_of(rows: Sequence[Standing], mine: str) -> tuple[StandingLine, ...]:
    """Return rows of standings with names; the line with the viewer's label `mine` is marked."""
    people = called(line.participant for line in rows)
    stood_in = substitutes_of(rows)
    return tuple(
        StandingLine(
            line,
            person.name,
            line.participant == mine,
            is_bot(line.participant),
            None if is_bot(line.participant) else player_id(line.participant),
            person.member,
            remarks(line, stood_in),
        )
        for line, person in zip(rows, people, strict=True)
    )


def standings_of(row: Tournament, mine: str, *, alone: bool = False) -> tuple[StandingLine, ...]:
    """Return the lines of a tournament's standings; empty before the first draw.

    If `alone`, only the line labelled `mine` is returned.
    """
    if not row.rounds_drawn:
        return ()
    found = Standing.objects.filter(tournament=row)
    return lines_of(list(found.filter(participant=mine) if alone else found), mine)
