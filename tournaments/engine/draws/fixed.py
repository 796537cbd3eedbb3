"""Checks and uses a fixed draw: all tables of all rounds, given by hand and public before the start.

The draw is checked seat by seat, so that each wrong line of a file gets its own sentence. A round then has the tables
given for it. The seats of members who do not play go to bots, and tables of bots alone are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from tournaments.engine.draw_events import DrawGiven
from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.draws.seating import Round, pairs_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import SEATS, Table, is_bot, member_label, player_id
from tournaments.engine.terms import Format

if TYPE_CHECKING:
    from tournaments.engine.state import TournamentState

METHOD_GIVEN: Final = 7
"""The number of `given_round`."""

TABLES: Final = 100
"""Most tables of a round."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat of a given draw: who sits there in which round, and the line of the file (from 1) that says so."""

    line: int
    round: int
    table: int
    seat: int
    label: str


@dataclass(frozen=True, slots=True)
class FileFault:
    """A fault at a line of the file, 0 for the whole file; ``player`` is the member concerned, 0 for none."""

    line: int
    refused: TournamentRefused
    player: int = 0


def faults_of(
    places: Sequence[Placed],
    *,
    rounds: int,
    members: Collection[int],
    unread: Collection[tuple[int, int]] = (),
) -> list[FileFault]:
    """Return all reasons why these seats cannot be the draw of this many rounds for these members; empty if none.

    Faults of single lines come first, then faults of the whole draw. ``unread`` holds the round and table of each
    line that could not be read, 0 where unknown. A table with a faulty or unread line is not checked for missing
    seats. If any line is faulty or unread, missing members are not reported; if the table of such a line is unknown,
    missing rounds and seats are not either.
    """
    found = [*_of_lines(places, rounds, set(members))]
    wrong = {fault.line for fault in found}
    around = {(one.round, one.table) for one in places if one.line in wrong} | set(unread)
    return [*found, *_of_whole(places, rounds, members, around)]


def _of_lines(
    places: Sequence[Placed], rounds: int, members: Collection[int]
) -> Iterator[FileFault]:
    taken: dict[tuple[int, int, int], int] = {}
    sits: dict[tuple[int, str], int] = {}
    for one in places:
        player = 0 if is_bot(one.label) else player_id(one.label)
        place = one.round, one.table, one.seat
        if not 1 <= one.round <= rounds:
            yield _fault(one.line, "round", round=one.round, rounds=rounds)
        elif not 1 <= one.table <= TABLES or not 0 <= one.seat < SEATS:
            yield _fault(one.line, "table", tables=TABLES)
        elif place in taken:
            yield _fault(one.line, "seat-twice", other=taken[place])
        elif player and player not in members:
            yield _fault(one.line, "not-entered", player=player)
        elif player and (one.round, one.label) in sits:
            yield _fault(
                one.line,
                "member-twice",
                player=player,
                round=one.round,
                other=sits[one.round, one.label],
            )
        taken.setdefault(place, one.line)
        sits.setdefault((one.round, one.label), one.line)


def _of_whole(
    places: Sequence[Placed],
    rounds: int,
    members: Collection[int],
    around: Collection[tuple[int, int]],
) -> Iterator[FileFault]:
    lost = any(0 in place for place in around)
    for number in range(1, rounds + 1):
        here = [one for one in places if one.round == number]
        if not here and not lost and all(place[0] != number for place in around):
            yield _fault(0, "round-missing", round=number)
        last = max((one.table for one in here if 1 <= one.table <= TABLES), default=0)
        for table in range(1, last + 1):
            seated = [one for one in here if one.table == table]
            if (number, table) in around:
                continue
            if len(seated) < SEATS:
                if lost:
                    continue
                yield _fault(
                    0, "seats-missing", round=number, table=table, missing=SEATS - len(seated)
                )
                if not seated:
                    break  # a table mistyped as 1000 is one fault, not a thousand
            elif all(is_bot(one.label) for one in seated):
                yield _fault(0, "bots-alone", round=number, table=table)
    named = {one.label for one in places}
    for player in members if not around else ():
        if member_label(player) not in named:
            yield _fault(0, "member-missing", player=player)


def _fault(line: int, code: str, *, player: int = 0, **facts: int) -> FileFault:
    return FileFault(line, TournamentRefused(f"tournament.given-{code}", **facts), player)


def decide_give(
    state: TournamentState, places: Sequence[Placed], *, director: int
) -> tuple[DrawGiven, ...]:
    """Give the draw of all rounds before the start, replacing an earlier one; no events if it is the same.

    Raises `TournamentRefused` for the first of the faults that `faults_of` finds. Directors cannot give a draw of a
    tournament in which they play.
    """
    if state.options.format != Format.FIXED:
        raise TournamentRefused("tournament.given-not-fixed")
    if state.status != "open":
        raise TournamentRefused("tournament.already-started")
    if state.interested(director):
        raise TournamentRefused("tournament.own-interest")
    for fault in faults_of(places, rounds=state.options.rounds, members=state.entrants):
        raise fault.refused
    rounds = _rounds(places, state.options.rounds)
    _check_apart(rounds, state)
    return () if rounds == state.given else (DrawGiven(rounds, director),)


def _rounds(places: Sequence[Placed], rounds: int) -> tuple[Round, ...]:
    seats = {(one.round, one.table, one.seat): one.label for one in places}
    tables = [
        max(one.table for one in places if one.round == number) for number in range(1, rounds + 1)
    ]
    return tuple(
        tuple(
            (
                seats[number, table, 0],
                seats[number, table, 1],
                seats[number, table, 2],
                seats[number, table, 3],
            )
            for table in range(1, count + 1)
        )
        for number, count in enumerate(tables, 1)
    )


def check_given(state: TournamentState) -> None:
    """Raise `TournamentRefused` if a fixed tournament has no draw, or its draw is for other members."""
    if state.options.format != Format.FIXED:
        return
    if len(state.given) != state.options.rounds:
        raise TournamentRefused(
            "tournament.given-none", given=len(state.given), rounds=state.options.rounds
        )
    _check_apart(state.given, state)
    named = {label for tables in state.given for table in tables for label in table}
    there = set(state.playing).difference(state.not_here)
    missing = [player for player in there if member_label(player) not in named]
    if missing:
        raise TournamentRefused("tournament.given-without", members=len(missing))


def _check_apart(rounds: Sequence[Round], state: TournamentState) -> None:
    apart = pairs_of(state.apart.values())
    for number, tables in enumerate(rounds, 1):
        for table, seats in enumerate(tables, 1):
            if any(pair(*both) in apart for both in combinations(seats, 2)):
                raise TournamentRefused("tournament.given-apart", round=number, table=table)


def given_round(tables: Round, playing: Collection[str], filler: str) -> Round:
    """Return the tables given for a round, with bots in place of members who do not play it.

    Tables of bots alone are left out. If no member plays at all, all tables are played by bots, so that the
    tournament goes on.
    """
    filled = [_filled(table, playing, filler) for table in tables]
    return tuple(table for table in filled if not all(map(is_bot, table))) or tuple(filled)


def _filled(table: Table, playing: Collection[str], filler: str) -> Table:
    south, east, north, west = (
        label if is_bot(label) or label in playing else filler for label in table
    )
    return south, east, north, west
