"""What the other modules and the pages read of tournaments."""

from __future__ import annotations

from games.log.store import read_events
from tournaments.schema import from_stored, stream_of
from tournaments.state import TournamentState, evolve


def load_state(tournament_id: int) -> TournamentState | None:
    """The tournament as its stream says, or None where there is no such stream."""
    state: TournamentState | None = None
    for stored in read_events(stream_of(tournament_id)):
        state = evolve(state, from_stored(stored.name, stored.schema, stored.payload))
    return state
