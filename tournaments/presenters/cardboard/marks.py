"""The page where directors set which tables play with real cards."""

from __future__ import annotations

from typing import NamedTuple

from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.participants import is_bot
from tournaments.models import RoundTable, Tournament


class MarkedTable(NamedTuple):
    """A table of the current round that a director can set to real cards or screens."""

    row: RoundTable
    names: tuple[str, ...]
    bots: bool
    fixed: bool
    """Whether it has played a deal, so that the round stays as it is."""


class MarksPage(NamedTuple):
    """The tables that directors can set to real cards or to screens."""

    row: Tournament
    tables: tuple[MarkedTable, ...]
    """None where no round is played."""
    next_round: int
    """The round that is drawn next, 0 where none is."""
    every: bool
    """Whether every table is marked in that round."""


def marks_page(tournament_id: int) -> MarksPage:
    """Return the page with the current round's tables and the next round. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    state = queries.current(tournament_id).state
    drawn = state.open_round
    rows: list[RoundTable] = []
    if drawn is not None:
        rows = list(
            RoundTable.objects.filter(tournament=row, round=drawn.number).order_by("number")
        )
    labels = {label for one in rows for label in one.seats}
    names = dict(zip(labels, names_of(labels), strict=True))
    further = state.next_round if state.next_round <= state.options.rounds else 0
    return MarksPage(
        row=row,
        tables=tuple(
            MarkedTable(
                one,
                tuple(names[label] for label in one.seats),
                any(map(is_bot, one.seats)),
                one.deals_done > 0,
            )
            for one in rows
        ),
        next_round=further if row.status in ("open", "running") else 0,
        every=row.cardboard,
    )
