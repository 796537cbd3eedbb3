"""Selects cards of the viewer's hand, and builds the two buttons that select them: Find Trash and Quick Select.

Each button steps through a cycle of selections that the server computes. Pages with scripts get the whole cycle on
the button; pages without scripts get the next step as the button's value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import CARD_NAMES, Card
from games.engine.hands.hand import count, trash, trash_cards
from games.engine.moves import Claim, ClaimKind, Discard, Meld, Move
from games.engine.recording.notation import cards_text, move_text
from games.engine.sight import SeatView
from games.engine.state import Phase
from games.engine.taking import winning_meld


class Selection(NamedTuple):
    """Selected cards of the viewer's hand, and the move they would make."""

    cards: tuple[Card, ...] = ()
    aim: str = ""
    """The value of the button that makes that move; empty where they are for none yet."""

    @property
    def text(self) -> str:
        """The selection as the page's script reads it: the kind of move, a colon, the cards."""
        return f"{self.aim}:{cards_text(self.cards)}"


class Cycle(NamedTuple):
    """The selections that a button makes, one per press; after the last it starts again."""

    name: str
    steps: tuple[Selection, ...]
    at: int
    """The step that the next press selects."""

    @property
    def element(self) -> str:
        """Return the id of the button."""
        return "find-trash" if self.name == "trash" else "quick-select"

    @property
    def key(self) -> str:
        """Return the keyboard shortcut of the button."""
        return self.element[0]

    @property
    def value(self) -> str:
        """The value that the button posts: its name, and the step that the next press selects."""
        return f"{self.name} {self.at}"

    @property
    def text(self) -> str:
        """All selections as the page's script reads them."""
        return ";".join(step.text for step in self.steps)


def quick_select(view: SeatView, moves: Sequence[Move]) -> tuple[Selection, ...]:
    """Return the selections of Quick Select: one for each legal move.

    In a claim window these are the claims. When a card can be taken, they are the sets that take it, then none (hit
    or pass). When discarding, they are the discards: safe ones first (§10.3), or without a penalty rule the trash
    first.
    """
    steps = [Selection(_cards_of(view, move), _aim(move)) for move in moves]
    if view.phase is Phase.DISCARD:
        verdict = view.verdict
        first = trash_cards(view.block) if verdict is None else verdict.worst
        steps.sort(key=lambda step: step.cards[0] not in first)
    return tuple(steps)


def find_trash(view: SeatView) -> tuple[Selection, ...]:
    """Return the selections of Find Trash: the trash (§3.5), then the worst cards, then none.

    The worst cards, which are safe to discard, are included only where discards are judged (§10.3). Spectators, and
    everyone after the end, get no selections.
    """
    if view.viewer is None or view.phase is Phase.OVER:
        return ()
    kinds = [trash_cards(view.block)]
    if view.verdict is not None:
        kinds.append(view.verdict.worst)
    return tuple(Selection(cards) for cards in dict.fromkeys((*kinds, ())))


def selected(
    view: SeatView, moves: Sequence[Move], *, cards: Sequence[str], press: str
) -> tuple[Selection, Cycle, Cycle]:
    """Return the selection, Find Trash and Quick Select after a press of one of these buttons.

    `press` is that button's value, empty if neither was pressed; an unknown one is ignored. `cards` are the cards
    selected so far, in notation; cards that the hand doesn't hold are left out.
    """
    trash_steps, quick_steps = find_trash(view), quick_select(view, moves)
    name, _, number = press.partition(" ")
    steps = {"trash": trash_steps, "quick": quick_steps}.get(name, ())
    after = 0
    if steps and number.isascii() and number.isdecimal() and len(number) < 4:
        at = int(number) % len(steps)
        chosen, after = steps[at], (at + 1) % len(steps)
    elif cards:
        chosen = _aimed(_held(view, cards), quick_steps)
    else:
        chosen = _at_first(moves, quick_steps)
    return (
        chosen,
        Cycle("trash", trash_steps, after if name == "trash" else 0),
        Cycle("quick", quick_steps, after if name == "quick" else 0),
    )


def _held(view: SeatView, cards: Sequence[str]) -> tuple[Card, ...]:
    wanted = Counter(cards)
    held = []
    for card in view.hand:
        name = CARD_NAMES[card]
        if wanted[name]:
            wanted[name] -= 1
            held.append(card)
    return tuple(held)


def _at_first(moves: Sequence[Move], steps: Sequence[Selection]) -> Selection:
    """Return what is selected before any press: the only possible meld or discard, otherwise no cards."""
    kinds = [
        step for move, step in zip(moves, steps, strict=True) if isinstance(move, Meld | Discard)
    ]
    return kinds[0] if len(kinds) == 1 else Selection((), steps[0].aim if len(steps) == 1 else "")


def _aimed(cards: tuple[Card, ...], steps: Sequence[Selection]) -> Selection:
    """Return a selection of these cards, with the first move that takes exactly them; no move if there is none."""
    aims = [step.aim for step in steps if step.cards == cards and cards]
    return Selection(cards, aims[0] if aims else "")


def _aim(move: Move) -> str:
    """Return the value of the button that makes this move: ``meld``, ``claim khui``."""
    return move_text(move) if isinstance(move, Claim) else move_text(move).partition(" ")[0]


def _cards_of(view: SeatView, move: Move) -> tuple[Card, ...]:
    """Return the cards of the hand that a legal move takes.

    A win that completes an exposed triple takes none (§5.5).
    """
    if isinstance(move, Discard):
        return (move.card,)
    if isinstance(move, Meld):
        return move.cards
    if not isinstance(move, Claim):
        return ()
    assert view.active is not None and view.viewer is not None
    card = view.active.card
    if move.kind is not ClaimKind.WIN:
        return (card,) * count(view.block, card)
    meld = winning_meld(view.rules, view.block, trash(view.block), card, view.public[view.viewer])
    return () if meld is None else meld.cards
