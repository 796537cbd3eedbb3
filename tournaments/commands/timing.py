"""The times of a tournament: breaks, the start of a round, the round clock, the end of the time to appeal.

A director's request is one transaction, authority first; the workers then pause and resume the tables
(`club_tables`). The service runs `follow_clock`, `keep_along` and `end_appeals`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q

from games.commands import is_behind
from games.errors import Refused
from games.log import UNREADABLE
from tournaments import queries
from tournaments.commands.authority import require_director, without_interest
from tournaments.commands.unit_of_work import Ask, Decide, TournamentWork, command
from tournaments.engine.clock import appeal, timing
from tournaments.engine.terms import CHECK_IN
from tournaments.models import Tournament

_log = logging.getLogger(__name__)


@command()
def pause_all(ask: Ask, *, reason: str) -> Decide:
    """Pause all tables for a break; return the version. Only a director may.

    This includes directors who play, since a break treats all alike.
    """
    require_director(ask.by)
    return lambda state: timing.decide_pause(state, director=ask.by.pk, reason=reason, now=ask.now)


@command()
def resume_all(ask: Ask) -> Decide:
    """Resume all tables, each clock where it stopped. Only a director may."""
    require_director(ask.by)
    return lambda state: timing.decide_resume(state, director=ask.by.pk, now=ask.now)


@command()
def set_beginning(ask: Ask, *, minutes: int) -> Decide:
    """Start the drawn round in this many minutes, or now. Only a director may."""
    require_director(ask.by)
    return lambda state: timing.decide_set_beginning(
        state, minutes=minutes, director=ask.by.pk, now=ask.now
    )


@command(advantage=True)
def lengthen_round(ask: Ask, *, minutes: int, reason: str) -> Decide:
    """Lengthen the running round by some minutes; return the version.

    Only a director may; one who plays needs another member's agreement.
    """
    require_director(ask.by)
    return without_interest(
        ask,
        lambda state: timing.decide_lengthen(
            state, minutes=minutes, reason=reason, director=ask.by.pk
        ),
    )


def follow_clock(clock: Callable[[], datetime]) -> int:
    """Carry out what is due by the clock in each tournament; return how many tournaments changed.

    If nothing is due, this takes one query. After an outage nothing is done until the lost time has been given back.
    """
    now = clock()
    due = _due(now)
    if not due or is_behind(now=now):
        return 0
    return sum(_each(pk, partial(_by_clock, pk, clock())) for pk in due)


def keep_along(*, now: datetime, since: datetime | None, reason: str) -> int:
    """Move the ends of rounds and times to appeal after an outage or a change of the system clock.

    Return how many tournaments changed. The time lost since `since` is added. `since` is None if the system clock was
    set back: then a round's clock may be no further away than when it was last set. Safe to repeat: only time since a
    clock was last set is counted.
    """
    timed = Tournament.objects.filter(
        Q(clock_until__isnull=False) | Q(appeal_until__isnull=False),
        status=Tournament.Status.RUNNING,
        paused_at__isnull=True,
    )
    return sum(
        _each(pk, partial(_move, pk, now, since, reason))
        for pk in timed.order_by("pk").values_list("pk", flat=True)
    )


def _due(now: datetime) -> list[int]:
    """Return the ids of the tournaments in which something is due by the clock."""
    soon = now + timedelta(minutes=CHECK_IN[1])
    rows = queries.clocks_due(now)
    return [
        row.pk
        for row in rows.order_by("pk")
        if row.status == Tournament.Status.RUNNING or (row.check_in_until or soon) <= now
    ]


def _each(tournament_id: int, act: Callable[[], bool]) -> bool:
    # One damaged tournament must not keep the others waiting.
    try:
        return act()
    except Refused as refused:
        _log.error("tournament %s cannot follow its clock: %s", tournament_id, refused.code)
    except UNREADABLE as error:
        _log.error("tournament %s cannot follow its clock: %s", tournament_id, type(error).__name__)
    return False


@transaction.atomic
def _by_clock(tournament_id: int, now: datetime) -> bool:
    work = TournamentWork.on(tournament_id, now=now)
    events = timing.decide_by_clock(work.state, now=now)
    work.add(events)
    work.save()
    return bool(events)


@transaction.atomic
def _move(tournament_id: int, now: datetime, since: datetime | None, reason: str) -> bool:
    work = TournamentWork.on(tournament_id, now=now)
    set_at = Tournament.objects.values_list("clock_at", flat=True).get(pk=tournament_id)
    current = work.state.open_round
    if set_at is None or work.state.pause is not None:
        return False
    lost = timedelta(0) if since is None else max(now - max(since, set_at), timedelta(0))
    if current is not None and current.clock is not None:
        clock = current.clock
        moved = min(clock, now + (clock - set_at)) if since is None else clock + lost
        seconds = round((moved - clock).total_seconds())
        work.add(timing.decide_move_clock(work.state, clock=moved, seconds=seconds, reason=reason))
    work.add(appeal.decide_move(work.state, lost=lost, now=now, reason=reason))
    work.save()
    return bool(work.events)


_log = logging.getLogger(__name__)


def end_appeals(clock: Callable[[], datetime]) -> int:
    """Close each tournament whose time to appeal is over, unless a timely dispute is open; return how many.

    Safe to repeat, to run late and in several workers: a tournament already closed is skipped.
    """
    done = 0
    due = queries.appeals_over(clock())
    if due and is_behind(now=clock()):  # the sweep gives back what was lost of that time first
        return 0
    for tournament_id in due:
        try:
            done += end_one(tournament_id, now=clock())
        except Refused as refused:  # one that cannot be closed must not keep the others waiting
            _log.error("tournament %s is not closed: %s", tournament_id, refused)
        except UNREADABLE as error:
            _log.error("tournament %s is not closed: %s", tournament_id, type(error).__name__)
    return done


@transaction.atomic
def end_one(tournament_id: int, *, now: datetime) -> bool:
    """Close one tournament and pay its prizes, if it is time; return True if this call closed it."""
    work = TournamentWork.on(tournament_id, now=now)
    until = work.state.appeal_until
    disputed = until is not None and (
        bool(queries.disputed_deals(tournament_id, filed_by=until))
        or queries.appealable_deals(tournament_id, filed_by=until, now=now)
    )
    work.add(appeal.decide_end(work.state, now=now, disputed=disputed))
    work.save()
    return bool(work.events)
