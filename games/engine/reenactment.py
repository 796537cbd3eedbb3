"""A deal played again from its record: every event must follow by the rules from what the seats asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from games.engine import events as ev
from games.engine import signatures
from games.engine.attendance import (
    LONGEST_BANK,
    MOST_CALLS,
    MOST_MISSED,
    PAUSE_ENDS_WITHIN,
    PAUSE_LASTS,
    Attendance,
    attend,
)
from games.engine.deal import (
    bind_seed,
    cancel,
    commit_deal,
    decide,
    give_seed,
    resolve_claims,
    start,
    stop,
    to_move,
    withhold,
)
from games.engine.ending import (
    appeal_ruling,
    file_dispute,
    give_ruling,
    join_dispute,
    share_payment,
    void_deal,
    withdraw_ruling,
)
from games.engine.errors import Fault, IllegalMove
from games.engine.evolve import evolve, fold
from games.engine.lies import difference
from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.notation import NAMES
from games.engine.outcomes import Outcome, Said
from games.engine.records import YEARS, DealRecord
from games.engine.shuffle import kept_seed, shuffle, starter_by_dice
from games.engine.state import DealState, Phase

Expected = tuple[ev.Event, ...]


def check_play(record: DealRecord, secret: str | None) -> None:
    """Every event follows by the rules from the seeds and from what the seats asked for. Raises `Fault`."""
    history, first = record.history, first_of(record)
    expected = _asked(
        1,
        lambda: commit_deal(
            first.rules,
            players=first.players,
            commitment=first.commitment,
            starter=first.starter,
        ),
    )
    _compare(history, 0, expected)
    state = fold(expected)
    at = 1
    paused = False
    while at < len(history):
        if paused and not isinstance(history[at], _IN_PAUSE):
            raise Fault(f"event {at + 1}: {NAMES[type(history[at])]} in a pause")
        expected = _next(state, history, at, secret)
        _compare(history, at, expected)
        for event in expected:
            state = evolve(state, event)
            if isinstance(event, ev.DealPaused | ev.DealResumed):
                paused = isinstance(event, ev.DealPaused)
        at += len(expected)
    _check_pauses(record)


def _check_pauses(record: DealRecord) -> None:
    """No pause that the seats have agreed on lasts longer than one may, but for what the service says it was away."""
    agreed: datetime | None = None
    for number, (at, event) in enumerate(record.events, start=1):
        if isinstance(event, ev.DealPaused):
            agreed = None if event.director else at
        elif isinstance(event, ev.DealResumed) and agreed is not None:
            behind = record.history[number] if number < len(record.history) else None
            away = behind.seconds if isinstance(behind, ev.ClockExtended) else 0
            if at - agreed > PAUSE_LASTS + PAUSE_ENDS_WITHIN + timedelta(seconds=away):
                raise Fault(f"event {number}: the pause that was agreed on lasted too long")
            agreed = None


_IN_PAUSE: Final = (ev.SeatBack, ev.PauseAsked, ev.DealResumed)
"""All that happens while a deal is paused."""


def first_of(record: DealRecord) -> ev.DealCommitted:
    """The event with which it begins. Raises `Fault` if that is another."""
    first = record.history[0]
    if not isinstance(first, ev.DealCommitted):
        raise Fault("event 1: a deal begins with deal.committed")
    return first


def _next(state: DealState, history: Sequence[ev.Event], at: int, secret: str | None) -> Expected:
    """What the rules make of the wish that stands behind the event at this place."""
    event = history[at]
    number = at + 1
    waits = isinstance(event, (*ev.ASIDE, ev.DealStopped))
    if state.phase is Phase.CLAIMS and not to_move(state) and not waits:
        return resolve_claims(
            state
        )  # a step of its own: the window may stay open behind the last answer
    match event:
        case ev.SeedCommitted():
            return _asked(
                number,
                lambda: bind_seed(
                    state, seat=event.seat, commitment=event.commitment, kept=event.kept
                ),
            )
        case ev.SeedGiven():
            _check_kept(state, event, number, secret)
            return _asked(number, lambda: give_seed(state, seat=event.seat, seed=event.seed))
        case ev.SeedWithheld():
            return _asked(number, lambda: withhold(state, seat=event.seat))
        case ev.DealCancelled():
            if state.phase is Phase.REVEAL and secret is None:
                raise Fault(
                    "the deal was called off among the seeds, and its secret is not published"
                )
            return _asked(number, lambda: cancel(state, reason=event.reason))
        case ev.DealStarted():
            return _asked(number, lambda: _dealt(state, secret))
        case ev.DealStopped():
            return _asked(number, lambda: stop(state, reason=event.reason))
        case ev.TimeRanOut():
            if event.seat not in to_move(state):
                raise Fault(f"event {number}: the deal did not wait for seat {event.seat}")
            return (event,)
        case ev.ClockExtended():
            if state.ending is not None:
                raise Fault(f"event {number}: there is no clock to extend")
            return (event,)
        case ev.WindowHeld():
            opened = state.rules.claims == "offered" and state.active is not None
            if not opened or event.seconds < 1 or not 0 <= event.seat < state.seats:
                raise Fault(f"event {number}: there is no claim window to hold up, or by no time")
            return (event,)
        case (
            ev.BankUsed()
            | ev.SeatGone()
            | ev.SeatUnseen()
            | ev.SeatBack()
            | ev.PauseAsked()
            | ev.RefereeCalled()
        ):
            _check_presence(state, history, at, event.seat)
            return (event,)
        case ev.DealPaused() | ev.DealResumed():
            _check_presence(state, history, at)
            return (event,)
        case ev.SecretPublished():
            if state.ending is None or state.ending.secret is not None:
                raise Fault(f"event {number}: the secret is published once, when the deal is over")
            return (ev.SecretPublished(secret or ""),)
        case ev.DisputeFiled():
            _check_rule_by(number, event.rule_by)
            return _asked(
                number,
                lambda: file_dispute(
                    state,
                    seat=event.seat,
                    discard=event.discard,
                    reason=event.reason,
                    rule_by=event.rule_by,
                ),
            )
        case ev.RulingShared():
            return _asked(
                number,
                lambda: share_payment(
                    state,
                    dispute=event.dispute,
                    referee=event.referee,
                    section=event.section,
                    reason=event.reason,
                ),
            )
        case ev.RulingVoided():
            return _asked(
                number,
                lambda: void_deal(
                    state,
                    dispute=event.dispute,
                    referee=event.referee,
                    section=event.section,
                    reason=event.reason,
                ),
            )
        case ev.RulingProposed():
            said = Said(event.dispute, event.referee, event.section, event.reason)
            return _asked(number, lambda: signatures.propose(state, Outcome(event.outcome), said))
        case ev.RulingSigned():
            return _asked(
                number,
                lambda: signatures.sign(state, dispute=event.dispute, referee=event.referee),
            )
        case ev.SignatureRefused():
            return _asked(
                number,
                lambda: signatures.refuse(
                    state, dispute=event.dispute, referee=event.referee, reason=event.reason
                ),
            )
        case ev.DisputeJoined():
            return _asked(
                number,
                lambda: join_dispute(
                    state, dispute=event.dispute, seat=event.seat, reason=event.reason
                ),
            )
        case ev.RulingAppealed():
            _check_rule_by(number, event.rule_by)
            return _asked(
                number,
                lambda: appeal_ruling(
                    state,
                    dispute=event.dispute,
                    seat=event.seat,
                    reason=event.reason,
                    rule_by=event.rule_by,
                ),
            )
        case ev.DeadlineSet():
            _check_deadline(history, at, event)
            return (event,)
        case ev.RulingGiven():
            return _asked(
                number,
                lambda: give_ruling(
                    state,
                    dispute=event.dispute,
                    referee=event.referee,
                    upheld=event.upheld,
                    section=event.section,
                    reason=event.reason,
                ),
            )
        case ev.RulingWithdrawn():
            return _asked(
                number,
                lambda: withdraw_ruling(
                    state, dispute=event.dispute, referee=event.referee, reason=event.reason
                ),
            )
    move = _move_behind(state, event)
    if move is None:
        raise Fault(f"event {number}: {NAMES[type(event)]} does not follow from what went before")
    expected = _asked(number, lambda: decide(state, move))
    return expected[:1] if isinstance(event, ev.ClaimAnswered) else expected


def _check_deadline(history: Sequence[ev.Event], at: int, event: ev.DeadlineSet) -> None:
    """A deadline follows at once on the dispute or the ruling that it is about, and is a moment with its zone."""
    behind = history[at - 1]
    about = ev.DisputeFiled if event.step == "dispute" else ev.RulingGiven
    if (
        not isinstance(behind, about)
        or behind.dispute != event.dispute
        or not _is_moment(event.until)
    ):
        raise Fault(f"event {at + 1}: no deadline of a dispute belongs here")


def _check_rule_by(number: int, moment: str | None) -> None:
    if moment is not None and not _is_moment(moment):
        raise Fault(f"event {number}: rule_by: a moment with its zone expected")


def _is_moment(text: str) -> bool:
    """Whether this is ISO 8601 with an offset, of a year that an event has or the next one.

    At the ends of the calendar a moment has no time in other zones, and no page could show it.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and YEARS[0] <= moment.year <= YEARS[-1] + 1


