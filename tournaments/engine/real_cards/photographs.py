"""Photographs of the cards at tables with real cards: adding them to a result, and removing them.

The functions work like those in `decisions`. The log holds no bytes: an event identifies them by their digest.
"""

from __future__ import annotations

from typing import Final

from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.people.entries import checked_reason
from tournaments.engine.real_cards.entered_results import EnteredResult
from tournaments.engine.real_cards.events import PhotographAdded, PhotographRemoved
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState

MOST: Final = 3
"""Photographs that a result may have at a time."""
MOST_EVER: Final = 12
"""Photographs that may be added to a result, those included that were removed."""
LARGEST_FILE: Final = 10 * 2**20
"""Bytes of a file that is taken."""
KIND: Final = "image/jpeg"
"""What is kept, whatever was sent."""


def find(state: TournamentState, deal_id: int) -> tuple[int, int, DealScore, EnteredResult]:
    """Return the round, table, score and entered result of a deal. Raises `TournamentRefused`."""
    found = state.find_deal(deal_id)
    if found is None or found[2].paper is None:
        raise TournamentRefused("tournament.no-such-deal")
    return *found, found[2].paper


def check_room(state: TournamentState, deal_id: int) -> None:
    """Raise `TournamentRefused` if a result can take no further photograph."""
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    paper = find(state, deal_id)[3]
    if sum(not one.removed for one in paper.photographs) >= MOST:
        raise TournamentRefused("tournament.photographs-many", most=MOST)
    if len(paper.photographs) >= MOST_EVER:
        raise TournamentRefused("tournament.photographs-ever", most=MOST_EVER)


def decide_add(
    state: TournamentState,
    *,
    deal_id: int,
    sha256: str,
    size: int,
    width: int,
    height: int,
    seat: int | None,
    player: int,
) -> Events:
    """Add a photograph of ``size`` bytes with this digest to a result.

    Refused if the result has the same photograph already, or too many.
    """
    check_room(state, deal_id)
    number, table, score, paper = find(state, deal_id)
    if any(one.sha256 == sha256 and not one.removed for one in paper.photographs):
        raise TournamentRefused("tournament.photograph-same")
    added = PhotographAdded(
        *(number, table, score.number, deal_id),
        number=len(paper.photographs) + 1,
        sha256=sha256,
        size=size,
        kind=KIND,
        width=width,
        height=height,
        seat=seat,
        player=player,
    )
    return (added,)


def decide_remove(
    state: TournamentState, *, deal_id: int, photograph: int, reason: str, director: int
) -> Events:
    """Remove a photograph: its bytes are deleted, the log keeps its digest and size."""
    number, table, score, paper = find(state, deal_id)
    there = {one.number for one in paper.photographs if not one.removed}
    if photograph not in there:
        raise TournamentRefused("tournament.photograph-gone")
    reason = checked_reason(reason)
    return (
        PhotographRemoved(
            *(number, table, score.number, deal_id, photograph, reason, director),
        ),
    )
