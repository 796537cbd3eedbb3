"""Follows the club's log: a finished deal counts in its tournament, and a ruling changes its score.

An event may arrive twice or late: the commands then change nothing. Games never call tournaments; running the
follower makes results count sooner.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import Final

from games.club.calls import call_of
from games.engine.disputing.outcomes import PAYING_NAMES
from games.engine.events import ENDS, Ended, PaymentChange
from games.engine.scoring import Result
from games.errors import Refused
from games.log import UNREADABLE
from games.log.followers import Follower, catch_up
from games.log.store import Recorded
from games.models import Call
from games.schema import deal_of
from games.schema import from_stored as deal_event
from tournaments import commands, queries
from tournaments.commands import club_tables, counting, timing
from tournaments.engine.events import RefereeAnswered
from tournaments.engine.participants import Net
from tournaments.engine.results import DealResult, RuledResult
from tournaments.errors import RefusedByTournament
from tournaments.schema import ruling_id

_log = logging.getLogger(__name__)

NAME: Final = "tournaments"
"""The name of the follower's position; final."""
_ANSWER: Final = "call.answered"
_HEARD: Final = frozenset({*ENDS, *PAYING_NAMES, _ANSWER})


def follower(clock: Callable[[], datetime]) -> Follower:
    """Return the follower; `clock` gives the time at which results are counted.

    A rebuild has nothing to delete first: the follower writes events, and writes none for an event it has handled
    before.
    """
    return Follower(NAME, lambda events: _handle(events, clock), hears=_HEARD)


def follow(clock: Callable[[], datetime], enough: Callable[[], bool] = lambda: False) -> bool:
    """Count newly finished deals, then open, pause and close the club tables of tournaments.

    Deals are counted again between two tables. If nothing is waiting this takes four queries. Returns True if it
    stopped because `enough` returned True, and some tables are still unopened.
    """

    def count() -> None:
        while catch_up(follower(clock)):
            pass

    count()
    if not queries.anything_waits(clock()):
        return False
    timing.follow_clock(clock)
    club_tables.keep_still(clock, between=count)
    counting.open_played(clock)
    commands.end_appeals(clock)
    club_tables.set_tables(clock, between=count, enough=enough)
    return enough() and bool(queries.unopened_tables())


def _handle(events: list[Recorded], clock: Callable[[], datetime]) -> None:
    for event in events:
        if event.name == _ANSWER:
            _note_answer(call_of(event.stream), clock())
    relevant = [
        (deal_id, event)
        for event in events
        if event.name in ENDS or event.name in PAYING_NAMES
        if (deal_id := deal_of(event.stream)) is not None
    ]
    if not relevant:
        return
    places = queries.places_of(deal_id for deal_id, _ in relevant)
    by_tournament: defaultdict[int, list[DealResult | RuledResult]] = defaultdict(list)
    for deal_id, event in relevant:
        place = places.get(deal_id)
        if place is None:
            continue
        try:
            by_tournament[place.tournament_id].append(_result(deal_id, place, event))
        except UNREADABLE as error:
            # Its tournament waits for a director; verify_log names the event.
            _log.error(
                "%s, version %s, counts nowhere: %s",
                event.stream,
                event.version,
                type(error).__name__,
            )
    for tournament_id, results in sorted(by_tournament.items()):
        try:
            refusals: list[Refused] = commands.count(
                tournament_id=tournament_id, results=results, now=clock()
            )
        except RefusedByTournament as refused:
            refusals = [refused]
        except UNREADABLE as error:
            _log.error("tournament %s cannot count: %s", tournament_id, type(error).__name__)
            continue
        for refusal in refusals:
            # One deal that fits nowhere must not keep the others waiting.
            _log.error("a deal does not count in tournament %s: %s", tournament_id, refusal)


def _note_answer(call_id: int | None, now: datetime) -> None:
    """Record in the tournament that a referee answered a call from its table."""
    call = (
        Call.objects.select_related("table").filter(pk=call_id or 0, referee__isnull=False).first()
    )
    place = None if call is None else queries.place_of_origin(call.table.origin)
    if call is None or place is None or call.referee_id is None:
        return
    tournament_id, round_number, table = place
    event = RefereeAnswered(
        call=call.pk,
        round=round_number,
        table=table,
        player=call.player_id,
        reason=call.reason,
        words=call.words,
        referee=call.referee_id,
        answer=call.answer,
        section=call.section,
    )
    try:
        commands.note_answer(tournament_id=tournament_id, event=event, now=now)
    except RefusedByTournament as refused:
        _log.error("an answer is no line of tournament %s: %s", tournament_id, refused)
    except UNREADABLE as error:
        _log.error("an answer is no line of tournament %s: %s", tournament_id, type(error).__name__)


def _result(deal_id: int, place: queries.DealPlace, event: Recorded) -> DealResult | RuledResult:
    ended = deal_event(event.name, event.schema, event.payload)
    if isinstance(ended, Ended):
        return DealResult(
            round_number=place.round,
            table=place.table,
            deal_number=place.deal_number,
            deal_id=deal_id,
            net=_net(ended.result),
            winner=ended.result.winner,
            points=ended.result.points,
            penalised=ended.result.offender,
            **queries.sitting_at(deal_id, place)._asdict(),
        )
    assert isinstance(ended, PaymentChange)
    return RuledResult(
        deal_id=deal_id,
        net=_net(ended.result),
        penalised=ended.result.offender,
        ruling=ruling_id(deal_id, event.version),
        void=ended.result.winner is None,
        by=ended.referee,
        section=getattr(ended, "section", ""),
        reason=ended.reason,
    )


def _net(result: Result) -> Net:
    return tuple(result.net)
