"""Claim windows: open behind every discard and draw of 4sac, asked or not, held up by whoever likes, closed for all.

The answers wait in the log, known to nobody else; what they lead to waits for the window's end, and so does the next
turn where nobody was asked (§6.10).
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.bots import bot_at_once
from games.commands.deal_work import DealWork
from games.commands.play import require_answers_now, seat_in
from games.engine import deal as engine
from games.engine.events import TimeRanOut, WindowHeld
from games.engine.sight import see
from games.engine.state import Phase
from games.errors import Refused
from games.models import Player
from games.queries.club.house import house_rules
from games.queries.play.windows import holders


@transaction.atomic
def close_window(*, deal_id: int, now: datetime) -> bool:
    """Close a deal's claim window, if its time is up; whether it was closed just now.

    Bots answer now, and for people who have not answered the careful bot does. Nothing is logged or counted: what this
    does, and how much of it, depends on who was asked.
    """
    work = DealWork.on(deal_id, now=now)
    until = work.deal.window_until
    if until is None or until > now or work.deal.paused_at is not None:
        return False
    for seat in engine.to_move(work.state) if work.state.phase is Phase.CLAIMS else ():
        participant = work.state.setup.players[seat]
        view, legal = see(work.state, seat), engine.legal_moves(work.state, seat)
        if participant.startswith("player:"):
            work.add((TimeRanOut(seat),))
        # Nobody thinks about a claim: how long the window takes to close would tell who was asked.
        work.add(engine.decide(work.state, bot_at_once(participant)(view, legal)))
    if work.state.phase is Phase.CLAIMS:  # all had answered before
        work.add(engine.resolve_claims(work.state))
    work.closing = True
    work.save()
    return True


@transaction.atomic
def hold_window(*, by: Player, deal_id: int, expected_version: int, now: datetime) -> None:
    """Hold the open claim window up for everybody, once a window and seat; asked or not, so that it tells nothing.

    `now` is when the press arrived: one that came before the window's end counts, however long it waited for the lock.
    Twice changes nothing. Raises Refused, also for a window that closed since `expected_version`.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    seat = seat_in(work, by)
    require_answers_now(work, seat, expected_version)
    if work.deal.paused_at is not None:
        raise Refused("deal.paused")
    if work.deal.window_until is None or work.deal.window_until <= now:
        raise Refused("window.closed")
    if seat not in holders(work.known_to(None)):
        work.add((WindowHeld(seat, house_rules().claim_hold_seconds),))
        work.save()
