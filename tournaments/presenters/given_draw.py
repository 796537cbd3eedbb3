"""The draw that a director gave by hand, for everybody to check before the first round."""

from __future__ import annotations

from dataclasses import dataclass

from games.presenters.sentences import wind
from games.queries.participants import names_of
from tournaments import queries
from tournaments.engine.formats import Format
from tournaments.engine.participants import SEATS, member_label
from tournaments.errors import refusal
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class GivenTable:
    """A table of a round: for each seat its wind, and who sits there."""

    number: int
    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GivenPage:
    """One round of the draw that was given."""

    row: Tournament
    rounds: tuple[int, ...]
    """All that were given; none where nothing was."""
    shown: int
    """The round of these tables, 0 for none."""
    tables: tuple[GivenTable, ...]
    without: tuple[str, ...]
    """The members who have entered and sit in no round of it."""


def given_page(tournament_id: int, *, round_number: int = 1) -> GivenPage:
    """One round of it, the first if there is no such round.

    Raises Refused("tournament.unknown" or "tournament.given-not-fixed").
    """
    row = queries.get_tournament(tournament_id)
    loaded = queries.current(tournament_id)
    if row.format != Format.FIXED or loaded is None:
        raise refusal("tournament.given-not-fixed")
    given = loaded.state.given
    shown = (round_number if 1 <= round_number <= len(given) else 1) if given else 0
    tables = given[shown - 1] if given else ()
    named = {label for drawn in given for table in drawn for label in table}
    without = [label for label in map(member_label, loaded.state.playing) if label not in named]
    names = iter(names_of([label for table in tables for label in table]))
    return GivenPage(
        row=row,
        rounds=tuple(range(1, len(given) + 1)),
        shown=shown,
        tables=tuple(
            GivenTable(number, tuple((wind(seat), next(names)) for seat in range(SEATS)))
            for number in range(1, len(tables) + 1)
        ),
        without=names_of(without) if given else (),
    )
