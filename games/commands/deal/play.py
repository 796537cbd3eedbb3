"""Makes the moves of a running deal, of players, of bots and when time runs out, and handles claim windows.

In the rule set 4sac every discard and draw opens a claim window, whether or not anybody may claim. Any player can
hold it open longer, and it closes for all together. Answers are kept in the log, known to nobody else; their effect
waits for the window's end, and so does the next turn if nobody was asked (§6.10).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from games.bots import BOTS, bot_at_once
from games.commands.deal.deadlines import is_turn_of_thinker, waits_for
from games.commands.deal.deal_work import Clock, DealWork
from games.commands.deal.presence import back_by_moving, bank_used, gone_by
from games.commands.deal.thinking import thought_of, version_of
from games.engine import deal as engine
from games.engine.errors import IllegalMove
from games.engine.events import (
    ASIDE,
    UNSEEN,
    ClaimAnswered,
    Event,
    SecretPublished,
    TimeRanOut,
    WindowHeld,
)
from games.engine.evolve import fold
from games.engine.moves import Meld, Move
from games.engine.sight import see
from games.engine.state import PREPARED, DealState, Phase
from games.engine.taking import kept_by_default
from games.errors import Refused, refused
from games.infrastructure.metrics import player_move, service_moves
from games.models import Deal, Player
from games.queries.club.house import house_rules
from games.queries.finished.histories import LoadedDeal
from games.queries.play.windows import holders

_MOVE_ID = re.compile(r"[0-9A-Za-z-]{8,64}")

MOST_EVENTS = 10
"""Events that one move brings, at the most."""

MOST_BOT_MOVES = 400
"""How many moves one task makes at the most; the longest deal is shorter."""


class MoveResult(NamedTuple):
    """The result of `submit_move`: the deal's version and row, and its state after the move."""

    version: int
    """By the seat's own count."""
    deal: Deal
    """Its row as it was written."""
    loaded: LoadedDeal | None
    """The deal behind it; None where this very move was made before."""


def submit_move(
    *, by: Player, deal_id: int, move: Move, move_id: str, expected_version: int, now: Clock
) -> int:
    """Make a move as `make_move` does; return the deal's new version as the seat counts it."""
    return make_move(
        by=by,
        deal_id=deal_id,
        move=lambda _seat: move,
        move_id=move_id,
        expected_version=expected_version,
        now=now,
    ).version


@player_move
@transaction.atomic
def make_move(
    *,
    by: Player,
    deal_id: int,
    move: Callable[[int], Move],
    move_id: str,
    expected_version: int,
    now: Clock,
    table_id: int | None = None,
) -> MoveResult:
    """Make a player's move from their own seat, in answer to the state at `expected_version`; return the result.

    Versions are the seat's own: the number of events that it knows (`games.engine.sight.known`).

    A clock is read twice: before the deal's lock is taken, so that waiting for the lock uses no extra time, and after
    it, when the next player's time begins.

    The same `move_id` sent again is stored once and gets the same result; with a different move it is refused. Raises
    Refused, changing nothing; "deal.unknown" also if the deal is not one of the table `table_id`.
    """
    arrived = now if isinstance(now, datetime) else now()
    work = DealWork.on(deal_id, now=now, by=by)
    if table_id not in (None, work.deal.table_id):
        raise Refused("deal.unknown")
    seat = seat_in(work, by)
    made = move(seat)
    if made.seat != seat:
        raise Refused("seat.not-yours")
    if not _MOVE_ID.fullmatch(move_id):
        raise Refused("move.id")
    version = _made(work, made, f"{seat}:{move_id}", expected_version, arrived)
    return MoveResult(version, work.deal, work.saved)


