"""Reconciling: every tournament folded again from the log and compared with its row; see `games.checks.log`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.checks.log import UNREADABLE, empty, unlike, unreadable
from tournaments import queries
from tournaments.engine.state import TournamentState
from tournaments.models import Tournament
from tournaments.schema import stream_of, tournament_of


def owned_streams(names: Collection[str]) -> set[str]:
    """Which of these are the streams of tournaments that have a row."""
    wanted = {found for name in names if (found := tournament_of(name)) is not None}
    known = Tournament.objects.filter(pk__in={number for number in wanted if number < 2**63})
    return {stream_of(pk) for pk in known.values_list("pk", flat=True)}


def check_log(only: Collection[str] | None = None) -> Iterator[str]:
    """A sentence for each tournament whose row does not say what its events say; of these streams alone, if given."""
    for row in Tournament.objects.order_by("pk").iterator(chunk_size=200):
        stream = stream_of(row.pk)
        if only is not None and stream not in only:
            continue
        try:
            state = queries.load_state(row.pk)
        except UNREADABLE as error:
            yield unreadable(stream, error)
            continue
        if state is None:
            yield empty(stream)
            continue
        for name, stored, folded in _comparison(row, state):
            if stored != folded:
                yield unlike(stream, name, stored, folded)


def _comparison(row: Tournament, state: TournamentState) -> Iterator[tuple[str, object, object]]:
    """What the row got in the transaction of the events; the standings are brought along later."""
    options = state.options
    yield "version", row.version, state.version
    yield "status", row.status, state.status.value
    yield "name", row.name, options.name
    yield "fee", row.entry_fee, options.entry_fee
    yield "prizes", tuple(row.prize_shares), tuple(options.prize_shares)
    yield "rounds", row.rounds, options.rounds
    yield "deals a round", row.deals_per_round, options.deals_per_round
    yield "director", row.director_id, options.director
    yield "beginning", row.starts_at, state.starts_at
    yield "description", row.description, state.description
    yield "least members", row.least_members, options.least_members
    yield "late entry", row.late_until, options.late_until
    yield "entrants", row.entrants, len(state.entrants)
    yield "rounds drawn", row.rounds_drawn, len(state.rounds)
    yield "rounds closed", row.rounds_closed, sum(drawn.closed for drawn in state.rounds)
