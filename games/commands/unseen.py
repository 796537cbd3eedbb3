"""A seat whose move is due and whose owner's page looks at the table no more: a shorter clock, then the careful bot.

Nothing here happens while claims are open, where it would tell who was asked (§6.10).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.bots import BOTS
from games.commands.deadlines import waits_for
from games.commands.deal_work import DealWork
from games.engine import deal as engine
from games.engine.attendance import LOOKED_AWAY, UNSEEN_SECONDS
from games.engine.events import SeatUnseen
from games.engine.sight import see
from games.engine.state import Phase
from games.infrastructure.metrics import service_moves
from games.live.publish import publish_table
from games.models import Seat, Table
from games.queries.play import rows
from games.queries.play.company import away, plays_without_page

_SHORT: Final = timedelta(seconds=UNSEEN_SECONDS)


@service_moves("timeout")
@transaction.atomic
def play_unseen(*, deal_id: int, now: datetime) -> int:
    """Give the seat to move a shorter clock where its owner is not here, or play for it once that has run out.

    How many moves were made. The deadline stays what it was and no bank is used, so whoever looks again in time has
    all that is left. A page that goes because the service cannot be reached makes nobody gone: somebody else's page
    must have looked, for the clock to begin and again before it counts. A call that comes early, late or twice finds
    nothing to do.
    """
    work = DealWork.on(deal_id, now=now)
    deal, seats = work.deal, tuple(rows.SEATS(work.deal.table_id))
    seat = _not_here(work, seats)
    until = deal.unseen_until
    if seat is not None and seats[seat].player_id is None:
        return _played(work, seat)  # it is handed over: nobody comes back
    if seat is None:
        _set(work, None)
    elif until is None:
        assert deal.deadline is not None
        if now + _SHORT < deal.deadline and _others_look(seats, since=now - LOOKED_AWAY):
            _set(work, now + _SHORT)
    elif until <= now and _others_look(seats, since=until - _SHORT):
        return _played(work, seat)
    return 0


def _played(work: DealWork, seat: int) -> int:
    move = BOTS["careful"](see(work.state, seat), engine.legal_moves(work.state, seat))
    work.add((SeatUnseen(seat), *engine.decide(work.state, move)))
    work.save()
    return 1


def _not_here(work: DealWork, seats: tuple[Seat, ...]) -> int | None:
    """The seat to move, if its owner was here and is not now, or has left it; None where that is not known."""
    deal, state = work.deal, work.state
    if deal.deadline is None or deal.window_until is not None or deal.paused_at is not None:
        return None
    if state.phase not in (Phase.DISCARD, Phase.TURN) or not waits_for(
        state, state.turn, work.there
    ):
        return None
    seat = seats[state.turn]
    if seat.player_id is None and deal.table.admission == Table.Admission.FIXED:
        return state.turn
    if f"player:{seat.player_id}" != state.setup.players[state.turn]:
        return None
    if not away((seat,), now=work.now) or plays_without_page(seat, work.rows):
        return None
    return state.turn


def _others_look(seats: tuple[Seat, ...], *, since: datetime) -> bool:
    """Whether a page of anybody at the table has looked since then: it does not look for who is not here."""
    return any(seat.seen_at is not None and seat.seen_at > since for seat in seats)


def _set(work: DealWork, until: datetime | None) -> None:
    deal = work.deal
    if deal.unseen_until != until:
        deal.unseen_until = until
        deal.save(update_fields=["unseen_until"])
        publish_table(deal.table)
