"""Counting: what deals have brought, and whatever follows from it by itself. The service's own."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.errors import Refused
from tournaments import queries
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import appeal, decisions, entries, timing
from tournaments.engine.events import RefereeAnswered
from tournaments.engine.results import DealResult, RuledResult
from tournaments.errors import for_people
from tournaments.projections.secrets import draw_secret

_log = logging.getLogger(__name__)


@transaction.atomic
def note_answer(*, tournament_id: int, event: RefereeAnswered, now: datetime) -> None:
    """Write into the tournament's log what a referee answered at one of its tables; once for each call."""
    work = TournamentWork.on(tournament_id, now=now)
    work.carry_out(lambda _state: (event,), idempotency_key=f"call:{event.call}")


@transaction.atomic
def count(
    *, tournament_id: int, results: Iterable[DealResult | RuledResult], now: datetime
) -> list[Refused]:
    """Count what deals have brought; then close the round and draw the next one, or correct the prizes, if it is time.

    The refusals are returned: one result that fits nowhere keeps no other one waiting. The same result counts once.
    """
    work = TournamentWork.on(tournament_id, now=now)
    refusals: list[Refused] = []
    for result in results:
        if work.state.options.duplicate and isinstance(result, DealResult):
            continue  # it counts with those of the other tables: see `duplicates`
        try:
            with for_people():
                work.add(result.decide(work.state))
        except Refused as refused:
            refusals.append(refused)
    advance(work)
    work.save()
    return refusals


def advance(work: TournamentWork) -> None:
    """Let happen what follows by itself; a draw whose secret cannot be read waits for its key."""
    if decisions.draws_next(work.state):
        closed = queries.closed_accounts(work.state.playing)
        work.add(entries.decide_closed(work.state, closed=closed))
    state, unreadable = work.state, False

    def secret(draw: int) -> str | None:
        nonlocal unreadable
        found = draw_secret(work.tournament_id, draw=draw, draws=state.bound_draws)
        unreadable = found is None
        return found

    events = decisions.decide_advance(state, secret=secret)
    work.add(timing.with_clock(state, events, now=work.now))
    work.add(appeal.decide_open(work.state, now=work.now))
    if unreadable:
        _log.error(
            "the secret of the next draw of tournament %s cannot be read", work.tournament_id
        )