def _made(work: DealWork, move: Move, key: str, expected_version: int, arrived: datetime) -> int:
    """Make the move; return the deal's version after it, as the move's seat counts it."""
    if expected_version != len(work.known_to(move.seat)):
        # Otherwise nothing came since that this seat knows of, this command neither.
        if (version := work.answered(key)) is not None:
            return _answered(work, move, version, expected_version)
        require_answers_now(work, move.seat, expected_version)
    if work.deal.paused_at is not None:
        raise Refused("deal.paused")
    try:
        events = engine.decide(work.shown_state, move)
    except IllegalMove as error:
        if (version := work.answered(key)) is not None:
            return _answered(work, move, version, expected_version)
        raise refused(error) from error
    before = work.state.version
    work.add((*back_by_moving(work, move.seat), *bank_used(work, move.seat, at=arrived)))
    # An answer to claims is all that an open window lets through, and what it leads to waits for the window's end.
    work.add(events if work.deal.window_until is None else events[:1])
    version = work.save(idempotency_key=key)
    if version <= before:
        return _answered(work, move, version, expected_version)
    return len(work.known_to(move.seat, version))


def _answered(work: DealWork, move: Move, version: int, expected_version: int) -> int:
    """Return the version for a move that was sent before. Raises Refused("move.id-used") if its id was for another
    move.
    """
    seen = len(work.known_to(move.seat, version))
    # Who says to have seen what the first one brought sends another.
    if expected_version >= seen or not _was_made(work, move, version, expected_version):
        raise Refused("move.id-used")
    return seen


def _was_made(work: DealWork, move: Move, version: int, expected_version: int) -> bool:
    """Return whether the events up to `version` end with those that this move led to.

    The move is tried in earlier states, as far back as the seat knew `expected_version` events. In an open claim
    window only the answer itself was stored, since its effect waited for the window's end.
    """
    events = work.events_until(version)
    for before in range(len(events) - 1, max(0, len(events) - MOST_EVENTS) - 1, -1):
        if len(work.known_to(move.seat, before)) < expected_version:
            return False
        try:
            decided = tuple(engine.decide(fold(events[:before]), move)) if before else ()
        except IllegalMove:
            continue
        shown = (e for e in events[before:] if not isinstance(e, UNSEEN))
        stored = tuple(e for e in shown if not isinstance(e, SecretPublished))
        # Where one person plays bots unseen, the bots' answers to its card are stored with it.
        more = stored[len(decided) :]
        if more and isinstance(more[0], ClaimAnswered) and more[0].seat != move.seat:
            stored = stored[: len(decided)]
        if decided and stored == decided[: len(stored)]:
            return True
    return False


def seat_in(work: DealWork, player: Player) -> int:
    """Return the seat of a player in the deal. Raises Refused: "seat.none", "seat.handed-over"."""
    label = f"player:{player.pk}"
    if label not in work.state.setup.players:
        raise Refused("seat.none")
    work.require_still_theirs()
    return work.state.setup.players.index(label)


def require_answers_now(work: DealWork, seat: int, version: int) -> None:
    """Raise Refused unless a move chosen at `version` still answers the present state.

    `version` is the seat's own. Later events do not matter if they only concern time. Raises Refused: "deal.stale" or
    "deal.over".
    """
    known = work.known_to(seat)
    timely = 0 < version <= len(known) and all(
        isinstance(event, ASIDE) for event in known[version:]
    )
    if not timely or work.state.phase is Phase.OVER:
        raise Refused("deal.over" if work.state.phase is Phase.OVER else "deal.stale")


@service_moves("bot")
def play_bots(*, deal_id: int, clock: Callable[[], datetime]) -> int:
    """Make the bots' moves that are due; return how many were made. Safe to run twice and late.

    In a deal with people each move is a transaction of its own. A deal of bots alone is played in one transaction:
    nobody waits for its moves, and forty transactions with a message each would keep the worker from other deals.
    """
    total = 0
    thought: _Thought | None = None
    while total < MOST_BOT_MOVES:
        made, asked = _play_due(deal_id, clock, thought)
        if not made and asked is None:
            break
        total += made
        thought = asked and _Thought(*asked, thought_of(deal_id, *asked))
    return total


class _Thought(NamedTuple):
    """The move that a bot has computed for exactly this version; None if none is ready."""

    version: int
    seat: int
    move: Move | None


