"""Verification: does the record of a deal keep the rules, from its commitment to its payments?

The deal is played again from nothing but the secret, the seats' seeds and what the seats asked. Whatever the record
says besides (dice, hands, stock, forced melds, claims offered, verdicts, payments) must come out of the rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.engine import events as ev
from games.engine.deal import (
    cancel,
    commit_deal,
    decide,
    give_seed,
    start,
    to_move,
)
from games.engine.ending import file_dispute, give_ruling, withdraw_ruling
from games.engine.errors import BadNotation, IllegalMove
from games.engine.evolve import evolve, fold
from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.notation import NAMES
from games.engine.records import DealRecord
from games.engine.rules import RuleSet
from games.engine.shuffle import commit, shuffle, starter_by_dice
from games.engine.state import DealState

Expected = tuple[ev.Event, ...]


class Fault(Exception):
    """Something in a record that the rules do not bear out; the message says what."""


def verify(record: DealRecord) -> str | None:
    """What is wrong with the record first, as a sentence; None for a deal that keeps the rules throughout."""
    try:
        _replay(record.history)
    except Fault as fault:
        return str(fault)
    return None


def _replay(history: Sequence[ev.Event]) -> None:
    first = history[0]
    if not isinstance(first, ev.DealCommitted):
        raise Fault("event 1: a deal begins with deal.committed")
    _check_rules(first.rules)
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
    secret = _secret(history, first)
    state = fold(expected)
    at = 1
    while at < len(history):
        expected = _next(state, history, at, secret)
        _compare(history, at, expected)
        for event in expected:
            state = evolve(state, event)
        at += len(expected)
    if state.ending is None:
        raise Fault("the deal is not over")


def _check_rules(rules: RuleSet) -> None:
    """Options that no deal can be played by: a club may save its own rules, but not these (§1.4, §8.1, §9.4)."""
    if not set(rules.seats) <= {2, 3, 4}:
        raise Fault("event 1: rules.seats: the game has 2, 3 or 4 seats")
    if rules.stock_limit < 0 or rules.unit < 1:
        raise Fault("event 1: rules: a limit below 0 or a unit below 1")


def _secret(history: Sequence[ev.Event], first: ev.DealCommitted) -> str | None:
    """The published secret, which must be what was committed to; None for a deal that was never dealt."""
    published = [event.secret for event in history if isinstance(event, ev.SecretPublished)]
    if not published:
        if any(isinstance(event, ev.DealStarted) for event in history):
            raise Fault("the secret is not published, so the shuffle cannot be checked")
        return None
    try:
        commitment = commit(published[0])
    except BadNotation as error:
        raise Fault(f"secret: {error}") from None
    if commitment != first.commitment:
        raise Fault("the commitment is not the SHA-256 of the secret")
    return published[0]


def _next(state: DealState, history: Sequence[ev.Event], at: int, secret: str | None) -> Expected:
    """What the rules make of the wish that stands behind the event at this place."""
    event = history[at]
    number = at + 1
    match event:
        case ev.SeedGiven():
            return _asked(number, lambda: give_seed(state, seat=event.seat, seed=event.seed))
        case ev.DealCancelled():
            return _asked(number, lambda: cancel(state, reason=event.reason))
        case ev.DealStarted():
            return _asked(number, lambda: _dealt(state, secret))
        case ev.TimeRanOut():
            if event.seat not in to_move(state):
                raise Fault(f"event {number}: the deal did not wait for seat {event.seat}")
            return (event,)
        case ev.ClockExtended():
            if state.ending is not None or event.seconds < 1:
                raise Fault(f"event {number}: there is no clock to extend, or by no time")
            return (event,)
        case ev.SecretPublished():
            if state.ending is None or state.ending.secret is not None:
                raise Fault(f"event {number}: the secret is published once, when the deal is over")
            return (ev.SecretPublished(secret or ""),)
        case ev.DisputeFiled():
            return _asked(
                number,
                lambda: file_dispute(
                    state, seat=event.seat, discard=event.discard, reason=event.reason
                ),
            )
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
    return _asked(number, lambda: decide(state, move))


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
        case ev.DealExhausted():
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
        for field in type(event).__dataclass_fields__:
            if getattr(recorded, field) != getattr(event, field):
                raise Fault(
                    f"event {number}: {field} of {NAMES[type(event)]} is not what the rules give"
                )
