"""Estimates the average value of each possible move of a decision to its seat, and how certain that is.

The cards hidden from the seat are drawn at random (`games.bots.hidden`), and every move is tried in the same draws.
All seats play on by habit (`games.bots.trying`), each with the same cards to come (`Board.share_out`). So the
difference of two moves is more certain than with separate draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt
from random import Random
from typing import Final, NamedTuple

from games.bots.hidden import Hidden
from games.bots.trying import outcome
from games.engine.hands.board import in_any_order
from games.engine.moves import Discard, Move
from games.engine.sight import SeatView, see
from replays.analysis.deciding import SeatDecision

ENOUGH: Final = 1.0
"""The standard error, in points, below which no move is tried any more."""

_ORDERS: Final = 2
"""In how many orders of the stock the same drawn hands are played: drawing hands costs more than a play."""

_HANDS: Final = 4
"""So many draws are one number: a draw resembles the one before it, and only numbers hardly alike tell an error."""

_BLOCK: Final = _HANDS * _ORDERS

_ROUND: Final = 20
"""After so many numbers each, moves that are clearly worse are tried no more, and what is sure enough is done."""

_HOPELESS: Final = 2.0
"""By how many standard errors a move must be worse than the best one to be given up."""

_UNLUCKY: Final = 1.1
"""By how much the error of a move given up is wider: it was given up when it looked worse than it is, by about half an
error (`python -m benchmarks.calibration`)."""

_RARE: Final = 10.0
"""How many points something rare brings at the least that no draw has shown: those of a small win."""


class Estimate(NamedTuple):
    """The mean of a number of tries, in points, and its standard error."""

    mean: float
    error: float


class Weighed(NamedTuple):
    """One move of a decision."""

    move: Move
    expected: Estimate
    """What it brings its seat."""
    better: Estimate
    """By how much it brings more than the chosen move; nothing for that one itself."""
    draws: int
    """How often it was tried."""


class WeighedDecision(NamedTuple):
    """A decision with all its moves, the best first."""

    moves: tuple[Weighed, ...]
    cost: Estimate
    """What the chosen move cost against the best one; 0 if no other was found to be better, and how sure that is."""


@dataclass(slots=True)
class _Try:
    move: Move
    judged: bool
    nets: list[int] = field(default_factory=list)
    """What it brings its seat in each block of draws, all its plays together."""


def estimate(values: Sequence[int], *, each: int = 1) -> Estimate:
    """Return the mean of these values and its standard error.

    With fewer than two values the error is unknown, and 0 is returned for it. If each value is a sum of `each`
    numbers, which may depend on each other, mean and error are those for a single number.
    """
    size = len(values)
    if not size:
        return Estimate(0.0, 0.0)
    total = sum(values)
    squares = sum([value * value for value in values])
    # Integers, so that it is the same everywhere.
    spread = max(0, size * squares - total * total)
    error = sqrt(spread / (size - 1)) / size if size > 1 else 0.0
    return Estimate(total / size / each, error / each)


def weigh(decision: SeatDecision, random: Random, *, times: int) -> WeighedDecision:
    """Try each move of this decision, at most `times` times, in hands that its seat could not tell from the real
    ones.

    Moves that can hardly be the best are dropped early. The trying stops once the comparisons of the remaining moves
    with the chosen one are certain enough.
    """
    view = see(decision.before, decision.chosen.seat)
    hidden = Hidden(view, random)
    tried = [_Try(move, is_judged(view, move)) for move in decision.moves]
    chosen = next(one for one in tried if one.move == decision.chosen)
    going, left = list(tried), max(2, times // _BLOCK)
    while left:
        blocks = min(_ROUND, left)
        left -= blocks
        for _ in range(blocks):
            _try_all(going, hidden, random)
        best = max(going, key=lambda one: sum(one.nets))
        going = [one for one in going if one is chosen or not _is_hopeless(one, best)]
        if all(_difference(one, chosen).error <= ENOUGH for one in going):
            break
    weighed = [_weighed(one, chosen, given_up=one not in going) for one in tried]
    weighed.sort(key=lambda one: -one.better.mean)
    return WeighedDecision(tuple(weighed), _cost(tried, going, chosen))


def _weighed(one: _Try, chosen: _Try, *, given_up: bool) -> Weighed:
    wider = _UNLUCKY if given_up else 1.0
    expected, better = (
        found._replace(error=found.error * wider)
        for found in (_estimate(one.nets), _difference(one, chosen))
    )
    return Weighed(one.move, expected, better, len(one.nets) * _BLOCK)


def _try_all(going: Sequence[_Try], hidden: Hidden, random: Random) -> None:
    """Add one block of tries to each of these moves, all with the same hands and orders of the stock."""
    nets = [0] * len(going)
    for _ in range(_HANDS):
        board = hidden.draw()
        for order in range(_ORDERS):
            if order:
                board.stock = in_any_order(board.stock, random.random)
            board.share_out()
            for at, one in enumerate(going):
                nets[at] += outcome(board.rules, board.copy(), one.move, judged=one.judged)
    for one, net in zip(going, nets, strict=True):
        one.nets.append(net)


def is_judged(view: SeatView, move: Move) -> bool:
    """Return whether the move is a discard for which the seat may have to pay (§10.5)."""
    verdict = view.verdict
    return (
        isinstance(move, Discard)
        and verdict is not None
        and len(view.players) > 2
        and move.card not in verdict.worst
    )


def _difference(one: _Try, other: _Try) -> Estimate:
    """Return by how many points move `one` is better than `other`, over the draws in which both were tried."""
    return _estimate([mine - its for mine, its in zip(one.nets, other.nets, strict=False)])


def _estimate(nets: Sequence[int]) -> Estimate:
    """Return the mean result of a move and its error.

    With few blocks the error is widened, as in Student's t distribution.
    """
    mean, error = estimate(nets, each=_BLOCK)
    few = len(nets)
    return Estimate(mean, error * sqrt((few - 1) / (few - 3)) if few > 3 else error)


def _is_hopeless(one: _Try, best: _Try) -> bool:
    if one is best:
        return False
    behind = _difference(best, one)
    return behind.mean > _HOPELESS * behind.error


def _cost(tried: Sequence[_Try], going: Sequence[_Try], chosen: _Try) -> Estimate:
    """Return how many points the chosen move loses against the best one.

    The best of several uncertain numbers looks better than it is. So one half of the draws names the best move, and
    the other half measures the loss. A half that names the chosen move shows no loss, and says nothing about the
    error; the error is then what the other moves may still gain (`_overlooked`). As no move costs less than nothing,
    the error reaches to 0.
    """
    even = max(going, key=lambda one: sum(one.nets[::2]))
    odd = max(going, key=lambda one: sum(one.nets[1::2]))
    lost = _estimate(
        [
            (odd if place % 2 == 0 else even).nets[place] - net
            for place, net in enumerate(chosen.nets)
        ]
    )
    error = max(lost.error, -lost.mean)
    if chosen in (even, odd):
        error = max(error, _overlooked(tried, chosen))
    return Estimate(lost.mean, error)


def _overlooked(tried: Sequence[_Try], chosen: _Try) -> float:
    """Return how many points other moves might gain over the chosen one without the draws having shown it.

    If a move's measured gain has mean m and error e, its expected gain above 0 is at most (√(m² + e²) + m) / 2,
    whatever the distribution (Scarf). The estimate takes twice this bound, with 0 for a positive m, so it is e if m
    is 0. The moves' amounts are combined as independent errors are: the root of the sum of their squares.

    All draws may have missed something rare. So, as in the rule of three, e includes that a move gains, once in about
    as many draws as were made, as much as its results vary, and at least a small win.
    """
    found = 0.0
    for one in tried:
        if one is chosen:
            continue
        more, size = _difference(one, chosen), _BLOCK * min(len(one.nets), len(chosen.nets))
        apart = _estimate(one.nets).error * sqrt(_BLOCK * len(one.nets))
        error = hypot(more.error, max(apart, _RARE) / (size + 1))
        below = min(more.mean, 0.0)
        found += (hypot(below, error) + below) ** 2
    return sqrt(found)
