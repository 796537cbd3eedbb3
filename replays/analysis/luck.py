"""Computes the value of the dealt cards to each seat, and the effect of each drawn card.

All hands are open here and only the order of the stock is randomised: a card is judged afterwards, when everybody
knows all hands. All seats play on by habit (`games.engine.hands.habits`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from operator import sub
from random import Random

from games.engine.cards import Card
from games.engine.events import CardDrawn, DealStarted, Ended, Event
from games.engine.evolve import evolve, fold
from games.engine.hands.board import Board, in_any_order
from games.engine.hands.rollout import play
from games.engine.state import DealState
from replays.analysis.weighing import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Draw:
    """A card that a seat drew."""

    version: int
    before: DealState
    seat: int
    card: Card


def draws_of(history: Sequence[Event]) -> Iterator[Draw]:
    """Yield the drawn cards of a deal, in order."""
    state = fold(history[:1])
    for event in history[1:]:
        if isinstance(event, CardDrawn):
            yield Draw(state.version + 1, state, event.seat, event.card)
        if isinstance(event, Ended):
            return
        state = evolve(state, event)


def luck_of_deal(history: Sequence[Event], random: Random, *, times: int) -> tuple[Estimate, ...]:
    """Return the value of the dealt hands to each seat, averaged over `times` other orders of the stock."""
    start = next(i for i, event in enumerate(history) if isinstance(event, DealStarted))
    state = fold(history[: start + 1])
    dealt, nets = _board(state), []
    dealt.to_discard(state.turn, opening=True)
    if not state.trash[state.turn]:
        dealt.winner = state.turn  # §7.3
    for _ in range(times):
        board = dealt.copy()
        board.stock = in_any_order(dealt.stock, random.random)
        nets.append(play(board))
    return tuple(estimate(of_seat) for of_seat in zip(*nets, strict=True))


def luck_of_draw(draw: Draw, random: Random, *, times: int) -> tuple[Estimate, ...]:
    """Return each seat's gain or loss by drawing this card rather than another, over about `times` tries.

    Every other card of the stock is tried equally often: it swaps places with the drawn card, and the rest keeps its
    order. So the choice of the other card adds no randomness; only the rest of the deal does.
    """
    before = _board(draw.before)
    before.turn = draw.seat
    stock = list(before.stock)
    others = [card for card in stock if card != draw.card]
    changes: dict[Card, list[list[int]]] = {card: [] for card in others}
    rounds = max(2, ceil(times / max(1, len(others))))
    for other in others * rounds:
        rest = stock[:]
        rest.remove(other)
        rest = in_any_order(rest, random.random)
        then = _drawn(before, other, rest)
        rest[rest.index(draw.card)] = other
        changes[other].append(list(map(sub, _drawn(before, draw.card, rest), then)))
    return tuple(
        _weighted(
            [
                (len(of_card) / rounds / len(stock), estimate([each[seat] for each in of_card]))
                for of_card in changes.values()
            ]
        )
        for seat in range(draw.before.seats)
    )


def _weighted(estimates: Sequence[tuple[float, Estimate]]) -> Estimate:
    """Return the weighted sum of independent estimates, given as pairs of weight and estimate."""
    return Estimate(
        sum([weight * one.mean for weight, one in estimates]),
        sqrt(sum([(weight * one.error) ** 2 for weight, one in estimates])),
    )


def _drawn(before: Board, card: Card, rest: Sequence[Card]) -> list[int]:
    """Draw this card, play on to the end with the rest of the stock in this order, and return each seat's points."""
    board = before.copy()
    board.stock = [card, *rest]
    board.hit()
    board.share_out()
    return play(board)


def _board(state: DealState) -> Board:
    stock = state.setup.stock[state.drawn :]
    return Board(state.rules, state.blocks, state.public, stock, state.face_up())