@transaction.atomic
def _play_due(
    deal_id: int, clock: Callable[[], datetime], thought: _Thought | None
) -> tuple[int, tuple[int, int] | None]:
    """Make the bots' moves that are due; return how many, and which computed move must be read before the next one.

    The computed move is named by version and seat; None if none is needed. Nothing is computed here, so the time that
    a due move takes doesn't tell whether there was a choice (decision 0269).
    """
    work = DealWork.on(deal_id, now=clock)
    deal = work.deal
    if deal.bot_due is None or deal.bot_due > work.now or deal.paused_at is not None:
        return 0, None
    alone = not any(label.startswith("player:") for label in work.state.setup.players)
    made = 0
    for _move in range(MOST_BOT_MOVES if alone else 1):
        seat = _bot_to_move(work)
        if seat is None:
            break
        seen, legal = see(work.state, seat), engine.legal_moves(work.state, seat)
        move = bot_at_once(work.state.setup.players[seat])(seen, legal)
        if not alone and is_turn_of_thinker(work.state):
            version = version_of([*[row.event for row in work.rows], *work.events])
            if thought is None or thought[:2] != (version, seat):
                return 0, (version, seat)  # nothing was made or changed yet
            if thought.move in legal:
                move = thought.move
        work.add(engine.decide(work.state, move))
        made += 1
    work.save()
    return made, None


def _bot_to_move(work: DealWork) -> int | None:
    """Return the next seat to move that has a bot, or whose player is gone; None if there is none."""
    state = work.state
    asked, players = engine.to_move(state), state.setup.players
    bot = next((seat for seat in asked if players[seat].startswith("bot:")), None)
    if bot is not None or not asked:
        return bot
    there = work.there
    return next((seat for seat in asked if not waits_for(state, seat, there)), None)


@service_moves("timeout")
@transaction.atomic
def time_out(*, deal_id: int, now: datetime) -> int:
    """Let the careful bot move for the players whose time is up; return how many moves it made.

    Does nothing if called early, late or twice.
    """
    work = DealWork.on(deal_id, now=now)
    deal, state = work.deal, work.state
    if deal.deadline is None or deal.deadline > now or deal.paused_at is not None:
        return 0
    if state.phase in (*PREPARED, Phase.OVER):
        return 0
    there = work.there
    late = [seat for seat in engine.to_move(state) if waits_for(state, seat, there)]
    for seat in late:
        kept = kept_by_default(work.state)
        move = (
            Meld(seat, kept.cards)
            if kept is not None
            else BOTS["careful"](see(work.state, seat), engine.legal_moves(work.state, seat))
        )
        decided = engine.decide(work.state, move)
        work.add((*bank_used(work, seat, at=now), TimeRanOut(seat)))
        work.add((*gone_by(work, seat), *decided))
    work.save()
    return len(late)


@transaction.atomic
def append_afterwards(
    *,
    by: Player,
    deal_id: int,
    decide: Callable[[DealState], tuple[Event, ...]],
    now: datetime,
) -> tuple[Deal, DealState]:
    """Append the events of a dispute or a ruling to a finished deal; return the deal and its new state.

    `decide` is a function of `engine.ending`. Callers check the authority. Transfers follow automatically.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    try:
        work.carry_out(decide)
    except IllegalMove as error:
        raise refused(error) from error
    return work.deal, work.state


@transaction.atomic
def close_window(*, deal_id: int, now: datetime) -> bool:
    """Close a deal's claim window if its time is up; return whether this call closed it.

    Bots answer now, and the careful bot answers for people who have not. Nothing is counted or written to the
    server's log, because how much is done here depends on who was asked.
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
    """Hold the open claim window for everyone, once per window and seat, whether the seat is asked or not.

    So holding reveals nothing. `now` is the time at which the request arrived: it counts if that was before the
    window's end, however long it waited for the lock. Repeating it changes nothing. Raises Refused, also if the
    window is not the expected one.
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
