"""A deal played again from its record: every event must follow by the rules from what the seats asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.engine import events as ev
from games.engine.answered import move_behind
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
from games.engine.dispute_events import DisputeEvent
from games.engine.disputed import asked_again
from games.engine.errors import Fault, IllegalMove
from games.engine.evolve import evolve, fold
from games.engine.lies import difference
from games.engine.notation import NAMES
from games.engine.presence import check_missed, check_pauses, check_presence
from games.engine.records import DealRecord
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
    check_pauses(record)


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
        # A step of its own: the window may stay open behind the last answer.
        return resolve_claims(state)
    if isinstance(event, DisputeEvent):
        return _asked(number, lambda: asked_again(state, history, at, event))
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
            check_missed(state, history, at)
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
            check_presence(state, history, at, event.seat)
            return (event,)
        case ev.DealPaused() | ev.DealResumed():
            check_presence(state, history, at)
            return (event,)
        case ev.SecretPublished():
            if state.ending is None or state.ending.secret is not None:
                raise Fault(f"event {number}: the secret is published once, when the deal is over")
            return (ev.SecretPublished(secret or ""),)
    move = move_behind(event)
    if move is None:
        raise Fault(f"event {number}: {NAMES[type(event)]} does not follow from what went before")
    expected = _asked(number, lambda: decide(state, move))
    return expected[:1] if isinstance(event, ev.ClaimAnswered) else expected


def _dealt(state: DealState, secret: str | None) -> Expected:
    """The deal that the secret and the seeds make (§1.4, §1.5)."""
    assert secret is not None  # a deal that was dealt without one is refused before
    dice, deck = shuffle(secret, state.setup.seeds)
    if state.setup.starter is not None:
        return start(state, deck=deck, starter=state.setup.starter, dice=None)
    return start(state, deck=deck, starter=starter_by_dice(dice, state.seats), dice=dice)


def _check_kept(state: DealState, event: ev.SeedGiven, number: int, secret: str | None) -> None:
    """Seeds that the server keeps, and no others, are made of the secret that it was bound to before."""
    if secret is None:
        return
    bound = state.setup.bound[event.seat] if state.setup.bound else None
    if bound is not None and bound.kept:
        if event.seed != kept_seed(secret, event.seat):
            raise Fault(
                f"event {number}: the seed that the server kept for seat {event.seat} is not made of its secret"
            )
    elif event.seed in [kept_seed(secret, seat) for seat in range(state.seats)]:
        raise Fault(
            f"event {number}: the seed of seat {event.seat} is recorded as its own and is made of the server's secret"
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
