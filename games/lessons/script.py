"""Defines the parts of a lesson's script. Cards are in notation; the learner is South, seat 0."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.rules import RuleSet

LEARNER = 0
"""The learner's seat."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A deal with chosen cards: all 112, by seat and then the stock from its front."""

    hands: tuple[str, ...]
    """The cards of each seat, the starter's with the 21st (§1.4)."""
    stock: str
    starter: int = LEARNER


@dataclass(frozen=True, slots=True)
class Play:
    """A task: make this move, in notation (`discard Mg`, `meld Ry Cy`, `claim win`)."""

    move: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A task: select exactly these cards of the hand. Nothing is played."""

    cards: str


@dataclass(frozen=True, slots=True)
class Reckon:
    """A task: choose the right number out of several. Nothing is played."""

    right: int
    offered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """No task: the learner only reads and goes on."""


Asked = Play | Pick | Reckon | Read
"""What a step asks for."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One idea of a lesson: the moves that others make before it, and the learner's task."""

    key: str
    """By which the presenter knows its words."""
    section: str
    """The section of the rulebook that it teaches."""
    asked: Asked
    says: tuple[str, ...] = ()
    """Moves of others, as `3 discard Ny`; where they end, the others go on as quietly as they may."""
    scene: int = 0
    still: bool = False
    """Whether the others wait, so that the cards are seen as they were dealt."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sequence of steps over a few deals of one rule set."""

    key: str
    rules: RuleSet
    scenes: tuple[Scene, ...]
    steps: tuple[LessonStep, ...]
