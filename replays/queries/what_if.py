"""Plays on from another move at a decision of a finished deal, with bots, or with a person in one seat.

Nothing of it is stored: the deal, the decision and the chosen moves determine it, so the same link always shows the
same line of play. The stock is the real one, in its order. The club's bot plays the other seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.bots import BOTS
from games.engine.deal import decide, legal_moves, resolve_claims, to_move
from games.engine.errors import BadNotation, IllegalMove
from games.engine.events import CardDiscarded, Event
from games.engine.evolve import evolve, fold
from games.engine.moves import Move
from games.engine.recording.notation import parse_move
from games.engine.scoring import Result
from games.engine.sight import see
from games.engine.state import DealState, Phase
from games.errors import Refused, refused
from replays.queries.replay import Replay
from replays.queries.steps import ReplayStep, steps_of

BOT: Final = "club"
"""The bot that plays all seats that nobody plays."""
MOST: Final = 60
"""Moves that somebody may choose in one line of play; a seat has some twenty decisions in a deal."""


@dataclass(frozen=True, slots=True)
class ChoicePoint:
    """A place in a deal where a seat had alternatives."""

    at: int
    """The version of what it did, in the deal's stream."""
    seat: int
    before: DealState
    moves: tuple[Move, ...]
    """Every legal move."""
    made: Move | None
    """The one that was made; None where it was judged in another way than today (§10.4)."""


@dataclass(frozen=True, slots=True)
class WhatIfLine:
    """A hypothetical line of play."""

    decision: ChoicePoint
    replay: Replay
    """The deal up to the decision and the line of play behind it, all hands open."""
    began: int
    """The first version that is not of the real deal."""
    asked: tuple[Move, ...]
    """The legal moves of the seat that somebody plays, while it is its turn to decide; none at the end."""
    result: Result | None
    """What everybody would pay; None before the end."""


def decision_at(replay: Replay, version: int) -> ChoicePoint:
    """Return the decision at this step of the viewer's replay. Raises Refused if there is none."""
    step = replay.step(version)
    seat = step.decided_by
    if seat is None:
        raise Refused("replay.no-decision")
    before = fold(replay.history[: step.logged - 1])
    moves = legal_moves(before, seat)
    if seat not in to_move(before) or len(moves) < 2:
        raise Refused("replay.no-decision")
    real = replay.history[step.logged - 1]
    made = next((move for move in moves if _is(decide(before, move)[0], real)), None)
    return ChoicePoint(step.logged, seat, before, moves, made)


def decisions_of(replay: Replay) -> frozenset[int]:
    """Return the numbers of the steps with a decision that the replay's viewer may change."""
    found = set()
    before = fold(replay.history[: replay.steps[0].logged - 1])
    for step in replay.steps:
        for event in replay.history[before.version : step.logged - 1]:
            before = evolve(before, event)
        seat = step.decided_by
        if seat is None or (not replay.is_open and seat != replay.eyes):
            continue
        if seat in to_move(before) and len(legal_moves(before, seat)) > 1:
            found.add(step.version)
    return frozenset(found)


def line_of(
    replay: Replay, decision: ChoicePoint, wishes: Sequence[str], *, alone: bool
) -> WhatIfLine:
    """Return the line of play that begins at this decision with the moves `wishes`, given in notation.

    With `alone` a person plays the seat: each of the `wishes` is one of its decisions, and the line stops when the
    seat must decide again. Otherwise bots play on after the first move. `replay` has all hands open. Raises Refused
    for an invalid move, for an illegal one with its section, and for more moves than decisions.
    """
    if len(wishes) > MOST:
        raise Refused("replay.line-long")
    state, seat = decision.before, decision.seat
    left = list(wishes)
    events: list[Event] = []
    asked: tuple[Move, ...] = ()
    while state.phase is not Phase.OVER:
        waiting = to_move(state)
        if not waiting:
            happened = resolve_claims(state)
        elif seat in waiting and (alone or not events):
            moves = legal_moves(state, seat)
            if len(moves) > 1 and not left:
                asked = moves
                break
            happened = (
                _wished(state, seat, left.pop(0)) if len(moves) > 1 else decide(state, moves[0])
            )
        else:
            bot = seat if seat in waiting else waiting[0]
            happened = decide(state, BOTS[BOT](see(state, bot), legal_moves(state, bot)))
        for event in happened:
            state = evolve(state, event)
            events.append(event)
    if left:
        raise Refused("replay.line-over")
    return WhatIfLine(
        decision,
        _played_on(replay, decision, tuple(events), state),
        decision.at,
        asked,
        None if state.ending is None else state.ending.result,
    )


def _wished(state: DealState, seat: int, wish: str) -> tuple[Event, ...]:
    try:
        return decide(state, parse_move(wish, seat))
    except (IllegalMove, BadNotation) as error:
        raise refused(error) from None


def _is(event: Event, real: Event) -> bool:
    if isinstance(event, CardDiscarded) and isinstance(real, CardDiscarded):
        return replace(event, verdict=None) == replace(real, verdict=None)
    return event == real


def _played_on(
    replay: Replay, decision: ChoicePoint, events: tuple[Event, ...], state: DealState
) -> Replay:
    real = [step for step in replay.steps if step.logged < decision.at]
    history = (*replay.history[: decision.at - 1], *events)
    steps = [*real, *_imagined(decision.at, events, real[-1])]
    return replace(
        replay, final=state, steps=tuple(steps_of(steps)), history=history, acts=(), imagined=True
    )


def _imagined(at: int, events: Sequence[Event], behind: ReplayStep) -> Iterator[ReplayStep]:
    # No clock ran: all have the time of the last real step.
    for version, event in enumerate(events, at):
        yield ReplayStep(version, version, behind.at, event)
