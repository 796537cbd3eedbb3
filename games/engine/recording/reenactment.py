"""Plays a deal again from its record, to check that every event follows by the rules from the seats' requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from games.engine import events as ev
from games.engine.attendance import IN_PAUSE, attend
from games.engine.deal import (
    cancel,
    commit_deal,
    let_pairs_go,
    make_move,
    resolve_claims,
    start,
    stop,
    to_move,
)
from games.engine.disputing.disputed import decide_again
from games.engine.errors import Fault, IllegalMove
from games.engine.events import ASIDE, DisputeEvent
from games.engine.evolve import Course, evolve, fold
from games.engine.moves import Meld
from games.engine.presence import (
    PRESENCE,
    after_leaving,
    before_leaving,
    check_missed,
    check_pauses,
    check_presence,
)
from games.engine.recording.notation import NAMES
from games.engine.recording.record_diff import difference
from games.engine.recording.records import DealRecord
from games.engine.seeds import bind_seed, give_seed, withhold
from games.engine.shuffle import kept_seed, shuffle, starter_by_dice
from games.engine.state import DealState, Phase
from games.engine.taking import kept_by_default

Expected = tuple[ev.Event, ...]
T = TypeVar("T")


def check_play(record: DealRecord, secret: str | None) -> None:
    """Check that every event follows by the rules from the seeds and the seats' requests. Raises `Fault`."""
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
        if paused and not isinstance(history[at], IN_PAUSE):
            raise Fault(f"event {at + 1}: {NAMES[type(history[at])]} in a pause")
        expected, after = _next(_Place(state, history, at, secret))
        _compare(history, at, expected)
        if after is None:
            for event in expected:
                state = evolve(state, event)
                if isinstance(event, ev.DealPaused | ev.DealResumed):
                    paused = isinstance(event, ev.DealPaused)
        else:
            state = after
        at += len(expected)
    check_pauses(record)


def first_of(record: DealRecord) -> ev.DealCommitted:
    """Return the first event of a record. Raises `Fault` if it is no commitment."""
    first = record.history[0]
    if not isinstance(first, ev.DealCommitted):
        raise Fault("event 1: a deal begins with deal.committed")
    return first


class _Place(NamedTuple):
    """How far a record has been replayed: its events, the index of the next one, and the state before that one."""

    state: DealState
    history: Sequence[ev.Event]
    at: int
    secret: str | None

    def fault(self, wrong: str) -> Fault:
        """Return a fault that names the next event."""
        return Fault(f"event {self.at + 1}: {wrong}")


def _next(place: _Place) -> tuple[Expected, DealState | None]:
    """Return the events that the rules give for the next request in the record, and the state after them.

    That request is what the record's next event answers. The state is None if it was not computed on the way.
    """
    state, event = place.state, place.history[place.at]
    waits = isinstance(event, (*ASIDE, ev.DealStopped))
    if state.phase is Phase.CLAIMS and not to_move(state) and not waits:
        # A step of its own: the window may stay open behind the last answer.
        return resolve_claims(state), None
    number = place.at + 1
    if isinstance(event, DisputeEvent):
        return _asked(number, lambda: decide_again(state, place.history, place.at, event)), None
    if (follows := WISHES.get(type(event))) is not None:
        return _asked(number, lambda: follows(place, event)), None
    move = ev.move_behind(event)
    if move is None:
        raise place.fault(f"{NAMES[type(event)]} does not follow from what went before")
    if (kept := _kept(place)) is not None and move != kept:
        raise place.fault("the time was up, and the king is not kept with most points (§13.7)")
    course = Course(state)
    _asked(number, lambda: make_move(course, move))
    expected = tuple(course.events)
    if isinstance(event, ev.ClaimAnswered):
        return expected[:1], None
    # Where nobody is asked and something is forced, that waits for the window's end too.
    opened = next(
        (n for n, said in enumerate(expected) if isinstance(said, ev.ClaimsOffered)), None
    )
    return (expected, course.state) if opened is None else (expected[: opened + 1], None)


def _kept(place: _Place) -> Meld | None:
    """Return the meld that must follow because a drawer who has to keep a king ran out of time; None otherwise."""
    meld = kept_by_default(place.state)
    if meld is None:
        return None
    late = before_leaving(place.history, place.at)
    return Meld(late.seat, meld.cards) if isinstance(late, ev.TimeRanOut) else None


