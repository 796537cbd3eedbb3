"""The page where a director checks a draw given by hand before the first round, and the faults of such a draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.name_lists import UnreadableList
from games.presenters.sentences import wind
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.draws.fixed import Placed, faults_of
from tournaments.engine.participants import SEATS, member_label
from tournaments.engine.terms import Format
from tournaments.errors import RefusedByTournament, refusal
from tournaments.models import Tournament
from tournaments.queries.given_draws import MOST_BYTES, MOST_LINES, Unread

MOST_FAULTS: Final = 50
"""Lines that are shown to be wrong at a time."""
_UNREAD: Final = {
    "columns": gettext_noop("Each line needs four columns: round, table, seat, member."),
    "number": gettext_noop("This is not a round or table number."),
    "seat": gettext_noop("This is not a seat: write south, east, north or west in full."),
    "unknown": gettext_noop("No member has this name or login name."),
    "several": gettext_noop("More than one member has this name: write the login name."),
}
_UNREADABLE: Final = {
    "too-large": gettext_noop("This draw is too large: at most %(kilobytes)s KB."),
    "too-long": gettext_noop("This draw is too long: at most %(lines)s lines."),
    "encoding": gettext_noop(
        "The site can't read the letters in line %(line)s. Save the file as “CSV UTF-8”, or "
        "paste the lines."
    ),
    "quotes": gettext_noop("The quotation marks in line %(line)s do not match."),
    "empty": gettext_noop("Choose a file or paste the lines of the draw."),
}


class Wrong(NamedTuple):
    """A fault of a given draw: its line (0: the draw as a whole), what it is about, and why it is wrong."""

    line: int
    said: str
    why: str


def unreadable_words(wrong: UnreadableList) -> str:
    """Return why a draw cannot be read at all."""
    facts = {"line": wrong.line, "lines": MOST_LINES, "kilobytes": MOST_BYTES // 1024}
    return _(_UNREADABLE[wrong.code]) % facts


def wrong_lines(row: Tournament, places: Sequence[Placed], unread: Sequence[Unread]) -> list[Wrong]:
    """Return the faults of a given draw: those of single lines, then those of the draw as a whole.

    All `unread` lines are included, but at most `MOST_FAULTS` + 1 other faults.
    """
    entrants = queries.current(row.pk).state.entrants
    around = [one.place for one in unread]
    faults = faults_of(places, rounds=row.terms.rounds, members=entrants, unread=around)
    shown = faults[: MOST_FAULTS + 1]
    names = iter(names_of([member_label(fault.player) for fault in shown if fault.player]))
    found = [Wrong(one.line, one.said, _(_UNREAD[one.code])) for one in unread]
    found += [
        Wrong(
            fault.line,
            next(names) if fault.player else "",
            RefusedByTournament(fault.refused).sentence,
        )
        for fault in shown
    ]
    return sorted(found, key=lambda one: (not one.line, one.line))


@dataclass(frozen=True, slots=True)
class GivenTable:
    """A table of a round: for each seat its wind, and who sits there."""

    number: int
    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GivenPage:
    """One round of the given draw."""

    row: Tournament
    rounds: tuple[int, ...]
    """All that were given; none where nothing was."""
    shown: int
    """The round of these tables, 0 for none."""
    tables: tuple[GivenTable, ...]
    without: tuple[str, ...]
    """The members who have entered and sit in no round of it."""


def given_page(tournament_id: int, *, round_number: int = 1) -> GivenPage:
    """Return the page with one round of the given draw; the first if there is no such round.

    Raises Refused("tournament.unknown" or "tournament.given-not-fixed").
    """
    row = queries.get_tournament(tournament_id)
    if row.terms.format != Format.FIXED:
        raise refusal("tournament.given-not-fixed")
    state = queries.current(tournament_id).state
    given = state.given
    shown = (round_number if 1 <= round_number <= len(given) else 1) if given else 0
    tables = given[shown - 1] if given else ()
    named = {label for drawn in given for table in drawn for label in table}
    without = [label for label in map(member_label, state.playing) if label not in named]
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
