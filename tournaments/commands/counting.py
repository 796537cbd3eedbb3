"""Counts finished deals, and does what follows automatically. Called by the service itself.

The deals of a duplicate are counted once no table plays them any more. The rows show which deals are still to be
counted: it is safe to interrupt, to repeat, and to run in several workers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction

from games import commands as club
from games.errors import Refused
from games.log import UNREADABLE
from tournaments import queries
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import decisions
from tournaments.engine.clock import appeal, timing
from tournaments.engine.duplicate import decide_open, place_of, secret_of
from tournaments.engine.events import RefereeAnswered
from tournaments.engine.people import entries
from tournaments.engine.results import DealResult, RuledResult
from tournaments.engine.state import Status
from tournaments.errors import translate_refusals
from tournaments.models import RoundTable
from tournaments.projections.secrets import deal_links, draw_secret
from tournaments.queries import RoundDeal

_log = logging.getLogger(__name__)


@transaction.atomic
def note_answer(*, tournament_id: int, event: RefereeAnswered, now: datetime) -> None:
    """Record a referee's answer to a call in the tournament's log, once for each call."""
    work = TournamentWork.on(tournament_id, now=now)
    work.carry_out(lambda _state: (event,), idempotency_key=f"call:{event.call}")


@transaction.atomic
def count(
    *, tournament_id: int, results: Iterable[DealResult | RuledResult], now: datetime
) -> list[Refused]:
    """Count finished deals, then do what is due: close the round, draw the next one, correct the prizes.

    Returns the refusals: a result that is refused does not hold up the others. A result sent again counts once.
    """
    work = TournamentWork.on(tournament_id, now=now)
    refusals: list[Refused] = []
    for result in results:
        if work.state.options.duplicate and isinstance(result, DealResult):
            continue  # it counts with those of the other tables: see `open_one`
        try:
            with translate_refusals():
                work.add(result.decide(work.state))
        except Refused as refused:
            refusals.append(refused)
    advance(work)
    work.save()
    return refusals


def advance(work: TournamentWork) -> None:
    """Add the events that follow automatically: a round closed, the next one drawn, the time to appeal.

    If a draw's secret cannot be read, the draw waits until it can.
    """
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


_log = logging.getLogger(__name__)


def shared_secrets(drawn: RoundTable) -> list[str]:
    """Return the secrets of the deals that all tables of a round share; empty if they cannot be read."""
    draw = queries.current(drawn.tournament_id).state.rounds[drawn.round - 1].draw
    places = [place_of(draw, number) for number in range(1, len(drawn.starters) + 1)]
    return [secret_of(link) for link in deal_links(drawn.tournament_id, places) or ()]


def open_played(clock: Callable[[], datetime]) -> int:
    """Count and publish the deals of duplicates that no table plays any more; return how many.

    With nothing to do it costs one read.
    """
    done = 0
    for deal in queries.sealed_deals():
        try:
            done += open_one(deal, now=clock())
        except Refused as refusal:
            # One damaged deal must not keep the others sealed.
            _log.error("deal %s of tournament %s stays sealed: %s", deal, deal[0], refusal.code)
        except UNREADABLE as error:
            _log.error(
                "deal %s of tournament %s stays sealed: %s", deal, deal[0], type(error).__name__
            )
    return done


@transaction.atomic
def open_one(deal: RoundDeal, *, now: datetime) -> bool:
    """Count a deal at all tables that played it, and publish it; return False while a table may still play it."""
    work = TournamentWork.on(deal.tournament_id, now=now)
    played = queries.played_everywhere(deal)
    if played is None:
        return False
    with translate_refusals():
        if work.state.status is not Status.CANCELLED:
            for result in queries.results_of(deal, played):
                work.add(result.decide(work.state))
        place = place_of(work.state.rounds[deal.round - 1].draw, deal.number)
        links = deal_links(deal.tournament_id, [place])
        work.add(
            decide_open(
                work.state,
                round_number=deal.round,
                deal=deal.number,
                link=links[0] if links else None,
            )
        )
    advance(work)
    work.save()
    club.unseal(deal_ids=queries.sealed_ids(deal))
    return True