def _check_presence(
    state: DealState, history: Sequence[ev.Event], at: int, seat: int | None = None
) -> None:
    """Who is there and whether the deal is paused change in turns, while cards are played, and for people alone."""
    event, told = history[at], attend(history[:at])
    played = state.phase in (Phase.DISCARD, Phase.CLAIMS, Phase.TURN)
    person = seat is None or state.setup.players[seat].startswith("player:")
    match event:
        case ev.BankUsed():
            used = told.used.get(event.seat, 0) + event.seconds
            follows = used <= LONGEST_BANK and _is_before_own_move(
                state, history[at + 1 :], event.seat, told, late=True
            )
        case ev.SeatUnseen():
            follows = _is_before_own_move(state, history[at + 1 :], event.seat, told, late=False)
        case ev.SeatGone():
            follows = event.seat not in told.gone and _was_absent(
                state, history, at, event.seat, told
            )
        case ev.SeatBack():
            follows = seat in told.gone
        case ev.PauseAsked():
            follows = event.resume == told.paused and seat not in told.asking and not told.directed
        case ev.RefereeCalled():
            # The pause follows at once, and a seat has so many of them; directors had any number once.
            calls = 0 if seat is None else told.calls.get(seat, 0)
            follows = not told.paused and calls < MOST_CALLS and at + 1 < len(history)
            follows = follows and isinstance(history[at + 1], ev.DealPaused)
        case ev.DealPaused():
            follows = not told.paused and (
                event.director
                or _all_ask(state, told)
                or isinstance(history[at - 1], ev.RefereeCalled)
            )
        case ev.DealResumed():
            # An agreed pause ends by itself too, at a time that the log's own need not tell.
            follows = told.paused and (event.director or not told.directed)
        case _:
            follows = False
    if not (played and person and follows):
        raise Fault(f"event {at + 1}: {NAMES[type(event)]} does not follow from what went before")


