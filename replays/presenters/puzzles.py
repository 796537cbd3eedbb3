"""Builds the page of a puzzle: the position as the seat saw it, and after the answer the real discard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards import CARD_NAMES, Card
from games.engine.sets import SetKind
from games.presenters.cards import card_name, set_name
from games.presenters.play.choices import piles, two_rows
from games.presenters.sentences import distinct_names
from replays.models import Puzzle
from replays.presenters.replay import ReplaySeat, ShownReplay, draw_before, draw_step, names_in
from replays.presenters.verdict import AnswerBox, answer_box
from replays.queries.puzzles import Posed


@dataclass(frozen=True, slots=True)
class PuzzleChoice:
    """A card that can be chosen, with what is shown about it after the answer."""

    card: Card
    code: str
    """In the notation of the game."""
    named: str
    own: bool
    """It is what the viewer answered."""
    played: bool
    answers: int
    percent: int
    """Of all answers."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution of a puzzle: the real discard and its judgement, shown after the answer."""

    said: str
    """What was played, and by whom, in a sentence."""
    judged: ShownReplay
    """The discard with its verdict, if the rules judge one there."""
    title: str
    """The deal's name; empty where there is no replay of it to open."""
    at: int
    """The discard's number in the replay."""
    answers: int
    mine: AnswerBox | None
    """The verdict on the viewer's own card; None for a viewer without an answer, or where the rules judge none."""


class PuzzleCard(NamedTuple):
    """A card of the hand that is asked about."""

    card: Card
    code: str
    """In the notation of the game; empty where the card is no choice of its own."""


class PuzzleGroup(NamedTuple):
    """A group of cards in the hand that a puzzle asks about: trash, a khap or a set."""

    look: str
    """trash, khap or set."""
    title: str
    cards: tuple[PuzzleCard, ...]


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """A puzzle, ready to be rendered."""

    puzzle: Puzzle
    who: str
    """The seat that had to let a card go."""
    shown: ShownReplay
    own: ReplaySeat
    others: tuple[ReplaySeat, ...]
    rows: tuple[tuple[PuzzleGroup, ...], ...]
    """The own hand."""
    choices: tuple[PuzzleChoice, ...]
    solved: Solved | None
    """None before the viewer has answered: then nothing of what came stands in the page."""


def puzzle_page(
    posed: Posed, *, answer: Card | None, knows_it: bool, answers: Mapping[Card, int]
) -> PuzzlePage:
    """Return the page of a puzzle, for a viewer with this answer, or with none yet.

    `answers` counts the club's answers by card; nothing of them is shown before the viewer's own.
    """
    seat, version = posed.decision.seat, posed.puzzle.version
    names = distinct_names(names_in(posed.deal, posed.replay))
    shown = draw_before(posed.deal, posed.replay, seat, version)
    assert shown is not None  # a discard comes after the dealing of the cards
    is_solved = knows_it or answer is not None
    solved = None
    if is_solved:
        judged = draw_step(posed.deal, posed.replay, version)
        review = judged.review.review if judged.review else None
        solved = Solved(
            _("%(who)s discarded the %(card)s.")
            % {"who": names[seat], "card": card_name(posed.played)},
            judged,
            posed.deal.shown_name if posed.deal else "",
            version,
            sum(answers.values()),
            None if review is None or answer is None else answer_box(review, answer),
        )
    own = next(box for box in shown.seats if box.open.number == seat)
    return PuzzlePage(
        posed.puzzle,
        names[seat],
        shown,
        own,
        tuple(box for box in shown.seats if box is not own),
        two_rows(_groups(own, posed.choices)),
        tuple(_choices(posed, answer, answers if is_solved else {}, is_solved)),
        solved,
    )


def _groups(own: ReplaySeat, choices: Sequence[Card]) -> list[PuzzleGroup]:
    """Return the hand in groups, as the table shows it.

    Of equal cards only one can be chosen: the first in the order of the groups.
    """
    left = set(choices)
    groups = []
    for pile in piles((*own.open.khaps, *own.open.sets), own.open.trash, "trash"):
        look = "set"
        if pile.made is None:
            look = "trash"
        elif pile.made.kind is SetKind.KHAP:
            look = "khap"
        held = []
        for card in pile.cards:
            held.append(PuzzleCard(card, CARD_NAMES[card] if card in left else ""))
            left.discard(card)
        title = _("Trash (rác)") if pile.made is None else set_name(pile.made.kind)
        groups.append(PuzzleGroup(look, title, tuple(held)))
    return groups


def _choices(
    posed: Posed, answer: Card | None, answers: Mapping[Card, int], is_solved: bool
) -> Iterator[PuzzleChoice]:
    total = sum(answers.values())
    for card in posed.choices:
        number = answers.get(card, 0)
        yield PuzzleChoice(
            card,
            CARD_NAMES[card],
            card_name(card),
            card == answer,
            is_solved and card == posed.played,
            number,
            round(100 * number / total) if total else 0,
        )
