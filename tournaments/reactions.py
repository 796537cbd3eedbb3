"""What follows from deals of the club: a finished one counts in its tournament, a ruling counts it anew.

A follower of the whole log. It may meet an event twice or late: the commands then change nothing. Games never call
tournaments; whoever wants results to count soon lets the follower run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from games.engine.events import DealExhausted, DealWon, RulingGiven, RulingWithdrawn
from games.engine.scoring import Result
from games.log.projector import Follower
from games.log.store import Recorded
from games.schema import deal_of
from games.schema import from_stored as deal_event
from tournaments import commands, queries
from tournaments.events import Net
from tournaments.refusals import RefusedByTournament

_log = logging.getLogger(__name__)

NAME: Final = "tournaments"
"""The follower's checkpoint; final."""
_ENDS: Final = frozenset({"deal.won", "deal.exhausted"})
_RULINGS: Final = frozenset({"deal.ruling-given", "deal.ruling-withdrawn"})


def follower(clock: Callable[[], datetime]) -> Follower:
    """The follower; `clock` says when the next round's tables open.

    It has nothing to throw away before a rebuild: what it makes are events, and told twice it makes none.
    """
    return Follower(NAME, lambda events: _handle(events, clock))


def ruling_id(deal_id: int, version: int) -> int:
    """The id under which a tournament knows a ruling: its deal and its place in the deal's stream, together."""
    return deal_id * 1_000_000 + version


def _handle(events: list[Recorded], clock: Callable[[], datetime]) -> None:
    told = [
        (deal_id, event)
        for event in events
        if event.name in _ENDS or event.name in _RULINGS
        if (deal_id := deal_of(event.stream)) is not None
    ]
    if not told:
        return
    places = queries.places_of(deal_id for deal_id, _ in told)
    for deal_id, event in told:
        place = places.get(deal_id)
        if place is None:
            continue
        try:
            _count(deal_id, place, event, clock())
        except RefusedByTournament as refused:
            # One deal that fits nowhere must not keep all other tournaments waiting.
            _log.error("%s does not count in %s: %s", event.stream, place, refused.code)


def _count(deal_id: int, place: queries.DealPlace, event: Recorded, now: datetime) -> None:
    ended = deal_event(event.name, event.schema, event.payload)
    if isinstance(ended, DealWon | DealExhausted):
        commands.record_deal(
            tournament_id=place.tournament_id,
            round_number=place.round,
            table=place.table,
            deal_number=place.deal_number,
            deal_id=deal_id,
            net=_net(ended.result),
            winner=ended.result.winner,
            points=ended.result.points,
            penalised=ended.result.offender,
            now=now,
        )
    elif isinstance(ended, RulingGiven | RulingWithdrawn):
        commands.rescore(
            tournament_id=place.tournament_id,
            deal_id=deal_id,
            net=_net(ended.result),
            penalised=ended.result.offender,
            ruling=ruling_id(deal_id, event.version),
            now=now,
        )


def _net(result: Result) -> Net:
    south, east, north, west = result.net
    return south, east, north, west
