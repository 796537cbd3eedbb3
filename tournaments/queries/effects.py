"""Computes how a ruling, or voiding a deal, would change standings, prizes and pot, from the events it would cause."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.engine.scoring import Result
from games.ledger.commands import Calling, Owed
from games.queries.behalf import Beyond, StandingsLine
from tournaments.engine.correcting.corrections import decide_take_voiding_back, decide_void
from tournaments.engine.decisions import final
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.results import RuledResult
from tournaments.engine.scoring.means import in_points
from tournaments.engine.scoring.standing_rows import FinalRow
from tournaments.engine.state import Status, TournamentState
from tournaments.queries.histories import LoadedTournament, current, current_of
from tournaments.schema import ruling_id, stream_of


def effects_of_results(
    behalf: str, deal_id: int, results: Sequence[Result], at: Calling
) -> Beyond | None:
    """Return how each possible result of a deal would change the tournament of this name (`tournament-3`).

    `at` is the place of the ruling in the deal's stream. None if there is no such tournament or the deal does not
    count in it.
    """
    loaded = current_of(behalf)
    if loaded is None or loaded.state.find_deal(deal_id) is None:
        return None
    state, tournament_id = loaded.state, loaded.books.tournament_id
    after, transfers = [], []
    for result in results:
        behind, called = followed(
            tournament_id, loaded, _events(state, deal_id, result, at.version), at.at
        )
        after.append(standings_of(behind))
        transfers.append(called)
    paid = state.status is Status.CLOSED
    return Beyond(state.options.name, paid, standings_of(state), tuple(after), tuple(transfers))


def _events(
    state: TournamentState, deal_id: int, result: Result, version: int
) -> tuple[TournamentEvent, ...]:
    ruled = RuledResult(
        deal_id=deal_id,
        net=result.net,
        penalised=result.offender,
        ruling=ruling_id(deal_id, version),
        void=result.winner is None,
    )
    try:
        return tuple(ruled.decide(state))
    except TournamentRefused:  # then it does not count, which the follower logs
        return ()


def standings_without(
    tournament_id: int, deal_id: int, *, voided: bool, now: datetime
) -> tuple[tuple[StandingsLine, ...], tuple[StandingsLine, ...]] | None:
    """Return the current standings, and the standings after the deal is voided or, if it is `voided`, restored.

    The result is None if voiding or restoring would be refused. Author and reason do not affect it.
    """
    loaded = current(tournament_id)
    why: dict[str, Any] = {"deal_id": deal_id, "reason": "–", "director": 0}
    try:
        if voided:
            events = decide_take_voiding_back(loaded.state, replay_begun=False, **why)
        else:
            events = decide_void(loaded.state, section="", replay=False, **why)
    except TournamentRefused:
        return None
    after, _transfers = followed(tournament_id, loaded, events, now)
    return standings_of(loaded.state), standings_of(after)


def followed(
    tournament_id: int,
    loaded: LoadedTournament,
    events: Sequence[TournamentEvent],
    now: datetime,
) -> tuple[TournamentState, tuple[Owed, ...]]:
    """Return the state after `events`, and the transfers that they would make due; nothing is written."""
    state, books = loaded.state, loaded.books
    transfers: list[Owed] = []
    for event in events:
        state = evolve(state, event)
        place = Calling(stream_of(tournament_id), state.version, now)
        books, called = books.follow(event, place)
        transfers += called
    return state, tuple(transfers)


def standings_of(state: TournamentState) -> tuple[StandingsLine, ...]:
    """Return the current standings, with prizes as paid or as they would be paid now."""
    return tuple(
        StandingsLine(
            row.standing.participant,
            row.standing.place,
            in_points(row.standing.points, state.unit),
            row.prize,
        )
        for row in _rows(state)
    )


def _rows(state: TournamentState) -> tuple[FinalRow, ...]:
    if state.status is Status.CLOSED:
        return state.final
    if state.status is Status.CANCELLED:
        return tuple(FinalRow(row, 0) for row in state.standings())
    return final(state)
