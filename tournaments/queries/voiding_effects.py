"""Computes the effects of voiding or restoring a deal, from the events that it would write."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.queries.behalf import StandingsLine
from tournaments.engine.correcting.corrections import decide_take_voiding_back, decide_void
from tournaments.engine.errors import TournamentRefused
from tournaments.queries.effects import followed, standings_of
from tournaments.queries.histories import current


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