def _is_before_own_move(
    state: DealState, following: Sequence[ev.Event], seat: int, told: Attendance, *, late: bool
) -> bool:
    """Whether a seat that is there makes a move, not under claims, at once behind this; or its timeout, if `late`."""
    if state.phase is Phase.CLAIMS or seat in told.gone or not following:
        return False
    then = following[0]
    move = then if late and isinstance(then, ev.TimeRanOut) else _move_behind(state, then)
    return move is not None and move.seat == seat and seat in to_move(state)


def _was_absent(
    state: DealState, history: Sequence[ev.Event], at: int, seat: int, told: Attendance
) -> bool:
    """Whether a seat has just missed its second move in a row, or was not there when the cards were dealt."""
    before = history[at - 1]
    if isinstance(before, ev.TimeRanOut):
        return before.seat == seat and told.missed.get(seat, 0) >= MOST_MISSED
    while isinstance(history[at - 1], ev.SeatGone):
        at -= 1
    bound = state.setup.bound[seat] if state.setup.bound else None
    return isinstance(history[at - 1], ev.DealStarted) and (bound is None or bound.kept)


def _all_ask(state: DealState, told: Attendance) -> bool:
    """Whether every seat of a person who is there asks."""
    people = {n for n, who in enumerate(state.setup.players) if who.startswith("player:")}
    return bool(told.asking) and told.asking >= people - told.gone


def _move_behind(state: DealState, event: ev.Event) -> Discard | Meld | Hit | Pass | Claim | None:
    """The move that this event answers first, None if it is never the first answer to a move."""
    match event:
        case ev.CardDiscarded():
            return Discard(event.seat, event.card)
        case ev.CardMelded():
            return Meld(event.seat, event.cards)
        case ev.TurnPassed() | ev.KingDied():
            return Pass(event.seat)
        case ev.CardDrawn():
            return Hit(event.seat)
        case ev.DealExhausted() if not isinstance(event, ev.DealStopped):
            return Hit(event.due)
        case ev.ClaimAnswered():
            return Pass(event.seat) if event.kind is None else Claim(event.seat, event.kind)
    return None


def _dealt(state: DealState, secret: str | None) -> Expected:
    """The deal that the secret and the seeds make (§1.4, §1.5)."""
    assert secret is not None  # a deal that was dealt without one is refused before
    dice, deck = shuffle(secret, state.setup.seeds)
    if state.setup.starter is not None:
        return start(state, deck=deck, starter=state.setup.starter, dice=None)
    return start(state, deck=deck, starter=starter_by_dice(dice, state.seats), dice=dice)


def _check_kept(state: DealState, event: ev.SeedGiven, number: int, secret: str | None) -> None:
    """The server must not choose the seeds that it keeps: they are made of the secret that it was bound to before."""
    bound = state.setup.bound[event.seat] if state.setup.bound else None
    if bound is None or not bound.kept or secret is None:
        return
    if event.seed != kept_seed(secret, event.seat):
        raise Fault(
            f"event {number}: the seed that the server kept for seat {event.seat} is not made of its secret"
        )


def _asked(number: int, ask: Callable[[], Expected]) -> Expected:
    try:
        return ask()
    except IllegalMove as refused:
        raise Fault(f"event {number}: {refused}") from None


def _compare(history: Sequence[ev.Event], at: int, expected: Expected) -> None:
    """The record must say what the rules say, event by event and field by field."""
    for step, event in enumerate(expected):
        number = at + step + 1
        if at + step >= len(history):
            raise Fault(f"event {number}: {NAMES[type(event)]} is missing at the end")
        recorded: Any = history[at + step]
        if type(recorded) is not type(event):
            raise Fault(
                f"event {number}: {NAMES[type(recorded)]} is recorded where the rules give "
                f"{NAMES[type(event)]}"
            )
        said = difference(recorded, event)
        if said is not None:
            raise Fault(f"event {number}: {said}")
