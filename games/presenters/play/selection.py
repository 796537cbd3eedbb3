"""What is selected of the own hand, and the two buttons that select for its owner: Find Trash and Quick Select.

Each button goes round a cycle that only the server knows. It draws the whole of it on the button for pages with
scripts, and the next step as the button's value for pages without.
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
    """Cards of the own hand that are selected, and the move that they are for."""

    cards: tuple[Card, ...] = ()
    aim: str = ""
    """The value of the button that makes that move; empty where they are for none yet."""

    @property
    def text(self) -> str:
        """Return the selection as the page's script reads it: the aim, a colon, the cards."""
        return f"{self.aim}:{cards_text(self.cards)}"


class Cycle(NamedTuple):
    """The selections that a button makes, one per press; after the last the first comes again."""

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
        """Return the key that presses it."""
        return self.element[0]

    @property
    def value(self) -> str:
        """Return what the button posts."""
        return f"{self.name} {self.at}"

    @property
    def text(self) -> str:
        """Return all steps as the page's script reads them."""
        return ";".join(step.text for step in self.steps)


def quick_select(view: SeatView, moves: Sequence[Move]) -> tuple[Selection, ...]:
    """Return every legal move as a selection: each claim, or each set that takes the active card and then none (hit or
    pass), or each discard, the safe ones first (§10.3) and without a penalty rule the trash first.
    """
    steps = [Selection(_cards_of(view, move), _aim(move)) for move in moves]
    if view.phase is Phase.DISCARD:
        verdict = view.verdict
        first = trash_cards(view.block) if verdict is None else verdict.worst
        steps.sort(key=lambda step: step.cards[0] not in first)
    return tuple(steps)


def find_trash(view: SeatView) -> tuple[Selection, ...]:
    """Return one card of each kind that is trash (§3.5), then the safe ones of them where discards are judged,
    then none.
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
    """Return the selection after a press of a selecting button (empty: none was), and Find Trash and Quick Select after
    it.

    `cards` are those that are selected so far, in notation; what the hand does not hold is left out, so that no form
    can do harm. A press that this page does not know selects nothing.
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
    """Return what is selected at first: the only meld or discard, so that nobody has to look for its cards."""
    kinds = [
        step for move, step in zip(moves, steps, strict=True) if isinstance(move, Meld | Discard)
    ]
    return kinds[0] if len(kinds) == 1 else Selection((), steps[0].aim if len(steps) == 1 else "")


def _aimed(cards: tuple[Card, ...], steps: Sequence[Selection]) -> Selection:
    """Return these cards with the move that they are for, if they are for one; a move without cards is not guessed."""
    aims = [step.aim for step in steps if step.cards == cards and cards]
    return Selection(cards, aims[0] if aims else "")


def _aim(move: Move) -> str:
    """Return the value of the button that makes this move."""
    return move_text(move) if isinstance(move, Claim) else move_text(move).partition(" ")[0]


def _cards_of(view: SeatView, move: Move) -> tuple[Card, ...]:
    """Return the private cards that a legal move takes; a win that only lifts an exposed triple takes none (§5.5)."""
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
