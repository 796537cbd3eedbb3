"""Loads a tournament from its stream: the state, and the payments so far (`Books`)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from games.log import UNREADABLE, Head, Recorded, read_events
from games.log.aggregates import Aggregates, head_behind
from tournaments.engine.evolve import evolve
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal
from tournaments.models import RoundTable
from tournaments.schema import from_stored, stream_of, tournament_of
from tournaments.settlement import Books, calling

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A tournament loaded from its stream: state, payments, and the stream's head."""

    state: TournamentState
    books: Books
    """What its chips stand at."""
    head: Head


def load_state(tournament_id: int) -> TournamentState | None:
    """Return the tournament folded from all of its stream, or None if there is no such stream."""
    state: TournamentState | None = None
    for stored in read_events(stream_of(tournament_id)):
        state = evolve(state, from_stored(stored.name, stored.schema, stored.payload))
    return state


def current(tournament_id: int) -> LoadedTournament:
    """Return the current tournament. Raises Refused("tournament.unknown") if there is no such stream.

    Raises Refused("tournament.damaged") if its stream cannot be read: loops over all tournaments skip it, and its pages
    say so.
    """
    loaded = _load(stream_of(tournament_id))
    if loaded is None:
        raise refusal("tournament.unknown")
    return loaded


def current_of(behalf: str) -> LoadedTournament | None:
    """Return the current tournament of this name (`tournament-3`); None for any other name, or if there is none.

    Raises Refused("tournament.damaged") as `current` does.
    """
    tournament_id = tournament_of(behalf)
    return None if tournament_id is None else _load(stream_of(tournament_id))


def _load(stream: str) -> LoadedTournament | None:
    try:
        return TOURNAMENTS.load(stream)
    except UNREADABLE as error:
        # The kind alone: the message may quote stored values, and verify_log names the event.
        _log.error("%s cannot be read: %s", stream, type(error).__name__)
        raise refusal("tournament.damaged") from error


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A table of a round, with the scores of its counted deals."""

    row: RoundTable
    scores: tuple[DealScore, ...]


def drawn_tables(tournament_id: int, round_number: int | None = None) -> list[CountedTable]:
    """Return the tables of one round, or of all, with their scores. Raises Refused("tournament.unknown")."""
    rows = RoundTable.objects.filter(tournament=tournament_id)
    if round_number is not None:
        rows = rows.filter(round=round_number)
    drawn = list(rows)
    rounds = current(tournament_id).state.rounds
    return [CountedTable(row, rounds[row.round - 1].tables[row.number - 1].scores) for row in drawn]


def _follow(known: LoadedTournament | None, events: Sequence[Recorded]) -> LoadedTournament:
    state = known.state if known else None
    books = known.books if known else Books(_id_of(events[0]))
    for stored in events:
        event = from_stored(stored.name, stored.schema, stored.payload)
        state = evolve(state, event)
        books, _transfers = books.follow(event, calling(books.tournament_id, stored))
    assert state is not None  # there is at least one event
    return LoadedTournament(state, books, head_behind(events))


def _id_of(first: Recorded) -> int:
    found = tournament_of(first.stream)
    assert found is not None  # the stream was asked for by the tournament's id
    return found


TOURNAMENTS = Aggregates(_follow)
"""All tournaments, by their streams."""
