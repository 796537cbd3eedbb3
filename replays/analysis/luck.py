"""Luck: what the dealing of the cards was worth to each seat, and what each drawn card changed.

All hands are open here and only the order of the stock is drawn anew: what a card was worth is asked afterwards, when
everybody knows who held what. All play on by habit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.engine.cards import Card
from games.engine.events import CardDrawn, DealStarted, Ended, Event
from games.engine.evolve import evolve, fold
from games.engine.hands.board import Board
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
    """Return the value of the dealt hands to each seat, over so many other orders of the stock."""
    start = next(i for i, event in enumerate(history) if isinstance(event, DealStarted))
    state = fold(history[: start + 1])
    nets = []
    for _ in range(times):
        board = _board(state, _shuffled(state, random))
        board.to_discard(state.turn, opening=True)
        if not state.trash[state.turn]:
            board.winner = state.turn  # §7.3
        nets.append(play(board))
    return _each(nets)


def luck_of_draw(draw: Draw, random: Random, *, times: int) -> tuple[Estimate, ...]:
    """Return the value to each seat of drawing this card rather than another, over so many tries."""
    changes = []
    for _ in range(times):
        stock = _shuffled(draw.before, random)
        if stock[0] == draw.card:
            changes.append([0] * draw.before.seats)
            continue
        other = _drawn(draw, stock)
        place = stock.index(draw.card)
        stock[0], stock[place] = stock[place], stock[0]
        changes.append([now - then for now, then in zip(_drawn(draw, stock), other, strict=True)])
    return _each(changes)


def _drawn(draw: Draw, stock: Sequence[Card]) -> list[int]:
    board = _board(draw.before, stock[:])
    board.turn = draw.seat
    board.hit()
    return play(board)


def _board(state: DealState, stock: Sequence[Card]) -> Board:
    return Board(state.rules, state.blocks, state.public, stock, state.face_up())


def _shuffled(state: DealState, random: Random) -> list[Card]:
    stock = list(state.setup.stock[state.drawn :])
    chance = random.random
    stock.sort(key=lambda _: chance())
    return stock


def _each(nets: Sequence[Sequence[int]]) -> tuple[Estimate, ...]:
    return tuple(estimate(of_seat) for of_seat in zip(*nets, strict=True))
