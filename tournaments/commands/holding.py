"""Tables that stand still: in a pause of all tables, and where the minutes of a round are up.

Each act is a transaction of its own, and the rows say which ones wait for it: safe to break off, to repeat, and to run
in several workers. What a director does alone stays so: a deal let go on plays through the pause, and one that the
director has paused, before it or within, stays paused behind it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from django.db import transaction

from games import commands as club
from games.errors import Refused
from games.log import UNREADABLE
from tournaments import queries
from tournaments.commands.counting import advance
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import timing

_log = logging.getLogger(__name__)


def keep_still(
    clock: Callable[[], datetime], *, between: Callable[[], object] = lambda: None
) -> int:
    """Hold the tables that are to stand still, and let the others go on; how many acts it took. Idle it is one read.

    `between` is called after each act.
    """
    done = 0
    for table in queries.timed_tables():
        for act in _acts(table):
            done += _logged(partial(act, now=clock()), table.row.pk)
            between()
    return done


def _acts(table: queries.TimedTable) -> Iterator[Callable[..., bool]]:
    row, deal = table.row, table.deal
    assert row.games_table_id is not None
    if table.to_hold and not table.held:
        yield partial(club.hold_table, table_id=row.games_table_id)
    if table.still and table.dealt and deal is not None and deal.pk != row.paused_deal:
        yield partial(pause_one, row.pk, deal.pk)
    if row.paused_deal is not None and not table.still:
        yield partial(resume_one, row.pk)
    if table.to_let_go:
        yield partial(club.let_table_go, table_id=row.games_table_id)
    if table.to_stop:
        yield partial(stop_one, row.pk)


@transaction.atomic
def pause_one(round_table_id: int, deal_id: int, *, now: datetime) -> bool:
    """Pause a deal with all others; one that a director has stopped already is noted, and theirs to resume."""
    row = queries.take_table(round_table_id)
    if row.tournament.paused_at is None or row.paused_deal == deal_id:
        return False
    if not club.pause_held(deal_id=deal_id, resume=False, now=now):
        return False
    row.paused_deal = deal_id
    row.save(update_fields=["paused_deal"])
    return True


@transaction.atomic
def resume_one(round_table_id: int, *, now: datetime) -> bool:
    """Resume the deal that was paused with all others, if nobody has yet and no director has paused it alone."""
    row = queries.take_table(round_table_id)
    if row.paused_deal is None or row.tournament.paused_at is not None:
        return False
    club.pause_held(deal_id=row.paused_deal, resume=True, now=now)
    row.paused_deal = None
    row.save(update_fields=["paused_deal"])
    return True


@transaction.atomic
def stop_one(round_table_id: int, *, now: datetime) -> bool:
    """Note in a tournament how many deals of a table count, which is held and where none runs."""
    row = queries.take_table(round_table_id)
    assert row.games_table_id is not None
    work = TournamentWork.on(row.tournament_id, now=now)
    events = timing.decide_stop_table(
        work.state,
        round_number=row.round,
        table=row.number,
        deals=queries.deals_played(row.games_table_id),
    )
    work.add(events)
    advance(work)
    work.save()
    return bool(events)


def _logged(act: Callable[[], bool], round_table_id: int) -> bool:
    try:
        return act()
    except Refused as refusal:
        # One damaged table must not keep all others waiting; one that was closed meanwhile needs nothing.
        if refusal.code != "table.closed":
            _log.error("round table %s cannot follow: %s", round_table_id, refusal.code)
    except UNREADABLE as error:
        _log.error("round table %s cannot follow: %s", round_table_id, type(error).__name__)
    return False
