"""Computes the position at a step of a lesson with the engine, and checks the learner's answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.engine.cards import Card
from games.engine.deal import commit_deal, decide, legal_moves, start, to_move
from games.engine.events import Event
from games.engine.evolve import evolve, fold
from games.engine.moves import Discard, Hit, Move, Pass
from games.engine.recording.notation import parse_cards, parse_move
from games.engine.rules import RuleSet
from games.engine.state import DealState, Phase
from games.lessons.course import LESSONS
from games.lessons.script import LEARNER, LessonStep, Pick, Play, Read, Reckon, Scene


@dataclass(frozen=True, slots=True)
class Stage:
    """The position at the beginning of a step."""

    step: LessonStep
    state: DealState
    happened: tuple[Event, ...]
    """What the others did since the learner's last move, and what followed by itself."""


@lru_cache(maxsize=128)
def stage_at(lesson: str, number: int) -> Stage:
    """Return the deal at this step, counted from 1. Raises KeyError or IndexError if there is none."""
    course = LESSONS[lesson]
    if not 0 < number <= len(course.steps):
        raise IndexError(number)
    step = course.steps[number - 1]
    before = course.steps[number - 2] if number > 1 else None
    happened: list[Event] = []
    if before is None or before.scene != step.scene:
        state, dealt = _dealt(course.rules, course.scenes[step.scene])
        happened += dealt
    else:
        state = stage_at(lesson, number - 1).state
        if isinstance(before.asked, Play):
            state = _happen(state, parse_move(before.asked.move, LEARNER), happened)
    says = iter(step.says)
    while not step.still and (move := _move_of_others(state, says)):
        state = _happen(state, move, happened)
    return Stage(step, state, tuple(happened))


def _dealt(rules: RuleSet, scene: Scene) -> tuple[DealState, list[Event]]:
    hands = [list(parse_cards(hand)) for hand in scene.hands]
    seats = len(hands)
    order = [(scene.starter + turn) % seats for turn in range(20 * seats)]
    deck: list[Card] = [hands[seat].pop(0) for seat in (*order, scene.starter)]
    deck += parse_cards(scene.stock)
    events = list(
        commit_deal(rules, players=[""] * seats, commitment="", starter=scene.starter),
    )
    state = fold(events)
    dealt = start(state, deck=deck, starter=scene.starter, dice=None)
    for event in dealt:
        state = evolve(state, event)
    return state, list(dealt)


def _move_of_others(state: DealState, says: Iterator[str]) -> Move | None:
    """Return the next move of another seat: the scripted one, or one that takes nothing.

    Returns None when it is the learner's turn or the deal is over.
    """
    if state.phase is Phase.OVER or LEARNER in to_move(state):
        return None
    said = next(says, None)
    if said is not None:
        seat, _, text = said.partition(" ")
        return parse_move(text, int(seat))
    return quiet(state, to_move(state)[0])


def quiet(state: DealState, seat: int) -> Move:
    """Return a move that takes nothing: decline, hit, pass, or the first discard allowed."""
    moves = legal_moves(state, seat)
    return next(move for move in moves if isinstance(move, Hit | Pass | Discard))


def _happen(state: DealState, move: Move, happened: list[Event]) -> DealState:
    for event in decide(state, move):
        state = evolve(state, event)
        happened.append(event)
    return state


def answer(here: Stage, *, move: str = "", cards: str = "", number: int | None = None) -> bool:
    """Return whether this answer is the one that the step asks for.

    Raises IllegalMove for a move that the rules refuse, and BadNotation for text that is no move.
    """
    asked = here.step.asked
    match asked:
        case Read():
            return True
        case Pick():
            return sorted(parse_cards(cards)) == sorted(parse_cards(asked.cards))
        case Reckon():
            return number == asked.right
        case Play():
            wish = parse_move(move, LEARNER)
            decide(here.state, wish)
            return wish == parse_move(asked.move, LEARNER)
