"""The end of the time to appeal: standings become final and prizes are paid, by a worker. The service's own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.commands import is_behind
from games.errors import Refused
from games.log import UNREADABLE
from tournaments import queries
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import appeal

_log = logging.getLogger(__name__)


def end_appeals(clock: Callable[[], datetime]) -> int:
    """Close each tournament whose time to appeal is over and that no timely dispute holds; how many it was.

    Safe twice, late and together: whoever comes second finds it closed.
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
    """Close one tournament and pay its prizes, if it is time; whether it was done just now."""
    work = TournamentWork.on(tournament_id, now=now)
    until = work.state.appeal_until
    disputed = until is not None and (
        bool(queries.disputed_deals(tournament_id, filed_by=until))
        or queries.appealable_deals(tournament_id, filed_by=until, now=now)
    )
    work.add(appeal.decide_end(work.state, now=now, disputed=disputed))
    work.save()
    return bool(work.events)
