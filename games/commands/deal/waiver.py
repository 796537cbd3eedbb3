"""Letting pairs go while waiting to win (§13.6): each seat's secret switch.

Its changes are events of the deal's stream that only their own seat knows before the end, like answers to claims.
They change nothing that others can see: no version, clock, row or message (decision 0301).
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.commands.deal.deal_work import DealWork
from games.commands.deal.play import seat_in
from games.engine import deal as engine
from games.engine.errors import IllegalMove
from games.engine.events import CardDiscarded
from games.errors import Refused, refused
from games.models import Player


@transaction.atomic
def let_pairs_go(
    *, by: Player, deal_id: int, on: bool, expected_version: int, now: datetime
) -> int:
    """Turn the seat's switch for letting pairs go on or off; return the seat's own new version.

    The player pressed at the version `expected_version`. Later events don't matter, except a discard by this seat: it
    ends the switch, and the late press was not meant for the next turn. Repeating it changes nothing. Raises Refused,
    changing nothing.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    seat = seat_in(work, by)
    known = work.known_to(seat)
    if not 0 < expected_version <= len(known) or any(
        isinstance(event, CardDiscarded) and event.seat == seat
        for event in known[expected_version:]
    ):
        raise Refused("deal.stale")
    if work.deal.paused_at is not None:
        raise Refused("deal.paused")
    if seat in work.there.gone:
        raise Refused("waiver.gone")
    try:
        turned = engine.let_pairs_go(work.state, seat=seat, on=on)
    except IllegalMove as error:
        raise refused(error) from error
    if turned:
        work.add(turned)
        work.save()
    return len(work.known_to(seat))