def _dealt(place: _Place, _event: ev.DealStarted) -> Expected:
    """Return the events of the deal that the secret and the seeds produce (§1.4, §1.5)."""
    state, secret = place.state, place.secret
    assert secret is not None  # a deal that was dealt without one is refused before
    dice, deck = shuffle(secret, state.setup.seeds)
    if state.setup.starter is not None:
        return start(state, deck=deck, starter=state.setup.starter, dice=None)
    return start(state, deck=deck, starter=starter_by_dice(dice, state.seats), dice=dice)


def _seed_given(place: _Place, event: ev.SeedGiven) -> Expected:
    """Return the events of a seat's opened seed. Raises `Fault` if its origin is misstated.

    A seed that the server kept must be derived from the secret; a player's own seed must not be.
    """
    state, secret, seat = place.state, place.secret, event.seat
    bound = state.setup.bound[seat] if state.setup.bound else None
    if secret is not None and bound is not None and bound.kept:
        if event.seed != kept_seed(secret, seat):
            raise place.fault(
                f"the seed that the server kept for seat {seat} is not made of its secret"
            )
    elif secret is not None and event.seed in [kept_seed(secret, n) for n in range(state.seats)]:
        raise place.fault(
            f"the seed of seat {seat} is recorded as its own and is made of the server's secret"
        )
    return give_seed(state, seat=seat, seed=event.seed)


def _cancelled(place: _Place, event: ev.DealCancelled) -> Expected:
    if place.state.phase is Phase.REVEAL and place.secret is None:
        raise Fault("the deal was called off among the seeds, and its secret is not published")
    return cancel(place.state, reason=event.reason)


def _ran_out(place: _Place, event: ev.TimeRanOut) -> Expected:
    if event.seat not in to_move(place.state):
        raise place.fault(f"the deal did not wait for seat {event.seat}")
    check_missed(place.state, place.history, place.at)
    if kept_by_default(place.state) is not None:
        then = after_leaving(place.history, place.at)
        if then is None or ev.move_behind(then) is None:
            raise place.fault("the time was up, and the king is not kept at once (§13.7)")
    return (event,)


def _extended(place: _Place, event: ev.ClockExtended) -> Expected:
    if place.state.ending is not None:
        raise place.fault("there is no clock to extend")
    return (event,)


def _held(place: _Place, event: ev.WindowHeld) -> Expected:
    state = place.state
    opened = state.rules.offers and state.active is not None
    if not opened or event.seconds < 1 or not 0 <= event.seat < state.seats:
        raise place.fault("there is no claim window to hold up, or by no time")
    return (event,)


def _waiver(place: _Place, event: ev.WaiverTurned) -> Expected:
    if event.seat in attend(place.history[: place.at]).gone:
        raise place.fault(f"seat {event.seat} is gone, and lets no pair go")
    if turned := let_pairs_go(place.state, seat=event.seat, on=event.on):
        return turned
    raise place.fault(f"the switch of seat {event.seat} stands so already")


def _presence(place: _Place, event: Any) -> Expected:
    check_presence(place.state, place.history, place.at, getattr(event, "seat", None))
    return (event,)


def _published(place: _Place, _event: ev.SecretPublished) -> Expected:
    ending = place.state.ending
    if ending is None or ending.secret is not None:
        raise place.fault("the secret is published once, when the deal is over")
    return (ev.SecretPublished(place.secret or ""),)


WISHES: Final[dict[type[Any], Callable[[_Place, Any], Expected]]] = {
    ev.SeedCommitted: lambda place, event: bind_seed(
        place.state, seat=event.seat, commitment=event.commitment, kept=event.kept
    ),
    ev.SeedGiven: _seed_given,
    ev.SeedWithheld: lambda place, event: withhold(place.state, seat=event.seat),
    ev.DealCancelled: _cancelled,
    ev.DealStarted: _dealt,
    ev.DealStopped: lambda place, event: stop(place.state, reason=event.reason),
    ev.TimeRanOut: _ran_out,
    ev.ClockExtended: _extended,
    ev.WindowHeld: _held,
    ev.WaiverTurned: _waiver,
    **dict.fromkeys(PRESENCE, _presence),
    ev.SecretPublished: _published,
}
"""What may stand for itself in a record → what the rules make of it there. All else follows, or answers a move."""


def _asked(number: int, ask: Callable[[], T]) -> T:
    try:
        return ask()
    except IllegalMove as refused:
        raise Fault(f"event {number}: {refused}") from None


def _compare(history: Sequence[ev.Event], at: int, expected: Expected) -> None:
    """Raise `Fault` at the first difference between the record and the events that the rules give."""
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
